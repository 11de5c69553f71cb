import Glibc

/// Prints a message on standard error.
func complain(_ sentence: String) {
  var text = "simulated-year: \(sentence)\n"
  text.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
}

do {
  let arguments = Array(CommandLine.arguments.dropFirst())
  let isNights = arguments.first == "nights"
  let status = isNights ? try Nights.main(Array(arguments.dropFirst())) : try Year.main(arguments)
  if status == nil {
    complain(
      "give hours and scenario files, such as: simulated-year 8760 data/simulations/*.yaml; or nights, such as: "
        + "simulated-year nights 365 data/simulations/nights/before.tsv data/simulations/nights/*.yaml")
  }
  exit(status ?? 64)
} catch {
  complain("\(error)")
  exit(65)
}

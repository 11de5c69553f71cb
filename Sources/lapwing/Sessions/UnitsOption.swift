import ArgumentParser
import Status

extension ShownUnits: ExpressibleByArgument {}

/// The units of what is drawn and printed. Data files keep those of the sensors.
struct UnitsOption: ParsableArguments {
  @Option(help: "The units of charts and of the PDF: metric or imperial.")
  var units = ShownUnits.metric
}

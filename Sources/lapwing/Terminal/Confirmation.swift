import Glibc
import Readings
import System

/// A question at the terminal before something is deleted.
enum Confirmation {
  /// - Parameter text: with the answers, such as `[y/N]`, and a blank at its end.
  /// - Throws: `usage` if there is no one to ask.
  static func isGiven(_ text: String) throws(LapwingError) -> Bool {
    guard isatty(STDIN_FILENO) == 1 else {
      throw LapwingError(.usage, code: "not-confirmed", "there is no terminal to ask on; give --yes to delete")
    }
    try Output.error.write(text)
    let answer = readLine()?.lowercased() ?? ""
    return answer == "y" || answer == "yes"
  }
}

import Readings

/// Writes single values as JSON. Lapwing has its own writer because the bytes must be the same on every run and on every
/// machine.
package enum JSONText {
  /// The shortest digits that read back as the same number; `null` if the number is not finite.
  package static func number(_ value: Double) -> String {
    guard value.isFinite else { return "null" }
    guard let whole = Int64(exactly: value) else { return value.description }
    return whole.description
  }

  static func quoted(_ text: some StringProtocol) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      case "\r": quoted += "\\r"
      case "\0"..<" ":
        quoted += "\\u" + scalar.value.digits(4, radix: 16)
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }

  /// Rounds to a hundredth: finer than any sensor here, and without digits that only binary fractions cause.
  package static func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }
  package static func rounded(ifGiven value: Double?) -> Double? { value.map { rounded($0) } }

  package static func seconds(_ milliseconds: Int64) -> Double { Double(milliseconds) / 1000 }
  package static func seconds(ifGiven milliseconds: Int64?) -> Double? { milliseconds.map { seconds($0) } }
}

/// Numbers as documents write them: a point, no exponent, no thousands.
package enum FixedNumber {
  /// A number with at most this many decimals, without zeros at the end; `nil` if it is no number or has more than 15
  /// digits.
  package static func text(_ value: Double, places: Int) -> String? {
    guard let text = full(value, places: places) else { return nil }
    guard text.contains(".") else { return text }
    var short = Substring(text)
    while short.last == "0" { short.removeLast() }
    if short.last == "." { short.removeLast() }
    return short == "-0" ? "0" : String(short)
  }

  package static func full(_ value: Double, places: Int) -> String? {
    let places = min(max(places, 0), 9)
    let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
    let scaled = (value * scale).rounded()
    guard scaled.magnitude < 1e15, let whole = Int64(exactly: scaled) else { return nil }
    var digits = String(whole.magnitude)
    if digits.count <= places { digits = String(repeating: "0", count: places + 1 - digits.count) + digits }
    let sign = whole < 0 ? "-" : ""
    guard places > 0 else { return sign + digits }
    return sign + digits.dropLast(places) + "." + digits.suffix(places)
  }
}

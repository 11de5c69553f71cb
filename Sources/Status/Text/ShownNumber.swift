/// A number for people.
enum ShownNumber {
  /// Rounded to a tenth, without digits that only binary fractions cause.
  static func text(_ value: Double) -> String {
    let rounded = (value * 10).rounded() / 10
    return Int64(exactly: rounded).map(\.description) ?? rounded.description
  }
}

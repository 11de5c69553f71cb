/// The answer to a question: keys and values, in order.
package struct Answer: Sendable {
  /// A value of the answer. Numbers are decimal text, so that they stay exact.
  package enum Value: Sendable, Hashable {
    /// A decimal number, as text.
    case number(String)
    case truth(Bool)
    case text(String)
  }

  package private(set) var fields: [(key: String, value: Value)] = []

  package subscript(key: String) -> Value? { fields.first { $0.key == key }?.value }

  private let units: QuestionInputs.Units
  private let momentDivisor: Int
  /// More digits than any tolerance needs; the smallest step of length is 10⁻⁷ mm.
  private static let places = 9

  init(in inputs: QuestionInputs) {
    units = inputs.units
    momentDivisor = inputs.momentDivisor
  }

  mutating func add(_ key: String, _ weight: Weight) { add(key, weight.text(in: units.weight, places: Self.places)) }
  mutating func add(_ key: String, _ arm: Arm) { add(key, arm.text(in: units.length, places: Self.places)) }
  mutating func add(_ key: String, _ moment: Moment) {
    add(key, moment.text(in: units.weight, units.length, divisor: momentDivisor, places: Self.places))
  }
  mutating func add(_ key: String, _ number: String) { fields.append((key, .number(number))) }
  mutating func add(_ key: String, _ truth: Bool) { fields.append((key, .truth(truth))) }
  mutating func add(_ key: String, text: String) { fields.append((key, .text(text))) }

  /// Adds the arm of a moment. A weight of zero has no arm, so nothing is added.
  mutating func addCG(_ key: String, _ moment: Moment, of weight: Weight) {
    if let arm = moment.arm(of: weight) { add(key, arm) }
  }
}

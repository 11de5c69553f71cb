/// The latest steps of the model, as many as are looked back over: what was seen, and the chances forward. Its memory is
/// fixed.
struct PhaseWindow: Sendable {
  /// Two hours of minutes. A phase becomes sure within a few steps.
  static let capacity = 128

  private var seen = [FlightObservation](repeating: FlightObservation(), count: capacity)
  private var chances = [Double](repeating: 0, count: capacity * FlightState.count)
  private var next = 0
  private(set) var count = 0

  init() {}

  mutating func append(_ observation: FlightObservation, _ forward: [Double]) {
    seen[next] = observation
    for state in 0..<FlightState.count { chances[next * FlightState.count + state] = forward[state] }
    next = (next + 1) % Self.capacity
    count = min(count + 1, Self.capacity)
  }

  /// - Parameter age: 0 is the latest step.
  private func place(_ age: Int) -> Int { (next + Self.capacity * 2 - 1 - age) % Self.capacity }

  subscript(age: Int) -> FlightObservation { seen[place(age)] }

  func chance(of state: Int, at age: Int) -> Double { chances[place(age) * FlightState.count + state] }
}

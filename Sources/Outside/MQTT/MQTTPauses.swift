/// How long it waits before it connects again. A broker at home that was away is back within seconds, and everything is to be right 5 s
/// later. One that accepts each connection and soon ends it must not get hundreds an hour.
struct MQTTPauses: Sendable {
  private static let steps: [Int64] = [500, 1000, 2000, 4000, 8000, 16_000, 30_000]
  /// The longest for a broker that is not there.
  private static let mostAway = 2
  /// A connection that was open for so long was a good one, in ms.
  private static let good: Int64 = 30_000

  /// The attempts in a row without a connection, and the connections in a row that soon ended.
  private(set) var failures = 0
  private var brief = 0

  /// - Parameter open: how long the connection was open, in ms; `nil` if the broker did not accept it.
  /// - Returns: the pause, in ms.
  mutating func next(after open: Int64?) -> Int64 {
    if let open {
      failures = 1
      brief = open < Self.good ? brief + 1 : 0
    } else {
      failures += 1
    }
    let step = max(min(failures - 1, Self.mostAway), brief - 1)
    return Self.steps[min(step, Self.steps.count - 1)]
  }
}

/// Where a point of the flight is, as a value: each language has words of its own for it.
package struct PathPlace: Sendable, Hashable {
  /// The end of a part of the flight, or a change of tanks.
  package enum Corner: Sendable, Hashable {
    case ramp, takeoff, landing, zeroFuel
    /// The tank that was used up to here, and how many times by then.
    case changeOver(tank: String, use: Int)
  }

  package let corner: Corner
  /// Whether the point is not the corner itself but somewhere on the way to it.
  package let isOnTheWay: Bool

  init(_ corner: Corner, isOnTheWay: Bool = false) { (self.corner, self.isOnTheWay) = (corner, isOnTheWay) }

  /// A point on the way to this one.
  var onTheWay: PathPlace { PathPlace(corner, isOnTheWay: true) }

  /// A description for display, such as `on the way to Inboard tanks changed over`.
  package var label: String { isOnTheWay ? "on the way to \(cornerLabel)" : cornerLabel }

  private var cornerLabel: String {
    switch corner {
    case .ramp: "ramp"
    case .takeoff: "take-off"
    case .landing: "landing"
    case .zeroFuel: "zero fuel"
    case .changeOver(let tank, let use): use > 1 ? "\(tank) changed over, use \(use)" : "\(tank) changed over"
    }
  }
}

import Readings

/// A time for each phase of a flight, by the position of the phase in its list: this room knows no phases. It is a plain value
/// without references, as all outputs of the critical loop are.
package struct PhaseTimes: Sendable, Equatable {
  /// Nine phases and the unknown one.
  package static let count = 10
  private var milliseconds = InlineArray<10, UInt32>(repeating: 0)

  package init() {}

  /// In whole milliseconds, at most 49 days. A position outside the list has no time.
  package subscript(position: Int) -> Duration {
    get { milliseconds.indices.contains(position) ? .milliseconds(Int64(milliseconds[position])) : .zero }
    set {
      guard milliseconds.indices.contains(position) else { return }
      milliseconds[position] = UInt32(clamping: newValue.wholeNanoseconds / 1_000_000)
    }
  }

  package static func == (one: PhaseTimes, other: PhaseTimes) -> Bool {
    one.milliseconds.indices.allSatisfy { one.milliseconds[$0] == other.milliseconds[$0] }
  }
}

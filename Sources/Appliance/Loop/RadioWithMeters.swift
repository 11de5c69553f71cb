import Engine
import Radio
import Readings
import USBMeter

/// The radio of a running box, and beside it the meters on USB cables, which the critical loop serves after it.
final class RadioWithMeters: Radio {
  private let radio: any Radio
  private let meters: USBMeters
  private var news: [USBMeters.Output] = []

  init(_ radio: any Radio, _ meters: USBMeters) {
    self.radio = radio
    self.meters = meters
  }

  var descriptors: [Int32] { radio.descriptors + [meters.descriptor] }
  var nextDeadline: Instant? { radio.nextDeadline }

  func serve(at instant: Instant, into outputs: inout [RadioOutput]) -> Bool {
    guard !radio.serve(at: instant, into: &outputs) else { return true }
    meters.serve(into: &news)
    for output in news {
      switch output {
      case .report(let report): outputs.append(.input(.radio(report)))
      case .note(let text): outputs.append(.note(text))
      }
    }
    news.removeAll(keepingCapacity: true)
    return false
  }

  func fetch(_ wish: HistoryRequest, at instant: Instant) { radio.fetch(wish, at: instant) }
  func carryOut(
    _ order: DeviceOrder, at instant: Instant, into outputs: inout [RadioOutput]
  ) throws(LapwingError) {
    try radio.carryOut(order, at: instant, into: &outputs)
  }
  func follow(_ guests: ConnectionPermission) { radio.follow(guests) }

  func end() {
    meters.end()
    radio.end()
  }
}

import Foundation
import Readings
import System

/// Searches for meters on a thread of its own, because opening one may wait for the USB cable, and passes them to the
/// critical loop.
final class MeterFinder: Sendable {
  private enum Order: Sendable {
    case lost(PluggedMeter)
    case end
  }

  /// What was found, for the critical loop.
  let findings: BoundedRing<MeterSearch.Finding>
  private let orders: BoundedRing<Order>
  private let makeSearch: @Sendable () -> MeterSearch

  /// A meter that was plugged in takes longer than this to warm up.
  private static let interval = Duration.seconds(2)

  init(_ makeSearch: @escaping @Sendable () -> MeterSearch) throws(LapwingError) {
    findings = try BoundedRing(capacity: 16)
    orders = try BoundedRing(capacity: 16)
    self.makeSearch = makeSearch
  }

  func start() {
    let thread = Thread { [self] in serve() }
    thread.name = "usb meters"
    thread.start()
  }

  /// A meter has ended. Called by the critical loop.
  func noteLost(_ meter: PluggedMeter) { give(.lost(meter)) }

  func end() { give(.end) }

  private func give(_ order: Order) {
    _ = orders.push(order)
    orders.bell.ring()
  }

  private func serve() {
    var search = makeSearch()
    while true {
      for finding in search.look() {
        // Without room the loop has not handled the last ones for a long time; the meter is tried again.
        if !findings.push(finding), case .opened(let meter, _) = finding { search.noteLost(meter) }
        findings.bell.ring()
      }
      _ = orders.bell.wait(Self.interval)
      while let order = orders.pop() {
        switch order {
        case .lost(let meter): search.noteLost(meter)
        case .end: return
        }
      }
    }
  }
}

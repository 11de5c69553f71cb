import Control
import Engine
import Logbook
import Readings
import Settings
import Synchronization
import System
import TestSupport

@testable import Panel

/// A box at the socket of a ``PanelBench`` that notes each order and does it at once.
final class FakeBox: OrderTaker {
  private struct State { var server: ControlServer?; var orders: [String] = [] }
  private let state = Mutex(State())

  init(_ bench: PanelBench) throws {
    let configuration = bench.panel.configuration
    let file = bench.folder.file("lapwing.yaml")
    let server = try ControlServer(
      path: configuration.controlSocket, box: self, health: LogbookHealth(), configuration: configuration,
      reload: { () throws(LapwingError) in try Configuration(path: file, profile: nil) },
      writer: SettingsWriter(ConfigurationEditor(path: file)) { _ in }, manager: nil)
    state.withLock { $0.server = server }
    server.start()
  }

  /// The orders so far, as Swift writes them.
  var orders: [String] { state.withLock { $0.orders } }

  func post(_ order: BoxOrder, before deadline: Int64?) -> Bool {
    guard let server = state.withLock({ $0.server }) else { return false }
    state.withLock { $0.orders.append("\(order)") }
    _ = server.ring.push(TimedOutput(instant: .start, record: .answer(order.number, .done([]))))
    server.ring.bell.ring()
    return true
  }

  func end() {
    guard let server = state.withLock({ $0.server }) else { return }
    _ = server.ring.push(TimedOutput(instant: .start, record: .finished))
    server.ring.bell.ring()
    server.join(within: .seconds(10))
    state.withLock { $0.server = nil }
  }
}

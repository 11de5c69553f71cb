import Alarms
import Foundation
import Readings
import Settings
import Synchronization
import System

/// Makes changes of settings one after another, on a thread of its own: a disk that stands still delays no other order.
final class SettingsQueue: Sendable {
  struct Order: Sendable {
    let change: SettingsChange
    let client: Int
    /// After which it is refused, in milliseconds of the kernel's monotonic clock; `nil` for never.
    let deadline: Int64?
  }

  struct Done: Sendable {
    let client: Int
    let result: Result<SettingsWriter.Written, ConfigurationEditor.Fault>
    /// The settings that were read again, for the running box.
    let fresh: Result<Configuration, LapwingError>?
  }

  private struct State {
    var waiting: [Order] = []
    var done: [Done] = []
    /// The client whose change is being made.
    var current: Int?
  }

  private static let most = 16
  private let state = Mutex(State())
  let writer: SettingsWriter
  private let running: BoxProfile
  private let reload: @Sendable () throws(LapwingError) -> Configuration
  private let bell: EventFlag

  init(
    _ writer: SettingsWriter, running: BoxProfile,
    reload: @escaping @Sendable () throws(LapwingError) -> Configuration, bell: EventFlag
  ) {
    self.writer = writer
    self.running = running
    self.reload = reload
    self.bell = bell
  }

  func add(_ order: Order) throws(LapwingError) {
    let (hasRoom, isIdle) = state.withLock { state in
      let hasRoom = state.waiting.count < Self.most, isIdle = state.current == nil && state.waiting.isEmpty
      if hasRoom { state.waiting.append(order) }
      return (hasRoom, isIdle)
    }
    guard hasRoom else {
      throw LapwingError(.unavailable, code: "busy", "the box has too many changes of settings to make; try again")
    }
    guard isIdle else { return }
    Thread.start(named: "settings") { [self] in while let order = next() { finish(order) } }
  }

  /// Returns what was done since the last call.
  func removeDone() -> [Done] {
    state.withLock { state in
      defer { state.done = [] }
      return state.done
    }
  }

  func isWaiting(_ client: Int) -> Bool {
    state.withLock { state in
      state.current == client || state.waiting.contains { $0.client == client }
        || state.done.contains { $0.client == client }
    }
  }

  private func next() -> Order? {
    state.withLock { state in
      let order = state.waiting.isEmpty ? nil : state.waiting.removeFirst()
      state.current = order?.client
      return order
    }
  }

  private func finish(_ order: Order) {
    let result: Result<SettingsWriter.Written, ConfigurationEditor.Fault>
    var fresh: Result<Configuration, LapwingError>?
    do throws(ConfigurationEditor.Fault) {
      guard !LateOrder.isLate(order.deadline, at: MonotonicClock.kernelMicroseconds() / 1000) else {
        throw ConfigurationEditor.Fault(key: order.change.firstKey, error: LateOrder.refusal)
      }
      let written = try writer.write(order.change, running: running)
      result = .success(written)
      if written.settings != nil {
        do throws(LapwingError) { fresh = .success(try reload()) } catch { fresh = .failure(error) }
      }
    } catch { result = .failure(error) }
    state.withLock { $0.done.append(Done(client: order.client, result: result, fresh: fresh)) }
    bell.ring()
  }
}

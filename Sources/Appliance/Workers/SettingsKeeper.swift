import Alarms
import Control
import Engine
import Monitor
import Readings
import Settings
import System

/// Keeps what the next start compares itself with: the last good copies of the files of settings, and the limits in force.
///
/// Limits that are weaker than those of the run before are kept only when a person has acknowledged the alarm about them.
/// What is set while the box runs is meant, and is kept at once.
final class SettingsKeeper: OutputConsumer {
  private let settings: SettingsInForce
  private let record: LimitsRecord
  private var retry: RetriedWrite
  /// Whether the start has found weaker limits, and no person has answered.
  private var isDoubted: Bool
  /// The change of the settings that was kept last; `nil` if that has failed.
  private var kept: UInt64?

  init(
    _ settings: SettingsInForce, record: LimitsRecord, inward: BoundedRing<LoopInput>, clock: MonotonicClock
  ) {
    (self.settings, self.record) = (settings, record)
    retry = RetriedWrite(every: .seconds(60), inward: inward, clock: clock)
    isDoubted = !settings.configuration.weakened.isEmpty
  }

  func receive(_ batch: [TimedOutput]) {
    for output in batch {
      guard case .action(.alarm(let alarm)) = output.record, alarm.condition == .settingsFault, !alarm.isTest,
        alarm.presence == .off
      else { continue }
      (isDoubted, kept) = (false, nil)
    }
    if retry.isDue { keep() }
  }

  func finish() {
    keep()
    // Who orders a start with other limits means them.
    if let next = settings.next, !isDoubted { try? record.write(WatchedLimits(next)) }
  }

  private func keep() {
    let (configuration, change) = (settings.configuration, settings.change)
    guard kept != change else { return }
    do throws(LapwingError) {
      // Limits that were changed since the start, and are as strict again.
      let limits = WatchedLimits(configuration)
      if isDoubted, let former = record.read(), limits.weaker(than: former).isEmpty { isDoubted = false }
      if !isDoubted { try record.write(limits) }
      // A full disk has no room for new copies.
      for file in configuration.files { try file.keep() }
      if let missing = configuration.missing { SettingsFile.forgetCopy(of: missing) }
      kept = change
      retry.succeed()
    } catch {
      retry.fail(error)
    }
  }
}

final class ConsumerGroup: OutputConsumer {
  private let all: [any OutputConsumer]

  init(_ all: [any OutputConsumer]) { self.all = all }

  func receive(_ batch: [TimedOutput]) { for consumer in all { consumer.receive(batch) } }
  func finish() { for consumer in all { consumer.finish() } }
}

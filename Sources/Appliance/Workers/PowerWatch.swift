import Alarms
import Engine
import Monitor
import Readings
import System

/// Looks at supply and heat of the board, and reports to the loop what has changed. On a thread of its own, since a driver may ask
/// the firmware and wait for it. After each hour with a fault it says in the log how often and how long there was one.
final class PowerWatch: OutputConsumer {
  /// What there was of a fault since ``PowerWatch/hourEnd`` was set.
  private struct Count {
    var times = 0
    var time = Duration.zero
    var most = 0.0
  }

  private let source: PowerSource?
  private let inward: Inbox
  private let clock: MonotonicClock
  private var lookedAt: Instant?
  private var isSupplyLow = false, isTooHot = false
  private var low = Count(), hot = Count()
  private var hourEnd: Instant?
  private var power = BoardPower()
  private var reported: (power: BoardPower, at: Instant)?

  /// That of the driver.
  static let interval = Duration.seconds(2)
  /// How often another temperature is reported.
  private static let pause = Duration.seconds(60)

  /// - Parameter source: `nil` for a box that plays a recording, which has no board.
  init(_ source: PowerSource?, inward: Inbox, clock: MonotonicClock) {
    (self.source, self.inward, self.clock) = (source, inward, clock)
  }

  func receive(_ batch: [TimedOutput]) {
    let now = clock.now
    guard let source, lookedAt.map({ $0.advanced(by: Self.interval) <= now }) ?? true else { return }
    let passed = lookedAt?.duration(to: now) ?? .zero
    lookedAt = now
    let sight = source.sight
    if let isLow = sight.isSupplyLow { takeSupply(isLow, passed) }
    if let celsius = sight.celsius { takeHeat(celsius, passed) }
    report(at: now)
    count(at: now)
  }

  func finish() {}

  private func takeSupply(_ isLow: Bool, _ passed: Duration) {
    if isLow { low.time += passed }
    power.isSupplyLow = isLow
    power.lowTimes = power.lowTimes ?? 0
    guard isLow != isSupplyLow, post(.underVoltage, isPresent: isLow) else { return }
    isSupplyLow = isLow
    guard isLow else { return }
    low.times += 1
    power.lowTimes = (power.lowTimes ?? 0) + 1
  }

  private func takeHeat(_ celsius: Double, _ passed: Duration) {
    power.celsius = Int(celsius.rounded())
    let isHot = BoardHeat.isTooHot(celsius, wasTooHot: isTooHot)
    if isHot { (hot.time, hot.most) = (hot.time + passed, max(hot.most, celsius)) }
    guard isHot != isTooHot, post(.tooHot, isPresent: isHot) else { return }
    isTooHot = isHot
    if isHot { hot.times += 1 }
  }

  private func post(_ condition: ConditionID, isPresent: Bool) -> Bool {
    inward.post(.event(isPresent ? .fault(condition) : .cleared(condition)))
  }

  /// Reports for the status: a change of the supply at once, one of the temperature from time to time.
  private func report(at now: Instant) {
    if let reported {
      guard power != reported.power else { return }
      let isUrgent = power.isSupplyLow != reported.power.isSupplyLow || power.lowTimes != reported.power.lowTimes
      guard isUrgent || reported.at.advanced(by: Self.pause) <= now else { return }
    }
    guard power != BoardPower(), inward.post(.power(power)) else { return }
    reported = (power, now)
  }

  private func count(at now: Instant) {
    if isSupplyLow || isTooHot { hourEnd = hourEnd ?? now.advanced(by: ConditionID.hour) }
    guard let end = hourEnd, end <= now else { return }
    if low.times > 0 || low.time > .zero {
      inward.post(.note("in the last hour the supply was too low \(Self.words(low))"))
    }
    if hot.times > 0 || hot.time > .zero {
      let most = "\(Int(hot.most.rounded())) °C at most"
      inward.post(.note("in the last hour the processor was too hot \(Self.words(hot)), \(most)"))
    }
    (low, hot, hourEnd) = (Count(), Count(), nil)
  }

  private static func words(_ count: Count) -> String {
    let times = max(1, count.times)
    return "\(times) \(times == 1 ? "time" : "times"), for \(max(1, count.time.components.seconds)) s in all"
  }
}

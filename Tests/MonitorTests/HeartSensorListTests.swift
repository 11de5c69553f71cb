import Readings
import TestSupport
import Testing
@testable import Monitor

@Suite struct `The sensors of a heart` {
  private let strap = SensorIndex(1)
  private let other = SensorIndex(2)
  private let oximeter = SensorIndex(3)

  private func list(_ sensors: [(SensorIndex, isStrap: Bool)]) -> HeartSensorList {
    var list = HeartSensorList()
    for (sensor, isStrap) in sensors { list.insert(HeartSensor(sensor, isStrap: isStrap)) }
    return list
  }

  /// A sensor sends a rate, or that it does not touch the skin.
  private func send(_ rate: Double?, from sensor: SensorIndex, at seconds: Double, _ list: inout HeartSensorList) {
    guard let place = list.place(of: sensor) else { return }
    list.all[place].take(
      rate: rate, isOffScale: false, rate == nil ? .notDetected : .detected, RRIntervals(),
      freshUntil: .at(seconds + 5), at: .at(seconds))
    list.choose()
  }

  @Test func `have straps first, and no speaker before one has sent something`() {
    var list = list([(oximeter, false), (strap, true)])
    #expect(list.all.map(\.sensor) == [strap, oximeter])
    list.choose()
    #expect(list.speaker == nil && list.isAwaited && list.state == .awaited)
    #expect(list.lead == strap, "alarms are shown at the first")
  }

  @Test func `choose good data first, then a strap, then the one that counted before`() {
    var list = list([(strap, true), (other, true), (oximeter, false)])
    send(70, from: oximeter, at: 0, &list)
    #expect(list.lead == oximeter)
    send(nil, from: strap, at: 1, &list)
    #expect(list.lead == oximeter, "the strap has no contact")
    send(70, from: other, at: 2, &list)
    #expect(list.lead == other)
    send(70, from: strap, at: 3, &list)
    #expect(list.lead == other, "of equal ones the one that counted before")
  }

  @Test func `give no good data while values are frozen`() {
    var list = list([(strap, true), (oximeter, false)])
    send(70, from: strap, at: 0, &list)
    list.all[0].isFrozen = true
    #expect(!list.isGood)
    send(70, from: oximeter, at: 1, &list)
    #expect(list.lead == oximeter && list.isGood)
    #expect(!list.hasGoodData(besides: oximeter))
  }

  @Test func `expire once, and then another one is chosen`() {
    var list = list([(strap, true), (oximeter, false)])
    send(70, from: strap, at: 0, &list)
    send(70, from: oximeter, at: 3, &list)
    #expect(list.expire(at: .at(4.9)) == false)
    #expect(list.expire(at: .at(5)) == true)
    #expect(list.expire(at: .at(5)) == false)
    list.choose()
    #expect(list.lead == oximeter)
  }

  @Test func `keep the speaker when another one is added, removed or changes its kind`() {
    var list = list([(oximeter, false)])
    send(70, from: oximeter, at: 0, &list)
    list.insert(HeartSensor(strap, isStrap: true))
    #expect(list.lead == oximeter)
    list.setStrap(false, strap)
    #expect(list.lead == oximeter)
    #expect(list.remove(strap) == true)
    #expect(list.remove(strap) == false)
    #expect(list.lead == oximeter)
    #expect(list.remove(oximeter) == true)
    #expect(list.lead == nil && list.isEmpty)
  }

  @Test func `contradict each other by more than 15 percent`() {
    var list = list([(strap, true), (oximeter, false)])
    send(100, from: strap, at: 0, &list)
    send(85, from: oximeter, at: 0, &list)
    #expect(!list.isContradicted(list.all[0]))
    send(84.9, from: oximeter, at: 1, &list)
    #expect(list.isContradicted(list.all[0]))
  }
}

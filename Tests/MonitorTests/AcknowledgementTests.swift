import Alarms
import Monitor
import Readings
import SensorProtocols
import TestSupport
import Testing

/// An alarm that a person has acknowledged.
@Suite struct `An acknowledged alarm` {
  /// CO2 at 1,600 ppm, acknowledged at 100 s.
  private func acknowledged() -> MonitorScene {
    var conditions = ConditionTable.standard
    _ = conditions.setEnabled(false, of: .co2Low)
    var scene = MonitorScene(conditions: conditions)
    scene.waits(until: 0)
    scene.happens(.acknowledge(.alarmOff), at: 0)
    scene.co2(1_600, during: 0..<100)
    scene.happens(.silence, at: 100)
    return scene
  }

  @Test func `of medium priority speaks again at half of the way to the next limit, and once`() {
    var scene = acknowledged()
    scene.co2(2_049, during: 105..<200)
    #expect(scene.changes(of: .co2Medium).last?.alarm.presence == .ack)
    scene.co2(2_050, during: 200..<220)
    #expect(scene.changes(of: .co2Medium).last?.alarm.presence == .on)
    #expect(scene.changes(of: .co2Medium).last?.at == 200)
    #expect(scene.sound(at: 201)?.priority == .medium)
  }

  @Test func `speaks again at half of what is left, where it is acknowledged again`() {
    var scene = acknowledged()
    scene.co2(2_100, during: 105..<150)
    scene.happens(.silence, at: 150)
    scene.co2(2_299, during: 155..<200)
    #expect(scene.changes(of: .co2Medium).last?.alarm.presence == .ack)
    scene.co2(2_300, during: 200..<210)
    #expect(scene.changes(of: .co2Medium).last?.alarm.presence == .on)
  }

  @Test func `goes by what is measured then, also where that is not beyond the limit`() {
    var scene = MonitorScene()
    scene.co2(2_450, during: 0..<200)
    scene.co2(1_451, during: 200..<215)
    scene.happens(.acknowledge(.co2Medium), at: 215)
    scene.co2(1_451, during: 220..<240)
    #expect(scene.changes(of: .co2Medium).last?.alarm.presence == .ack)
    scene.co2(2_450, during: 240..<260)
    #expect(scene.changes(of: .co2Medium).last?.alarm.presence == .on)
  }

  @Test func `of a saturation speaks again on the way down`() {
    var scene = MonitorScene()
    scene.oximeter(88, pulse: 70, during: 0..<30)
    scene.happens(.silence, at: 30)
    scene.oximeter(87, pulse: 71, during: 31..<60)
    #expect(scene.changes(of: .spo2Medium).last?.alarm.presence == .ack)
    scene.oximeter(86, pulse: 70, during: 60..<65)
    #expect(scene.changes(of: .spo2Medium).last?.alarm.presence == .on, "half way from 88 to 85")
  }

  @Test func `stays so while its value ends for a moment and comes back in the same episode`() {
    var scene = acknowledged()
    scene.co2(600, during: 105..<175)
    scene.co2(1_600, during: 175..<400)
    #expect(scene.ends(of: .co2Medium).count == 1)
    #expect(scene.changes(of: .co2Medium).last?.alarm.presence == .ack)
    #expect(scene.sound(at: 399) == nil)
  }

  @Test func `stays so while its data are gone, and when they come back`() {
    var scene = acknowledged()
    scene.waits(until: 400)
    #expect(scene.present(at: 300)[.noData] == .medium)
    #expect((110..<400).allSatisfy { scene.sound(at: Double($0)) == nil }, "the cause changes, and not the alarm")
    scene.co2(1_600, during: 400..<500)
    #expect((400..<500).allSatisfy { scene.sound(at: Double($0)) == nil })
    #expect(scene.changes(of: .co2Medium).last?.alarm.presence == .ack)
  }

  @Test func `sounds again when its quarter of an hour is over, however often its data were gone`() {
    var scene = acknowledged()
    for second in stride(from: 105, to: 1_100, by: 5) where second % 300 < 100 { scene.co2(1_600, at: Double(second)) }
    scene.waits(until: 1_010)
    #expect((110..<995).allSatisfy { scene.sound(at: Double($0)) == nil })
    #expect(scene.sound(at: 1_005)?.priority == .medium)
  }

  @Test func `of high priority that is acknowledged by name stays so through a dropout, for two minutes`() {
    var scene = MonitorScene()
    scene.beats(150, during: 0..<20)
    scene.happens(.acknowledge(.heartRateHigh), at: 20)
    scene.beats(150, during: 35..<200)
    #expect((21..<140).allSatisfy { scene.sound(at: Double($0)) == nil })
    #expect(scene.sound(at: 141)?.priority == .high)
  }

  @Test func `does not keep the other limit of its heart silent`() {
    var scene = MonitorScene()
    scene.beats(150, during: 0..<20)
    scene.happens(.acknowledge(.heartRateHigh), at: 20)
    scene.beats(40, during: 21..<80)
    let turned = scene.onsets(of: .heartRateLow).first
    #expect(turned.map { scene.sound(at: $0 + 1)?.priority } == .some(.high))
  }

  @Test func `does not keep the loss of another sensor silent`() {
    var scene = acknowledged()
    scene.co2(1_600, during: 105..<205, sensor: 4)
    #expect(scene.changes(of: .co2Medium).last { $0.alarm.sensor == SensorIndex(4) }?.alarm.presence == .on)
    scene.waits(until: 400)
    #expect(scene.sound(at: 380)?.priority == .medium)
  }
}

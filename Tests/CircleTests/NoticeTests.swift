import Circle
import Testing

@Suite struct `Low and medium alarms` {
  private let people = [
    CirclePerson("anna", channels: ["push", "sms"], from: .low), CirclePerson("ben", channels: ["push"], from: .medium),
    CirclePerson("chloe", channels: ["push"]),
  ]
  /// From 22:00 to 7:00.
  private let night = CircleHours(from: 22 * 60, to: 7 * 60)
  /// 20 September 2026, 21:59:00 local time.
  private let evening: Int64 = 1_789_941_540

  private func medium(_ number: UInt64, _ priority: CirclePriority = .medium) -> CircleEvent {
    .began(CircleAlarm(number, priority, condition: "co2-medium", subject: "room"))
  }

  @Test func `go once, to those who want them, by their first channel, and so does the end`() throws {
    var scene = try CircleScene(people)
    scene.give(medium(1), at: 5)
    scene.give(medium(1), at: 6)
    scene.wait(until: 100)
    scene.give(.ended(1))
    #expect(
      scene.lines == ["5 anna.push.notice", "5 ben.push.notice", "100 anna.push.over", "100 ben.push.over"])
  }

  @Test func `wait for a minute after the last about the same`() throws {
    var scene = try CircleScene(people)
    scene.give(medium(1, .low), at: 5)
    scene.give(.ended(1), at: 10)
    scene.give(medium(2, .low), at: 20)
    scene.give(.ended(2), at: 30)
    scene.give(medium(3, .low), at: 40)
    scene.wait(until: 100)
    #expect(scene.lines == ["5 anna.push.notice", "10 anna.push.over", "65 anna.push.notice"])
  }

  @Test func `wait for the end of the quiet hours, if they are on then`() throws {
    var scene = try CircleScene(people, quiet: night)
    scene.give(.date(offset: evening))
    scene.give(medium(1), at: 30)
    scene.give(medium(2, .low), at: 60)
    scene.give(.ended(1), at: 90)
    scene.wait(until: 9 * 3600 + 59)
    #expect(scene.sent(from: 60) == ["90 anna.push.over", "90 ben.push.over"])
    scene.wait(until: 9 * 3600 + 60)
    #expect(scene.sent(from: 100) == ["\(9 * 3600 + 60) anna.push.notice"])
  }

  @Test func `do not wait while the date is unknown`() throws {
    var scene = try CircleScene(people, quiet: night)
    scene.give(medium(1), at: 5)
    #expect(scene.sent().count == 2)
  }

  @Test func `are not told if somebody at the box has silenced them`() throws {
    var scene = try CircleScene(people, quiet: night)
    scene.give(.date(offset: evening))
    scene.give(medium(1), at: 100)
    scene.give(.silenced(1), at: 110)
    scene.wait(until: 10 * 3600)
    #expect(scene.lines.isEmpty)
  }

  @Test func `are high alarms from when they are reported as high`() throws {
    var scene = try CircleScene(people)
    scene.give(medium(1), at: 5)
    scene.give(medium(1, .high), at: 10)
    scene.wait(until: 41)
    #expect(scene.sent(from: 10) == ["40 anna.push.alarm"])
  }

  @Test func `are twelve an hour at most`() throws {
    var scene = try CircleScene(people, times: CircleTimes(noticeCoolDown: .zero))
    for number in 1...30 { scene.give(medium(UInt64(number), .low), at: number) }
    scene.wait(until: 3600)
    #expect(scene.lines.count == 12)
    scene.wait(until: 3601)
    #expect(scene.lines.count == 13)
  }
}

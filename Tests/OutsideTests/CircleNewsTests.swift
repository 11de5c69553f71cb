import Alarms
import Circle
import Status
import Testing

@testable import Outside

@Suite("What the care circle receives of the box")
struct CircleNewsTests {
  private func told(
    _ id: String, _ state: FollowedBox.Told.State = .open, priority: Priority = .high, first: String? = nil,
    isTest: Bool = false
  ) -> FollowedBox.Told {
    FollowedBox.Told(
      state: state, alarmID: id, first: first, priority: priority, condition: "co2-high", isTechnical: false,
      isTest: isTest, person: nil, at: 0, run: "r")
  }

  /// The words of events, with the priority of a beginning.
  private func words(_ news: inout CircleNews, _ open: [String: FollowedBox.Told]) -> [String] {
    var box = FollowedBox()
    box.open = open
    return news.receive(box, [], at: 0).map { event in
      switch event {
      case .began(let alarm): "began \(alarm.priority.rawValue) \(alarm.number)"
      case .ended(let number): "ended \(number)"
      case .silenced(let number): "silenced \(number)"
      default: "other"
      }
    }
  }

  private let number = CircleNews.number(of: "r-1")

  @Test func `a beginning, a silence and an end, each once`() {
    var news = CircleNews()
    #expect(words(&news, ["k": told("r-1")]) == ["began high \(number)"])
    #expect(words(&news, ["k": told("r-1")]) == [])
    #expect(words(&news, ["k": told("r-1", .acknowledged)]) == ["silenced \(number)"])
    #expect(words(&news, ["k": told("r-1", .acknowledged)]) == [])
    #expect(words(&news, ["k": told("r-1", .ended)]) == ["ended \(number)"])
    #expect(words(&news, [:]) == [])
  }

  @Test func `a rise as the same alarm with another priority`() {
    var news = CircleNews()
    #expect(words(&news, ["k": told("r-1", priority: .medium)]) == ["began medium \(number)"])
    #expect(words(&news, ["k": told("r-2", first: "r-1")]) == ["began high \(number)"])
    #expect(words(&news, [:]) == ["ended \(number)"])
  }

  @Test func `what happened while it was away`() {
    var news = CircleNews()
    _ = words(&news, ["k": told("r-1")])
    let other = CircleNews.number(of: "r-9")
    #expect(words(&news, ["k": told("r-9")]) == ["ended \(number)", "began high \(other)"])
  }

  @Test func `no test of the signals`() {
    var news = CircleNews()
    #expect(words(&news, ["k": told("r-1", isTest: true)]) == [])
  }

  @Test func `numbers that are none of the circle's own`() {
    for id in ["r-1", "", "1x5k-17"] { #expect(CircleNews.number(of: id) < CircleAlarm.boxLostNumber) }
    #expect(CircleNews.number(of: "a-1") != CircleNews.number(of: "a-2"))
  }

  /// Which of these values of an alarm are worse than before, in turn.
  private func worse(
    _ values: [Double?], from began: Double, limit: Double, _ unit: String, isLastValue: Bool = false
  ) -> [Bool] {
    var news = CircleNews(), box = FollowedBox()
    box.open = ["k": told("r-1")]
    let message = AlarmMessage(
      id: "r-1", alarmID: "r-1", kind: .began, priority: .high, isTest: false,
      term: OutsideScene.news("r-1", priority: .high).term,
      facts: OutsideMessage.Facts(
        condition: "co2-high", presence: "on", isTechnical: false, value: began, limit: limit, unit: unit), at: 0)
    _ = news.receive(box, [message], at: 0)
    return values.map { value in
      let alarm = AlarmTransition(
        sequence: 1, condition: .co2High, sensor: nil, priority: .high, isTechnical: false, presence: .on,
        isOnset: false, activation: .on, limit: limit, value: value, isLastValue: isLastValue, family: .air)
      return !news.look(at: [AlarmReport(alarm, persons: [], address: nil)], 0).isEmpty
    }
  }

  @Test func `that an alarm is worse, by 10 bpm, 4 % or a fifth of the limit, each time again`() {
    #expect(
      worse([30, 25, 24, nil, 38, 15, 45], from: 35, limit: 40, "bpm")
        == [false, true, false, false, false, true, false])
    #expect(worse([82, 81, 80, 77], from: 85, limit: 90, "%") == [false, true, false, true])
    #expect(worse([3099, 3100, 3599, 3600], from: 2600, limit: 2500, "ppm") == [false, true, false, true])
  }

  @Test func `nothing of a value that is the last one, or beyond the other limit`() {
    #expect(worse([10], from: 35, limit: 40, "bpm", isLastValue: true) == [false])
    #expect(worse([90], from: 35, limit: 40, "bpm") == [false])
  }
}

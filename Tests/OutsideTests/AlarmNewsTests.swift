import Alarms
import Foundation
import Status
import Testing
import Words

@testable import Outside

/// The rules of docs/outside.md, "What is sent".
@Suite("What is sent of an alarm")
struct AlarmNewsTests {
  private func news(_ rule: AlarmNews.Rule = AlarmNews.Rule()) throws -> AlarmNews {
    var news = AlarmNews(FollowedBox(), by: rule)
    #expect(try news.begin(OutsideScene.status(run: "r", transitions: 0), at: 0) == [])
    return news
  }

  @Test func `its beginning, acknowledgement and end`() throws {
    var news = try news()
    let began = try news.receive(OutsideScene.alarm("co2-high", "on", sequence: 1, value: 2600, limit: 2500), at: 1000)
    let acknowledged = try news.receive(OutsideScene.alarm("co2-high", "ack", sequence: 2), at: 2000)
    let ended = try news.receive(OutsideScene.alarm("co2-high", "off", sequence: 3), at: 3000)
    #expect((began + acknowledged + ended).map(\.id) == ["r-1", "r-2", "r-3"])
    #expect((began + acknowledged + ended).map(\.kind) == [.began, .acknowledged, .ended])
    #expect((began + acknowledged + ended).allSatisfy { $0.alarmID == "r-1" })
    #expect(began.first?.message(in: Wording()).body.contains("CO2 high: 2600 ppm (above 2500 ppm)") == true)
  }

  @Test func `not what is withheld, nor what is too low, nor what is technical if that is not wanted`() throws {
    var news = try news(AlarmNews.Rule(tellsTechnical: false))
    #expect(try news.receive(OutsideScene.alarm("co2-low", "on", sequence: 1, priority: "low"), at: 0) == [])
    #expect(try news.receive(OutsideScene.alarm("frozen", "on", sequence: 2, technical: true), at: 0) == [])
    let withheld = try OutsideScene.alarm("co2-medium", "on", sequence: 3, priority: "medium", activation: "off")
    #expect(news.receive(withheld, at: 0) == [])
    let signalled = try OutsideScene.alarm("co2-medium", "on", sequence: 4, priority: "medium")
    #expect(news.receive(signalled, at: 0).map(\.kind) == [.began])
  }

  @Test func `its rise as a new alarm`() throws {
    var news = try news()
    _ = try news.receive(OutsideScene.alarm("no-data", "on", sequence: 1, priority: "medium"), at: 0)
    let risen = try news.receive(OutsideScene.alarm("no-data", "on", sequence: 2, priority: "high"), at: 0)
    #expect(risen.map(\.kind) == [.began])
    #expect(risen.first?.message(in: Wording()).isUrgent == true)
  }

  @Test func `its end once, though its sound goes on`() throws {
    var news = try news()
    _ = try news.receive(OutsideScene.alarm("co2-high", "on", sequence: 1), at: 0)
    #expect(try news.receive(OutsideScene.alarm("co2-high", "latched", sequence: 2), at: 0).map(\.kind) == [.ended])
    #expect(try news.receive(OutsideScene.alarm("co2-high", "off", sequence: 3), at: 0) == [])
    #expect(try news.receive(OutsideScene.alarm("co2-high", "on", sequence: 4), at: 0).map(\.kind) == [.began])
  }

  @Test func `no change twice`() throws {
    var news = try news()
    let alarm = try OutsideScene.alarm("co2-high", "on", sequence: 1)
    #expect(news.receive(alarm, at: 0).count == 1)
    #expect(news.receive(alarm, at: 0) == [])
  }

  @Test func `what was missed, at the time when it happened`() throws {
    var news = try news()
    let status = try OutsideScene.status(
      run: "r", transitions: 2,
      missed: [
        OutsideScene.line("adapter-gone", "on", sequence: 1, at: 80),
        OutsideScene.line("adapter-gone", "off", sequence: 2, at: 90),
      ], seconds: 100)
    let messages = news.begin(status, at: 1_000_000)
    #expect(messages.map(\.id) == ["r-1", "r-2"])
    #expect(messages.map(\.at) == [980_000, 990_000])
    #expect(news.begin(status, at: 1_000_000) == [])
  }

  @Test func `what is present at the first contact`() throws {
    var news = AlarmNews(FollowedBox(), by: AlarmNews.Rule())
    let present = try OutsideScene.status(
      run: "r", transitions: 9, alarms: [OutsideScene.line("adapter-gone", "on", sequence: 7)])
    #expect(news.begin(present, at: 0).map(\.id) == ["r-7"])
    #expect(news.begin(present, at: 0) == [])
    let ended = try news.receive(OutsideScene.alarm("adapter-gone", "off", sequence: 10, technical: true), at: 0)
    #expect(ended.count == 1)
  }

  @Test func `nothing new of an alarm that goes on after a restart of the box`() throws {
    var news = try news()
    _ = try news.receive(OutsideScene.alarm("adapter-gone", "on", sequence: 5, technical: true), at: 0)
    let again = try OutsideScene.status(
      run: "s", transitions: 1, alarms: [OutsideScene.line("adapter-gone", "on", sequence: 1)],
      missed: [OutsideScene.line("adapter-gone", "on", sequence: 1)])
    #expect(news.begin(again, at: 0) == [])
    #expect(news.endEarlier(at: 0) == [])
    let ended = try news.receive(OutsideScene.alarm("adapter-gone", "off", sequence: 2, technical: true), at: 0)
    #expect(ended.map(\.id) == ["s-2"])
    #expect(ended.first?.alarmID == "r-5")
  }

  @Test func `the end of an alarm that a box did not take up again`() throws {
    var news = try news()
    _ = try news.receive(OutsideScene.alarm("adapter-gone", "on", sequence: 5, technical: true), at: 0)
    #expect(try news.begin(OutsideScene.status(run: "s", transitions: 0), at: 0) == [])
    #expect(news.endEarlier(at: 30_000).map(\.id) == ["r-5-end"])
    #expect(news.endEarlier(at: 60_000) == [])
  }

  @Test func `no name unless it is configured, and no old value as if it were one of now`() throws {
    let alarm = try OutsideScene.alarm("heart-rate-low", "on", sequence: 1, person: "Anna", value: 38, limit: 40)
    let bed = Wording(boxName: "Bed", namesPersons: true)
    var silent = try news(), open = try news(AlarmNews.Rule(wording: bed))
    let first = try #require(silent.receive(alarm, at: 0).first).message(in: Wording())
    let second = try #require(open.receive(alarm, at: 0).first).message(in: bed)
    #expect(first.title == "Heart Rate Alert! Heart rate low")
    #expect(first.body.contains("Heart rate is too low: 38 BPM (minimum: 40 BPM)"))
    #expect(!first.body.contains("Anna"))
    #expect(first.facts?.person == nil)
    #expect(second.body.contains("Anna"))
    #expect(second.body.contains("Bed, 1970-01-01T00:00:00Z"))
    var third = try news()
    let old = try OutsideScene.alarm("heart-rate-low", "on", sequence: 1, value: 38, limit: 40, isLast: true)
    let message = try #require(third.receive(old, at: 0).first).message(in: Wording())
    #expect(!message.body.contains("38"))
    #expect(message.facts?.value == nil)
  }

  @Test func `that nobody answers, until somebody does`() throws {
    let notice = try JSONDecoder().decode(
      NoticeReport.self,
      from: Data(
        #"{"condition":"co2-high","priority":"high","reason":"unanswered","unanswered_s":60,"value":2700,"limit":2500}"#
          .utf8))
    var news = try news()
    #expect(news.receive(notice, at: 0) == [])
    _ = try news.receive(OutsideScene.alarm("co2-high", "on", sequence: 1), at: 0)
    let message = try #require(news.receive(notice, at: 60_000).first).message(in: Wording())
    #expect(message.id == "r-1-u60")
    #expect(message.alarmID == "r-1")
    #expect(message.body.contains("No one has answered for 60 s."))
    _ = try news.receive(OutsideScene.alarm("co2-high", "on", sequence: 2, activation: "paused"), at: 70_000)
    #expect(news.receive(notice, at: 120_000) == [])
    let again = try news.receive(OutsideScene.alarm("co2-high", "on", sequence: 3), at: 200_000)
    #expect(again.map(\.kind) == [.unanswered])
  }
}

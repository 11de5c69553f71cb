import Alarms
import Logbook
import Readings
import Sessions
import TestSupport
import Testing
import Web
import Words

@testable import Panel

@Suite(.timeLimit(.minutes(20))) struct `The name of an alarm on the page` {
  @Test func `stands in the list of every condition`() {
    #expect(Set(ConditionID.allCases.map(\.name)) == Set(ConditionNames.ids))
  }

  @Test(arguments: ConditionNames.ids)
  func `is the one of docs, in both languages, on page, kiosk and tile`(id: String) async throws {
    let names = try #require(ConditionNames.all[id]), condition = try #require(ConditionID(name: id))
    let bed = try Bedside()
    bed.alarm(condition, of: 0)
    _ = try await bed.page("/now")
    for (language, name) in [("en", names.en), ("ko", names.ko)] {
      for path in ["/", "/kiosk", "/tile", "/settings"] {
        let page = try await bed.bench.ask("GET", path, ["Cookie: \(Cookies.language)=\(language)"]).body
        #expect(page.contains(">\(name)<") || page.contains(" \(name)<"), "\(path) \(language)")
      }
    }
  }

  @Test func `is the one of docs, in both languages, in the list of alarms and in a session of the history`()
    async throws
  {
    let bench = try PanelBench(), start: Int64 = 1_700_000_000_000
    let alarms = ConditionNames.ids.compactMap(ConditionID.init(name:)).enumerated().flatMap { place, condition in
      [Presence.on, .off].map { presence in
        let number = UInt64(2 * place + (presence == .on ? 1 : 2))
        let alarm = AlarmTransition(
          sequence: number, condition: condition, sensor: nil,
          priority: ConditionTable.standard[condition].priority, isTechnical: false, presence: presence,
          isOnset: presence == .on, activation: presence == .on ? .on : .off, limit: nil, value: nil)
        return LogEntry.alarm(alarm, at: start + Int64(number) * 1000, sensor: nil)
      }
    }
    let logbook = try Logbook(path: bench.folder.file("lapwing.db"))
    try logbook.append(
      [.runStarted(at: start), .sessionStarted(at: start, profile: "cabin")] + alarms
        + [.sessionEnded(SessionSummary(), at: start + 3_600_000)])
    logbook.close()
    for language in ["en", "ko"] {
      for path in ["/alarms", "/sessions/1"] {
        let page = try await bench.ask("GET", path, ["Cookie: \(Cookies.language)=\(language)"]).body
        for id in ConditionNames.ids {
          let names = try #require(ConditionNames.all[id]), name = language == "en" ? names.en : names.ko
          #expect(page.contains("</span> \(name) <"), "\(id) \(path) \(language)")
        }
      }
    }
  }

  @Test(arguments: ConditionNames.ids)
  func `is the one of docs, in both languages, with the limits that are asked of a new owner and of a person`(
    id: String
  ) async throws {
    let names = try #require(ConditionNames.all[id]), bed = try Bedside(), key = "alarms.\(id).limit"
    _ = try await bed.page("/now")
    for (language, name) in [("en", names.en), ("ko", names.ko)] {
      for (path, field) in [("/start/limits", "name=\"\(key)\""), ("/settings/persons", ".\(id)\"")] {
        let page = try await bed.bench.ask("GET", path, ["Cookie: \(Cookies.language)=\(language)"]).body
        #expect(!page.contains(field) || page.contains("\(name) ("), "\(path) \(language)")
      }
    }
  }
}

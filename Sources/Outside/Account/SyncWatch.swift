import AircraftFiles
import Glibc
import Readings
import Settings
import System

/// Where the scenarios, aircraft and tails are; `nil` for the folders of the box.
package struct ScenarioFolders: Sendable {
  let scenarios, aircraft, tails: String?

  package init(scenarios: String? = nil, aircraft: String? = nil, tails: String? = nil) {
    (self.scenarios, self.aircraft, self.tails) = (scenarios, aircraft, tails)
  }
}

/// Keeps the loadings the same while `lapwing outside` runs: at its start, after a change of a file, and each 15 minutes, which is also
/// how it notices that the network is back; once a day it asks for everything.
struct SyncWatch {
  private let client: AccountClient
  private let folders: ScenarioFolders
  private let log: OutsideLog
  private var stamp: AircraftStamp?
  private var syncsAt: Int64 = 0
  private var asksAllAt: Int64 = 0
  private var said: String?

  /// In µs.
  private static let pause: UInt32 = 15_000_000
  /// In ms by a clock that is never set.
  private static let quarter: Int64 = 900_000, day: Int64 = 86_400_000, minute: Int64 = 60_000

  /// The first exchange comes a minute after the start: whatever it does to this process, messages go out first.
  init(_ client: AccountClient, _ folders: ScenarioFolders, log: OutsideLog) {
    (self.client, self.folders, self.log) = (client, folders, log)
    syncsAt = Self.now + Self.minute
    stamp = AircraftStamp(folder: folders.scenarios ?? ScenarioStore.standardFolder)
  }

  private static var now: Int64 { MonotonicClock.kernelMicroseconds() / 1000 }

  /// On a thread of its own: it waits for disk and network.
  mutating func run() {
    while true {
      step(at: Self.now)
      usleep(Self.pause)
    }
  }

  private mutating func step(at now: Int64) {
    let before = AircraftStamp(folder: folders.scenarios ?? ScenarioStore.standardFolder)
    guard now >= syncsAt || before != stamp else { return }
    let all = now >= asksAllAt
    do throws(LapwingError) {
      let library = try AircraftLibrary(folder: folders.aircraft, tails: folders.tails)
      let report = try client.sync(folders.scenarios, library, all: all)
      if all { asksAllAt = now + Self.day }
      syncsAt = now + Self.quarter
      let isNews = report.sent > 0 || !report.written.isEmpty || !report.faults.isEmpty
      if isNews { say(report.text, isFine: report.faults.isEmpty) }
      if report.faults.isEmpty { said = nil }
    } catch {
      // The network may be back soon.
      syncsAt = now + Self.minute
      say(error.message, isFine: false)
    }
    stamp = AircraftStamp(folder: folders.scenarios ?? ScenarioStore.standardFolder)
  }

  private mutating func say(_ sentence: String, isFine: Bool) {
    if said != sentence || isFine { log.say("sync: \(sentence)", isFine: isFine) }
    said = sentence
  }
}

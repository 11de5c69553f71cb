import AircraftFiles
import Characters
import Engine
import Monitor
import Readings
import Synchronization
import System
import WeightBalance

/// The scenario files of a box. Its button steps through them in the order of their names.
package struct LoadingFolder: Sendable {
  /// As many beeps as a person can count.
  private static let most = 20

  private let folder: String
  /// The name of the file that was selected last.
  private var latest: String?

  private let aircraft: String?
  private let tails: String?

  /// - Parameters:
  ///   - folder: the folder of the files. It need not exist.
  ///   - aircraft: the folder of aircraft files; `nil` for that of the box.
  ///   - tails: the folder of tail files; `nil` for those of the box.
  package init(folder: String?, aircraft: String? = nil, tails: String? = nil) {
    self.folder = folder ?? ScenarioStore.standardFolder
    self.aircraft = aircraft
    self.tails = tails
  }

  /// Reads the next scenario in its present state. Nothing of an earlier reading is kept.
  /// - Parameter today: the day, such as `2026-11-22`, for a scenario that gives none; `nil` if the box does not know it.
  /// - Returns: the state to show, and a line for people.
  package mutating func next(press: UInt32, today: String?) -> (state: ScenarioState, text: String) {
    let files = offered
    guard let place = files.firstIndex(where: { $0 > latest ?? "" }) ?? files.indices.first else {
      latest = nil
      return (ScenarioState(press: press, number: 0, count: 0, verdict: .refused), "no scenario in \(folder)")
    }
    latest = files[place]
    return read(files[place], place: place, of: files.count, press: press, today)
  }

  func again(press: UInt32, today: String?) -> (state: ScenarioState, text: String)? {
    let files = offered
    guard let latest else { return nil }
    let place = files.firstIndex(of: latest)
    return read(latest, place: place ?? 0, of: files.count, press: press, today)
  }

  /// The files to step through. A file that is marked as deleted is left out. A wrong file is not, so that a person
  /// notices.
  private var offered: [String] {
    let paths = (try? DataFolder.jsonFilesIfThere(in: folder)) ?? []
    let kept = paths.filter { path in
      guard let bytes = try? DataFolder.read(path), let node = try? JSONNode.parse(bytes: bytes, file: path),
        let deleted = node["deletedAt"], case .string = deleted.kind
      else { return true }
      return false
    }
    return Array(kept.prefix(Self.most))
  }

  private func read(
    _ path: String, place: Int, of count: Int, press: UInt32, _ today: String?
  ) -> (state: ScenarioState, text: String) {
    func state(_ verdict: ScenarioVerdict) -> ScenarioState {
      ScenarioState(press: press, number: UInt8(clamping: place + 1), count: UInt8(clamping: count), verdict: verdict)
    }
    do {
      let library = try AircraftLibrary(folder: aircraft, tails: tails)
      var scenario = try library.scenario(path: path)
      // The clock of a box may be years behind. Then only a day that the scenario gives decides which weighing counts.
      if let day = scenario.date ?? today { try library.setDay(day, of: &scenario) }
      let sheet = try LoadSheet(aircraft: try library.aeroplane(of: scenario), scenario: scenario)
      let verdict: ScenarioVerdict =
        switch sheet.verdict.level {
        case .inside: .inside
        case .caution: .caution
        case .danger: .danger
        }
      return (
        state(verdict),
        HiddenCharacter.visible("\(path): \(scenario.name): \(sheet.verdict.state). \(sheet.limitingFactor)")
      )
    } catch let error as LapwingError {
      // Several faults are one line in the log.
      return (state(.refused), "refused: \(error.message.replacing("\n", with: "; "))")
    } catch let error as LoadSheetError {
      return (state(.refused), "refused: \(path): \(error.key): \(error.message)")
    } catch {
      return (state(.refused), "refused: \(path)")
    }
  }
}

/// The latest answer in words, for the logbook. The records of the loop have no room for words.
final class LoadingAnswer: Sendable {
  private let latest = Mutex<(press: UInt32, text: String)?>(nil)

  /// Stores an answer. Only the first answer to a press is logged.
  func report(_ text: String, to press: UInt32) {
    latest.withLock { if $0?.press != press { $0 = (press, text) } }
  }

  /// The answer to a press; `nil` if another one has followed since.
  func text(for press: UInt32) -> String? {
    latest.withLock { $0.flatMap { $0.press == press ? $0.text : nil } }
  }
}

/// Reads scenarios on its own thread and answers the loop, which waits for no disk.
final class LoadingWorker: OutputConsumer {
  private var shelf: LoadingFolder
  private let answer: LoadingAnswer
  private let inward: BoundedRing<LoopInput>
  private let clock: MonotonicClock
  /// The day, if the box knows it.
  private let today: @Sendable () -> String?
  private var shown: (state: ScenarioState, until: Instant)?

  init(
    shelf: LoadingFolder, answer: LoadingAnswer, inward: BoundedRing<LoopInput>,
    clock: MonotonicClock, today: @escaping @Sendable () -> String?
  ) {
    self.shelf = shelf
    self.today = today
    self.answer = answer
    self.inward = inward
    self.clock = clock
  }

  func receive(_ batch: [TimedOutput]) {
    for outward in batch {
      guard case .action(.scenarioWanted(let press)) = outward.record else { continue }
      report(shelf.next(press: press, today: today()))
    }
    // A file that changes while its verdict is shown is read again.
    guard let shown, clock.now < shown.until, let now = shelf.again(press: shown.state.press, today: today()) else {
      return
    }
    if now.state != shown.state { report(now) }
  }

  func finish() {}

  private func report(_ read: (state: ScenarioState, text: String)) {
    shown = (read.state, clock.now.advanced(by: .seconds(10)))
    answer.report(read.text, to: read.state.press)
    _ = inward.push(.note("scenario: \(read.text)"))
    _ = inward.push(.event(.scenario(read.state)))
    inward.bell.ring()
  }
}

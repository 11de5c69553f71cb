import Bluetooth
import Board
import Control
import Engine
import Logbook
import Monitor
import Radio
import Readings
import Sessions
import Settings
import System

/// The whole appliance, wired together and run.
package struct ApplianceRun: Sendable {
  /// What is left when it has ended.
  package struct Outcome: Sendable {
    /// The summaries of the sessions that ended, oldest first.
    package let summaries: [SessionSummary]
    /// Why the recording could not be played to its end.
    package let fault: LapwingError?
    /// What else a person should know of the recording.
    package let remark: String?
    /// Why alarms are missing in the logbook.
    package let logbookFault: LapwingError?
    /// How many readings found no room in the logbook.
    package let lostReadings: Int
    /// Whether the panel was still showing what came before, so that more output would wait for ever.
    package let isPanelStuck: Bool
  }

  private let configuration: Configuration
  private let scenarios: LoadingFolder
  private let reload: @Sendable () throws(LapwingError) -> Configuration
  private let replay: (path: String, pace: Pace)?
  private let hasStrangers: Bool

  /// Records that may wait for somebody who shows them: seconds of a box full of sensors.
  private static let room = 1024
  /// Lists of one's own sensors that may wait to be stored; only the latest counts.
  private static let adoptionRoom = 32
  /// How long the service manager waits until it is ready, in seconds; lamps and sound card alone get eight.
  private static let longestStart: Int64 = 20
  /// How long the threads get to finish what they have at the end.
  private static let longestEnd = Duration.seconds(5)
  /// How long the logbook gets: a disk may stand still for a minute.
  private static let longestDiskPause = Duration.seconds(60)

  /// - Parameters:
  ///   - configuration: the settings in force at the start.
  ///   - reload: reads them again.
  ///   - replay: the file to play and how fast; `nil` to listen to a Bluetooth adapter, for ever.
  ///   - hasStrangers: whether the sensors of that file are anybody's until they are adopted.
  ///   - scenarios: what button B steps through.
  package init(
    configuration: Configuration, reload: @escaping @Sendable () throws(LapwingError) -> Configuration,
    replay: (path: String, pace: Pace)?, hasStrangers: Bool = false,
    scenarios: LoadingFolder = LoadingFolder(folder: nil)
  ) {
    self.hasStrangers = hasStrangers
    self.scenarios = scenarios
    self.configuration = configuration
    self.reload = reload
    self.replay = replay
  }

  /// Runs on the calling thread, which becomes the critical one.
  /// - Parameter panel: makes the view that shows the box, on its own thread.
  nonisolated package func run(
    panel: @escaping @Sendable (SettingsInForce, LogbookHealth) -> any OutputConsumer
  ) throws(LapwingError) -> Outcome {
    let manager = Heartbeat.manager()
    // A slow or busy machine may take long to come as far as here.
    manager.notifier?.extendTimeout(bySeconds: Self.longestStart)
    var recording: Feed?
    if let replay {
      let source = try ReplaySource(
        path: replay.path, persons: configuration.personNames, buttons: configuration.buttons)
      recording = .replay(source, replay.pace)
    }
    let signals = try SignalQueue()  // Before any thread: they inherit the blocked signals.
    let clock = MonotonicClock()
    let feed: Feed
    var radio: (any Radio)?
    let inward = try BoundedRing<LoopInput>(capacity: 256)
    var recorders: Set<DeviceAddress> = []
    let bonds = bonds(noting: inward)
    let adopted = adopted(noting: inward)
    if let recording {
      feed = recording
    } else {
      feed = .live
      radio = try LiveRadio(configuration, bonds: bonds, at: clock.now)
      if configuration.fetchesHistory { recorders = Set(bonds.devices.map(\.address)) }
    }
    let health = LogbookHealth()
    let startedAt = MonotonicClock.unixMilliseconds()
    let uptime = MonotonicClock.millisecondsSinceBoot()
    let runDate = RunDate(start: startedAt)
    let memoryFile = AlarmMemoryFile(besideLogbook: configuration.logbookPath)
    let found = memoryFile.read()

    let control = try ControlServer(
      path: configuration.controlSocket, box: Inbox(inward), health: health, configuration: configuration,
      reload: reload,
      manager: manager.notifier)
    let lock = try logbookLock()
    let answer = LoadingAnswer()
    // A recording has a time of day of its own, or none, and nobody is watched by it: any date since 2026 will do.
    let hasOwnDay = replay != nil
    // A disk may stand still for a minute.
    let logbook = try ConsumerThread(capacity: 4 * Self.room, interval: .seconds(1)) {
      [configuration, recorders] ring in
      LogbookKeeper(
        path: configuration.logbookPath, lock: lock, settings: configuration.monitor, inward: inward,
        health: health,
        scenarios: answer, clock: clock, startedAtUnixMilliseconds: startedAt,
        evidence: { hasOwnDay ? .synchronised : .now() }, sinceBoot: uptime,
        minuteOfDay: hasOwnDay ? nil : { LocalTime.minuteOfDay(atUnixMilliseconds: $0) },
        records: HistoryGapFinder(recorders: recorders, selection: configuration.sensors), runDate: runDate,
        found: found,
        refusedReadings: { ring.refused })
    }
    let memory = try ConsumerThread(capacity: Self.room, interval: .seconds(1)) { [configuration] _ in
      AlarmMemoryKeeper(
        file: memoryFile, found: found, settings: configuration.monitor, date: runDate, inward: inward, clock: clock)
    }
    let shelf = try ConsumerThread(capacity: Self.room, interval: .milliseconds(500)) { [scenarios] _ in
      LoadingWorker(shelf: scenarios, answer: answer, inward: inward, clock: clock)
    }
    let list = try ConsumerThread(capacity: Self.adoptionRoom, interval: .seconds(1)) { [configuration] _ in
      AdoptionKeeper(
        file: AdoptionFile(path: configuration.adoptedPath), isDamaged: adopted == nil, inward: inward, clock: clock)
    }
    let settings = control.settings
    let screen = try ConsumerThread(capacity: Self.room, interval: .milliseconds(250)) { _ in panel(settings, health) }
    let plan = configuration.board
    let opener = try BoardOpener(plan: plan, inward: inward)
    let sleeper = try Sleeper()
    let loop = try CriticalLoop(
      feed: feed, radio: radio,
      engine: Engine(
        configuration, scope: replay == nil || hasStrangers ? .adopted : nil, stored: adopted?.sensors,
        forgotten: adopted?.forgotten ?? [], bonds: bonds),
      clock: clock, signals: signals, sleeper: sleeper, inward: inward,
      outboxes: Outboxes(
        logbook: logbook.ring, others: [screen.ring, control.ring, shelf.ring], list: list.ring, memory: memory.ring),
      board: BoardControl(plan: plan, opener: opener, sleeper: sleeper),
      heartbeat: Heartbeat(
        manager: manager.notifier, managerTimeout: manager.timeout, hardware: watchdog(of: plan, noting: inward)),
      opening: configuration.introduction)
    logbook.start(name: "logbook")
    shelf.start(name: "scenarios")
    list.start(name: "adopted")
    memory.start(name: "open alarms")
    screen.start(name: "screen")
    control.start()
    opener.start()
    RealTime.enter(plan, noting: inward)

    let (summaries, fault, remark) = loop.run()
    signals.restoreDefaults()  // A person who cannot wait for the rest may end it.

    manager.notifier?.extendTimeout(bySeconds: Self.longestDiskPause.components.seconds + SignalQueue.longestEnd + 5)
    let isLogged = logbook.join(within: Self.longestDiskPause)
    signals.endInAnyCase()
    let isPanelStuck = !screen.join(within: Self.longestEnd)
    control.join(within: Self.longestEnd)
    _ = list.join(within: Self.longestEnd)
    _ = memory.join(within: Self.longestEnd)
    return Outcome(
      summaries: summaries, fault: fault, remark: remark,
      logbookFault: logbookFault(isLogged: isLogged, health: health),
      lostReadings: health.lostReadings, isPanelStuck: isPanelStuck)
  }

  /// The right to write the logbook. No other fault of the logbook keeps the box from starting: one that cannot be written
  /// is an alarm. But a second box beside the one that writes is a mistake of the person who starts it.
  private func logbookLock() throws(LapwingError) -> LogbookLock? {
    do throws(LogbookError) {
      return try LogbookLock.take(for: configuration.logbookPath)
    } catch {
      // It listens already, and nobody would answer there.
      try? ControlSocket.removeLeftover(at: configuration.controlSocket)
      throw LapwingError(.unavailable, code: error.code, error.message)
    }
  }

  /// The keys of the paired devices. What is not paired is alarmed for all the same without a file that can be read.
  private func bonds(noting inward: BoundedRing<LoopInput>) -> Bonds {
    do throws(LapwingError) {
      return try BondFile(path: configuration.bondsPath).read()
    } catch {
      _ = inward.push(.note(error.message))
      return Bonds()
    }
  }

  /// The sensors that were adopted in an earlier run; `nil` where that cannot be read. The box runs all the same.
  private func adopted(noting inward: BoundedRing<LoopInput>) -> AdoptionList? {
    do throws(LapwingError) {
      return try AdoptionFile(path: configuration.adoptedPath).read()
    } catch {
      _ = inward.push(.note(error.message))
      return nil
    }
  }

  /// Arms the hardware watchdog that the configuration names. The appliance runs without one that is not there, since it
  /// is of more use than none, and says so.
  private func watchdog(of plan: BoardPlan, noting inward: BoundedRing<LoopInput>) -> HardwareWatchdog? {
    guard let wanted = plan.watchdog else { return nil }
    do throws(HardwareWatchdog.Failure) {
      return try HardwareWatchdog(path: wanted.path, timeoutSeconds: wanted.seconds)
    } catch {
      _ = inward.push(.note(error.message))
      return nil
    }
  }

  private func logbookFault(isLogged: Bool, health: LogbookHealth) -> LapwingError? {
    if health.hasGap {
      return LapwingError(
        .inputOutput, code: "logbook-gap",
        "\(configuration.logbookPath): the logbook was too slow for too long; alarms are missing in it")
    }
    if let fault = health.fault {
      return LapwingError(
        .inputOutput, code: fault.code, "\(fault.message); this session is not in the logbook whole")
    }
    guard isLogged else {
      return LapwingError(
        .inputOutput, code: "logbook-stuck",
        "\(configuration.logbookPath): the logbook did not finish; its last entries may be missing")
    }
    return nil
  }
}

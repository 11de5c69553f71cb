import Alarms
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
import USBMeter

/// Builds the parts of a box and runs them: the critical loop on the calling thread, and a thread for each consumer of
/// its outputs. Creation and the run fail only if the box could not raise alarms at all; other faults become notes or
/// alarms.
package struct ApplianceRun: Sendable {
  package struct Outcome: Sendable {
    /// The summaries of the sessions that ended, oldest first.
    package let summaries: [SessionSummary]
    /// Why the recording could not be played to its end.
    package let fault: LapwingError?
    /// Any other remark on the recording, for people.
    package let remark: String?
    /// Why alarms are missing in the logbook.
    package let logbookFault: LapwingError?
    /// The number of readings for which the logbook had no room.
    package let lostReadings: Int
    /// Whether the panel was still showing earlier output, so that more output would wait for ever.
    package let isPanelStuck: Bool
  }

  private let configuration: Configuration
  private let scenarios: LoadingFolder
  private let reload: @Sendable () throws(LapwingError) -> Configuration
  private let writer: SettingsWriter?
  private let replay: (path: String, pace: Pace)?
  private let hasStrangers: Bool

  /// The number of records that may wait for a consumer: seconds of a box full of sensors.
  private static let room = 1024
  /// The number of adoption lists that may wait to be stored. Only the latest counts.
  private static let adoptionRoom = 32
  /// How long the service manager waits for the start, in seconds. Lamps and sound card alone get eight.
  private static let longestStart: Int64 = 20
  /// How long the threads may take to finish at the end.
  private static let longestEnd = Duration.seconds(5)
  /// How long the logbook may take to finish: a disk may stand still for a minute.
  private static let longestDiskPause = Duration.seconds(60)

  /// - Parameters:
  ///   - configuration: the settings in force at the start.
  ///   - reload: reads the settings again.
  ///   - writer: writes settings, which only this process does while it runs; `nil` if none are written.
  ///   - replay: the file to play and its pace; `nil` to use a Bluetooth adapter, for ever.
  ///   - hasStrangers: whether the sensors of that file must be adopted before they count.
  ///   - scenarios: the scenarios that button B steps through.
  package init(
    configuration: Configuration, reload: @escaping @Sendable () throws(LapwingError) -> Configuration,
    writer: SettingsWriter? = nil, replay: (path: String, pace: Pace)?, hasStrangers: Bool = false,
    scenarios: LoadingFolder = LoadingFolder(folder: nil)
  ) {
    self.hasStrangers = hasStrangers
    self.scenarios = scenarios
    self.configuration = configuration
    self.reload = reload
    self.writer = writer
    self.replay = replay
  }

  /// Runs on the calling thread, which becomes the critical one.
  /// - Parameter panel: makes the view that shows the box. It is called on the view's own thread.
  nonisolated package func run(
    panel: @escaping @Sendable (SettingsInForce, LogbookHealth) -> any OutputConsumer
  ) throws(LapwingError) -> Outcome {
    let manager = WatchdogFeeder.manager()
    // A slow or busy machine may take long to get here.
    manager.notifier?.extendTimeout(bySeconds: Self.longestStart)
    var recording: Feed?
    if let replay {
      let source = try ReplaySource(
        path: replay.path, persons: configuration.personNames, buttons: configuration.buttons,
        isFollowing: configuration[Keys.follow] != nil)
      recording = .replay(source, replay.pace)
    }
    let signals = try SignalQueue()  // Before any other thread, because threads inherit the blocked signals.
    let clock = MonotonicClock()
    let feed: Feed
    var radio: (any Radio)?
    var meters: USBMeters?
    let inward = try BoundedRing<LoopInput>(capacity: 256)
    var recorders: Set<DeviceAddress> = []
    let bondFile = BondFile(path: configuration.bondsPath), adoptionFile = AdoptionFile(path: configuration.adoptedPath)
    let (bonds, bondFault) = Self.recovered(noting: inward) { () throws(LapwingError) in try bondFile.recovered }
    let (adopted, adoptionFault) = Self.recovered(noting: inward) { () throws(LapwingError) in
      try adoptionFile.recovered
    }
    let limits = LimitsRecord(besideLogbook: configuration.logbookPath)
    var configuration = configuration
    configuration.weakened = limits.weakened(in: configuration)
    for sentence in configuration.weakened { _ = inward.push(.note(sentence)) }
    if !configuration.weakened.isEmpty || !configuration.fileFaults.isEmpty || bondFault || adoptionFault {
      _ = inward.push(.event(.fault(.settingsFault)))
    }
    if let recording {
      feed = recording
    } else {
      feed = .live
      let cables = try USBMeters()
      let (own, fault) = AdapterAddressFile(beside: configuration.bondsPath).keep()
      if let fault { _ = inward.push(.note(fault.message)) }
      radio = RadioWithMeters(
        try LiveRadio(configuration, bonds: bonds ?? Bonds(), ownAddress: own, at: clock.now), cables)
      meters = cables
      if configuration.fetchesHistory { recorders = Set((bonds?.devices ?? []).map(\.address)) }
    }
    let health = LogbookHealth()
    let startedAt = MonotonicClock.unixMilliseconds()
    let uptime = MonotonicClock.millisecondsSinceBoot()
    let runDate = RunDate(start: startedAt)
    let snapshotFile = RestartSnapshotFile(besideLogbook: configuration.logbookPath)
    let found = snapshotFile.read()

    let control = try ControlServer(
      path: configuration.controlSocket, box: Inbox(inward), health: health, configuration: configuration,
      reload: reload, writer: writer,
      doctor: { [configuration, reload] in Doctor.findings(configuration, fresh: try? reload()) },
      manager: manager.notifier)
    let settings = control.settings
    let lock = try logbookLock()
    let answer = LoadingAnswer()
    // A recording has its own time of day, or none, and watches no one. Any date since 2026 will do.
    let hasOwnDay = replay != nil
    // A disk may stand still for a minute.
    let logbook = try ConsumerThread(capacity: 4 * Self.room, interval: .seconds(1)) {
      [configuration, recorders] ring in
      LogbookWriter(
        .init(
          path: configuration.logbookPath, lock: lock, settings: configuration.monitor,
          figureLimits: {
            let inForce = settings.configuration
            // The box reports a damaged list when it starts.
            return (try? inForce.readFigureLimits()) ?? inForce.figureLimits(adopted: [])
          }, inward: inward, health: health,
          scenarios: answer, clock: clock, startedAtUnixMilliseconds: startedAt,
          evidence: { hasOwnDay ? .synchronised : .now() }, sinceBoot: uptime,
          minuteOfDay: hasOwnDay ? nil : { LocalTime.minuteOfDay(atUnixMilliseconds: $0) },
          records: HistoryGapFinder(recorders: recorders, selection: configuration.sensors), runDate: runDate,
          found: found,
          readingsWait: .seconds(configuration[Keys.writeEvery]),
          kept: KeptReadings(days: configuration[Keys.keepDays], megabytes: configuration[Keys.keepMegabytes]),
          refusedReadings: { ring.refused }))
    }
    let snapshots = try ConsumerThread(capacity: Self.room, interval: .seconds(1)) { [configuration] _ in
      ConsumerGroup([
        RestartSnapshotWriter(
          file: snapshotFile, found: found, settings: configuration.monitor, date: runDate, inward: inward, clock: clock
        ),
        SettingsKeeper(settings, record: limits, inward: inward, clock: clock),
      ])
    }
    let shelf = try ConsumerThread(capacity: Self.room, interval: .milliseconds(500)) { [scenarios] _ in
      LoadingWorker(shelf: scenarios, answer: answer, inward: inward, clock: clock) {
        DateEvidence.isDateKnown(hasOwnDay ? .synchronised : .now()) ? UTCTime.today : nil
      }
    }
    let list = try ConsumerThread(capacity: Self.adoptionRoom, interval: .seconds(1)) { [reload] _ in
      adoptionFile.keepCopy()
      bondFile.keepCopy()
      return StoredLists(
        adopted: KeptFile(
          isDamaged: adoptionFault, content: adopted, inward: inward, clock: clock, store: adoptionFile.write,
          setAside: adoptionFile.setAside),
        bonds: KeptFile(
          isDamaged: bondFault, content: bonds, inward: inward, clock: clock, store: bondFile.write,
          setAside: bondFile.setAside),
        codes: PageCodeMaker(read: reload, inward: Inbox(inward)))
    }
    // A recording changes no network.
    let networkRequest = replay == nil ? NetworkRequest() : nil
    // The radio must know it before it connects to anything.
    if let mode = networkRequest?.state?.mode { _ = inward.push(.network(mode)) }
    let isReplay = replay != nil
    let network = try ConsumerThread(capacity: Self.adoptionRoom, interval: .seconds(1)) { _ in
      ConsumerGroup([
        NetworkWatch(networkRequest, inward: Inbox(inward), clock: clock),
        PowerWatch(isReplay ? nil : PowerSource(), inward: Inbox(inward), clock: clock),
      ])
    }
    let screen = try ConsumerThread(capacity: Self.room, interval: .milliseconds(250)) { _ in panel(settings, health) }
    let plan = configuration.board
    let opener = try BoardOpener(plan: plan, inward: inward)
    let sleeper = try Sleeper()
    let loop = try CriticalLoop(
      feed: feed, radio: radio,
      engine: Engine(
        configuration, scope: replay == nil || hasStrangers ? .adopted : nil, stored: adopted?.sensors,
        forgotten: adopted?.forgotten ?? [], bonds: bonds ?? Bonds()),
      clock: clock, signals: signals, sleeper: sleeper, inward: inward,
      outboxes: Outboxes(
        logbook: logbook.ring, others: [screen.ring, control.ring, shelf.ring], list: list.ring,
        snapshots: snapshots.ring, network: network.ring),
      board: BoardControl(plan: plan, opener: opener, sleeper: sleeper),
      heartbeat: WatchdogFeeder(
        manager: manager.notifier, managerTimeout: manager.timeout, hardware: watchdog(of: plan, noting: inward)),
      opening: configuration.introduction(adopted: adopted?.sensors ?? []))
    logbook.start(name: "logbook")
    shelf.start(name: "scenarios")
    list.start(name: "adopted")
    snapshots.start(name: "open alarms")
    network.start(name: "network")
    screen.start(name: "screen")
    control.start()
    opener.start()
    meters?.start()
    RealTime.enter(plan, noting: inward)

    let (summaries, fault, remark) = loop.run()
    signals.restoreDefaults()  // From here on a person may end the process.

    manager.notifier?.extendTimeout(bySeconds: Self.longestDiskPause.components.seconds + SignalQueue.longestEnd + 5)
    let isLogged = logbook.join(within: Self.longestDiskPause)
    signals.endInAnyCase()
    let isPanelStuck = !screen.join(within: Self.longestEnd)
    control.join(within: Self.longestEnd)
    _ = list.join(within: Self.longestEnd)
    _ = snapshots.join(within: Self.longestEnd)
    return Outcome(
      summaries: summaries, fault: fault, remark: remark,
      logbookFault: logbookFault(isLogged: isLogged, health: health),
      lostReadings: health.lostReadings, isPanelStuck: isPanelStuck)
  }

  /// Acquires the lock of the logbook. A logbook that cannot be written does not keep the box from starting; it is an
  /// alarm. But a second box with the same logbook is a mistake of the person who starts it.
  private func logbookLock() throws(LapwingError) -> LogbookLock? {
    do throws(LogbookError) {
      return try LogbookLock.acquire(for: configuration.logbookPath)
    } catch {
      // The control socket already listens, and nothing would answer there.
      try? ControlSocket.removeLeftover(at: configuration.controlSocket)
      throw LapwingError(.unavailable, code: error.code, error.message)
    }
  }

  /// Reads the keys of the paired devices, or the sensors that were adopted in an earlier run. The box also runs without
  /// them, or with their last good copy.
  /// - Returns: `nil` if there is neither; and whether the file is damaged.
  private static func recovered<Content>(
    noting inward: BoundedRing<LoopInput>, _ read: () throws(LapwingError) -> (content: Content, fault: LapwingError?)
  ) -> (content: Content?, isDamaged: Bool) {
    do throws(LapwingError) {
      let found = try read()
      if let fault = found.fault { _ = inward.push(.note(fault.message)) }
      return (found.content, found.fault != nil)
    } catch {
      _ = inward.push(.note(error.message))
      return (nil, true)
    }
  }

  /// Arms the hardware watchdog of the configuration. If it is missing, the box runs without it and says so, because
  /// that is better than not running.
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
        .inputOutput, code: fault.code, "\(fault.message); parts of this session are missing in the logbook")
    }
    guard isLogged else {
      return LapwingError(
        .inputOutput, code: "logbook-stuck",
        "\(configuration.logbookPath): the logbook did not finish; its last entries may be missing")
    }
    return nil
  }
}

import Alarms
import Board
import Circle
import Control
import Foundation
import Readings
import Settings
import System
import Words

/// `lapwing outside`: the process that sends messages to people outside. It is fed by the control socket of the box,
/// and the box does not know that it exists.
package struct OutsideRun: Sendable {
  private let configuration: Configuration
  let retries: Bool
  private let circleSpeed: Int
  private let scenarios: ScenarioFolders
  let log = OutsideLog()

  /// How often it is looked whether the queue is still there, in ms.
  private static let looksEvery: Int32 = 5000

  /// - Parameters:
  ///   - retries: `false` only in a test that must fail.
  ///   - circleSpeed: how much faster than the clock the care circle's time runs; more than 1 only in tests.
  package init(
    configuration: Configuration, retries: Bool = true, circleSpeed: Int = 1,
    scenarios: ScenarioFolders = ScenarioFolders()
  ) {
    (self.configuration, self.retries, self.circleSpeed) = (configuration, retries, circleSpeed)
    self.scenarios = scenarios
  }

  package func run() throws(LapwingError) {
    try configuration.refuseWithoutConsent()
    let signals = try SignalQueue()
    let path = configuration[Keys.outsideQueue]
    let lock = try QueueLock(path: path)
    defer { withExtendedLifetime(lock) {} }
    let queue = try OutsideQueue(path: path, clockSteps: ClockSteps())
    let plans = configuration[Keys.outsideChannels]
    let peer = try pair(queue)
    let updates = try updates(queue)
    let invitations = try invitations(), mqtt = try mqtt(queue), air = try air(), sync = try sync()
    guard
      !plans.isEmpty || peer != nil || updates != nil || invitations != nil || mqtt != nil || air != nil || sync != nil
    else {
      throw LapwingError(
        .configuration, code: "no-channel",
        "\(Keys.outsideChannels.path) names no channel, \(Keys.mqttHost.path) no broker, \(Keys.peerName.path) no other box, \(Keys.updatesAddress.path) and \(Keys.accountServer.path) no server and \(Keys.airSources.path) no source of a place, so there is nothing to do"
      )
    }
    let workers = workers(plans, queue), pings = pings(plans, queue)
    let names = workers.map(\.channel), invited = InvitedChannels(queue: queue, log: log, retries: retries)
    try queue.tidy(channels: names + (invitations?.all.map(\.channel) ?? []), at: Clock.now)
    try DamagedQueue(queue, configuration).tell(names, log)
    let bells = workers.map(\.bell)
    let whyLost: @Sendable () -> LinkLossWords? = { peer?.whyLost }
    let circle = try CircleRun(
      configuration, queue, channels: names, speed: circleSpeed, log: log, invitations: invitations, whyLost: whyLost
    ) {
      for bell in bells { bell.ring() }
      invited.ring()
    }
    for worker in workers {
      Task { await worker.run() }
      let proof = ProofWorker(channel: worker.channel, sender: worker.sender, queue: queue, log: log)
      Task { await proof.run() }
      if let source = worker.sender as? any AnswerSource {
        let answers = answers(for: worker, queue, circle?.desk)
        Task { await source.listen(answers) }
      }
    }
    if let invitations, let desk = circle?.desk { invited.follow(invitations, desk) }
    follow(queue, workers, circle?.desk, whyLost)
    if let mqtt {
      Thread.start(named: "mqtt") { mqtt.feed.run() }
      if let commands = mqtt.commands { Thread.start(named: "mqtt orders") { commands.run() } }
      mqtt.start()
    }
    peer?.start()
    circle?.start()
    for (name, ping) in pings {
      let watch = PingWatch(
        name: name, ping: ping, health: BoxHealth(socket: configuration.controlSocket), queue: queue, log: log)
      Task { await watch.run() }
    }
    if let updates {
      Task {
        var updates = updates
        await updates.run()
      }
    }
    if let air {
      Task {
        var air = air
        await air.run()
      }
    }
    if let sync {
      Thread.start(named: "sync") {
        var sync = sync
        sync.run()
      }
    }
    // Said also when the queue is gone: the other box must not take this for a dead network.
    defer { peer?.sayGoodbye() }
    try wait(for: signals, with: queue) { circle?.desk.isAlive ?? true }
  }

  /// Without its key or its port there is no pair, which the box itself reports as `link-gone`; the channels go on all
  /// the same.
  private func pair(_ queue: OutsideQueue) throws(LapwingError) -> PeerRun? {
    do throws(LapwingError) {
      return try PeerRun(configuration, queue: queue, log: log)
    } catch {
      guard !configuration[Keys.outsideChannels].isEmpty else { throw error }
      log.say("\(error.message); until that is repaired and this process started again, no other box is received")
      return nil
    }
  }

  /// `nil` if no one can be added at the page.
  private func invitations() throws(LapwingError) -> Invitations? {
    guard configuration[Keys.circleInvite], let server = configuration[Keys.circleServer].flatMap(WebAddress.init)
    else {
      return nil
    }
    return Invitations(path: OutsideQueue.invited(of: configuration[Keys.outsideQueue]), server: server, log: log)
  }

  /// Updates are less than messages: without them the channels go on.
  private func updates(_ queue: OutsideQueue) throws(LapwingError) -> UpdateWatch? {
    do throws(LapwingError) {
      return try UpdateWatch(configuration, queue, log: log)
    } catch {
      guard
        !configuration[Keys.outsideChannels].isEmpty || configuration[Keys.peerName] != nil
          || configuration[Keys.circleInvite]
      else { throw error }
      log.say("\(error.message); until that is mended, no update is brought")
      return nil
    }
  }

  /// So is the air outdoors.
  private func air() throws(LapwingError) -> AirWatch? {
    do throws(LapwingError) {
      return try AirWatch(configuration, log: log)
    } catch {
      guard configuration.hasMoreThanBroker else { throw error }
      log.say("\(error.message); until that is mended, no source of outdoor air is asked")
      return nil
    }
  }

  /// Loadings are less than messages too.
  private func sync() throws(LapwingError) -> SyncWatch? {
    guard configuration.hasAccount else { return nil }
    do throws(LapwingError) {
      return SyncWatch(try AccountClient(configuration), scenarios, log: log)
    } catch {
      guard configuration.hasMoreThanBroker || configuration[Keys.mqttHost] != nil else { throw error }
      log.say("\(error.message); until that is mended and this process is started again, no loadings are exchanged")
      return nil
    }
  }

  /// The broker is less than messages too.
  private func mqtt(_ queue: OutsideQueue) throws(LapwingError) -> MQTTRun? {
    do throws(LapwingError) {
      try configuration.refuseBrokerWithoutConsent()
      return try MQTTRun(configuration, queue, log: log)
    } catch {
      guard configuration.hasMoreThanBroker else { throw error }
      log.say("\(error.message); until that is mended and this process is started again, nothing goes to the broker")
      return nil
    }
  }

  private func follow(
    _ queue: OutsideQueue, _ workers: [ChannelWorker], _ desk: CircleDesk?,
    _ whyLost: @escaping @Sendable () -> LinkLossWords?
  ) {
    let bells = workers.map(\.bell), channels = workers.map(\.channel)
    let coolDown = Duration.seconds(configuration[Keys.outsideCoolDown])
    var rule = configuration.outsideRule(whyLost)
    // The circle decides which messages single people get.
    if desk != nil { rule.lowest = .low }
    let follower = BoxFollower(socket: configuration.controlSocket, queue: queue, rule: rule, log: log) {
      [rule] box, messages throws(LapwingError) in
      if let desk { return try desk.receive(box, messages) }
      try queue.record(box, messages, by: rule, for: channels, coolDown: coolDown, at: Clock.now)
      if !messages.isEmpty { for bell in bells { bell.ring() } }
    }
    Thread.start(named: "follower") { follower.run() }
  }

  private func answers(for worker: ChannelWorker, _ queue: OutsideQueue, _ desk: CircleDesk?) -> Answers {
    let channel = worker.channel, socket = configuration.controlSocket, log = log
    let key = "last-answer \(channel)"
    let orders = AnswerOrders(queue: queue, channel: channel, socket: socket) {
      log.say("\(channel): \($0)", isFine: true)
    }
    Task { await orders.run() }
    let circle = desk.map { desk in
      CircleAnswers(desk, channel: channel) {
        log.say("\(channel): \($0)", isFine: true)
      } others: {
        orders.receive(answerTo: $0)
      }
    }
    if let circle { Task { await circle.run() } }
    return Answers(
      lastAnswer: { try? queue.text(key) },
      keep: { try? queue.keep($0, as: key) },
      answer: { id, word in
        if let circle { circle.receive(answerTo: id, word) } else { orders.receive(answerTo: id) }
      },
      note: { log.say("\(channel): \($0)") })
  }

  /// Everything that counts is on the disk at every moment, so the process may simply end.
  ///
  /// - Throws: `inputOutput` if the queue is no longer where it was; the next process begins a new one.
  private func wait(
    for signals: SignalQueue, with queue: OutsideQueue, isAlive: () -> Bool
  ) throws(LapwingError) {
    let manager = ProcessEnvironment.value(of: "NOTIFY_SOCKET").flatMap { ServiceNotifier(address: $0) }
    var request = pollfd(fd: signals.descriptor.number, events: Int16(POLLIN), revents: 0), wasInMemory = false
    while true {
      // Without this sign of life the service manager starts a process again that hangs.
      if isAlive() { manager?.pet() }
      _ = poll(&request, 1, Self.looksEvery)
      if queue.isInMemory != wasInMemory {
        wasInMemory.toggle()
        log.say(
          wasInMemory
            ? "\(queue.path): the disk takes nothing, so messages go out from memory; after a loss of power some are sent twice"
            : "\(queue.path): the disk takes messages again", isFine: !wasInMemory)
      }
      guard queue.isInPlace else {
        throw LapwingError(
          .inputOutput, code: "queue-gone",
          "\(queue.path): the queue was deleted or replaced while it was in use; what waited is lost; begin a new one")
      }
      if queue.canBeginAgain {
        throw LapwingError(
          .inputOutput, code: "queue-again",
          "\(queue.path): the disk takes messages again; the next process keeps them there")
      }
      guard let signal = signals.next() else { continue }
      if signal != SIGHUP { return }
    }
  }
}

extension Configuration {
  /// What is sent, as the configuration says.
  package func outsideRule(_ whyLost: @escaping @Sendable () -> LinkLossWords? = { nil }) -> AlarmNews.Rule {
    let lowest: Priority =
      switch self[Keys.outsideTells] {
      case .high: .high
      case .medium: .medium
      case .low: .low
      }
    return AlarmNews.Rule(
      lowest: lowest, tellsTechnical: self[Keys.outsideTellsTechnical],
      wording: Wording(
        Language(self[Keys.outsideLanguage]), boxName: self[Keys.outsideBoxName],
        namesPersons: self[Keys.outsideNames],
        place: EmergencyPlace(address: self[Keys.panelPlace], number: self[Keys.emergencyNumber]), whyLost: whyLost),
      languages: Dictionary(self[Keys.outsideChannels].map { ($0.name, $0.language.map(Language.init)) }) { $1 }
        .compactMapValues(\.self))
  }
}

extension Language {
  init(_ language: MessageLanguage) {
    switch language {
    case .english: self = .english
    case .korean: self = .korean
    }
  }
}

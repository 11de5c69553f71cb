import Control
import NIOCore
import NIOPosix
import Readings
import Settings
import System
import Web
import Words

/// The connection to the broker for as long as the process runs: connects, publishes what is to stand there and what happened, and
/// connects again. The broker has a last will, so that a process that is killed is offline.
struct MQTTRun: Sendable {
  private let settings: MQTTSettings
  private let client: String
  private let topics: BoxTopics
  private let assistant: HomeAssistant?
  private let history: MQTTHistory
  let feed: MQTTFeed
  private let bell: Bell
  private let log: OutsideLog
  let commands: MQTTCommands?
  private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  private let names = NameLookup()
  private let queue: OutsideQueue
  private let sign = MQTTSign()

  /// Within 1.5 times as long the broker notices that the box has lost its network, in s.
  private static let keepAlive: UInt16 = 10
  /// After another client has taken the name, in ms.
  private static let takenOver: Int64 = 60_000
  /// How many bytes may wait for a broker that does not read. Everything that stands there is far shorter.
  private static let mostUnread = 512 << 10
  /// Everything is published again at most this often, in ms: not whenever a stranger asks.
  private static let againEvery: Int64 = 1000

  /// - Returns: `nil` without a broker in the configuration.
  /// - Throws: `inputOutput` if the file of the history cannot be used.
  init?(_ configuration: Configuration, _ queue: OutsideQueue, log: OutsideLog) throws(LapwingError) {
    guard let settings = configuration.mqtt else { return nil }
    history = try MQTTHistory(path: MQTTHistory.path(beside: configuration[Keys.outsideQueue]))
    let client = settings.clientID ?? history.box, socket = configuration.controlSocket
    let topics = BoxTopics(
      root: "\(settings.prefix)/\(client)", namesPersons: configuration[Keys.outsideNames])
    let assistant =
      settings.isDiscovered
      ? HomeAssistant(
        topics: topics, client: client, boxName: configuration[Keys.outsideBoxName],
        language: Language(configuration[Keys.outsideLanguage]), takesCommands: settings.takesCommands) : nil
    let bell = Bell()
    feed = MQTTFeed(socket: socket, topics: topics, assistant: assistant, history: history, bell: bell, log: log)
    commands =
      settings.takesCommands
      ? MQTTCommands {
        bell.ring()
      } order: { request throws(LapwingError) in
        var client = try ControlClient(path: socket)
        _ = try client.order(request)
      } : nil
    (self.settings, self.client, self.topics, self.assistant) = (settings, client, topics, assistant)
    (self.bell, self.queue, self.log) = (bell, queue, log)
  }

  /// Without the feed and the commands, which need a thread each.
  func start() { Task { await run() } }

  /// For `lapwing outside status`.
  static let name = "mqtt"

  private func note(_ fault: String?) {
    guard sign.begin(at: Self.now) else { return }
    try? queue.keep(PingNote(at: Clock.now, fault: fault), of: Self.name)
  }

  private static var now: Int64 { MonotonicClock.kernelMicroseconds() / 1000 }

  private func run() async {
    var version = MQTTVersion.five, pauses = MQTTPauses(), said: String?, trust: Trust?
    var will = MQTTPublication(
      topic: topics.availability, payload: Array(BoxTopics.offline.utf8), isConfirmed: true, isRetained: true)
    while !Task.isCancelled {
      var sentence: String, isTakenOver = false, openSince: Int64?
      do {
        if trust == nil { trust = try makeTrust() }
        let end = try await connect(version, will, trust) {
          said = nil
          openSince = Self.now
        }
        sentence = "\(settings.host): \(end.sentence)"
        if end.isOfVersion { version = version == .five ? .three : .five }
        isTakenOver = end.isTakenOver
        end.adapt(&will)
      } catch let error as LapwingError {
        sentence = error.message
      } catch {
        // A broker that does not speak version 5 may just close the connection.
        if error as? NetworkFault == .closed, openSince == nil, pauses.failures > 1 {
          version = version == .five ? .three : .five
        }
        sentence = await Self.sentence(error, settings, trust, group.next(), names)
      }
      if said != sentence { log.say("mqtt: \(sentence); trying again") }
      said = sentence
      note(sentence)
      let usual = pauses.next(after: openSince.map { Self.now - $0 }), pause = isTakenOver ? Self.takenOver : usual
      // A fifth of chance, so that a hundred boxes do not come at once.
      try? await Task.sleep(for: .milliseconds(pause + Int64.random(in: 0...pause / 5)))
    }
  }

  private func makeTrust() throws(LapwingError) -> Trust? {
    guard settings.isSecure else { return nil }
    if let certificate = settings.certificate { try SecretFile.refuseOpen(certificate.key) }
    return try Trust(file: settings.caFile, certificate: settings.certificate)
  }

  private static func sentence(
    _ error: any Error, _ settings: MQTTSettings, _ trust: Trust?, _ loop: any EventLoop, _ names: NameLookup
  ) async -> String {
    guard let trust, FaultSentence.isRefusedCertificate(error) else {
      return FaultSentence.of(error, host: settings.host)
    }
    let reason = await CertificateDiagnosis.sentence(
      host: settings.host, port: settings.port, trust: trust, on: loop, names, now: Int(Clock.now / 1000))
    return "\(settings.host): \(reason)"
  }

  /// One connection, until it ends.
  private func connect(
    _ version: MQTTVersion, _ will: MQTTPublication, _ trust: Trust?, onContact: () -> Void
  ) async throws -> MQTTEnd {
    let password = try settings.login.map { login throws(LapwingError) in try SecretFile.read(login.passwordFile) }
    let (host, inbox) = (settings.host, MQTTInbox(bell))
    let channel = try await Dial.connect(host: host, port: settings.port, on: group.next(), names) { channel in
      if let trust { try channel.pipeline.syncOperations.addHandler(trust.handler(host: host)) }
      try channel.pipeline.syncOperations.addHandler(inbox)
      try channel.syncOptions?.setOption(
        .writeBufferWaterMark, value: .init(low: Self.mostUnread / 2, high: Self.mostUnread))
    }.get()
    defer { channel.close(promise: nil) }
    let address = channel.remoteAddress?.ipAddress ?? "this"
    guard trust != nil || PrivateAddress.contains(address) else { throw NetworkFault.notPrivate(address) }
    let connection = MQTTRequest.Connection(
      client: client, user: settings.login?.user, password: password, keepAlive: Self.keepAlive, will: will)
    var outputs: [MQTTSession.Output] = []
    var session = MQTTSession(version, connection, topics: subscriptions, at: Self.now, into: &outputs)
    var publisher = MQTTPublisher(topics: topics)
    defer {
      try? history.remove(publisher.backlog.confirmed)
      feed.putBack(publisher.unconfirmedEvents)
    }
    while true {
      if let end = carryOut(outputs, on: channel, session, &publisher, onContact: onContact) { return end }
      await bell.wait(for: .milliseconds(500))
      let (bytes, end) = inbox.remove()
      if !bytes.isEmpty { channel.read() }
      outputs = []
      session.receive(bytes, at: Self.now, into: &outputs)
      session.tick(at: Self.now, into: &outputs)
      // What is confirmed makes room for more, at once.
      if let end = carryOut(outputs, on: channel, session, &publisher, onContact: onContact) { return end }
      if let end { throw end }
      if session.isOpen { note(nil) }
      outputs = []
      publisher.fill(&session, feed.documents, again: Self.againEvery, at: Self.now, into: &outputs)
      for event in feed.removeEvents(session.room, at: Self.now) {
        publisher.publish(event, &session, at: Self.now, into: &outputs)
      }
      for answer in commands?.removeAnswers(session.room) ?? [] {
        publisher.publish(answer: answer, &session, at: Self.now, into: &outputs)
      }
      deliver(&publisher, &session, into: &outputs)
    }
  }

  /// - Returns: why the connection ends.
  private func carryOut(
    _ outputs: [MQTTSession.Output], on channel: any Channel, _ session: MQTTSession, _ publisher: inout MQTTPublisher,
    onContact: () -> Void
  ) -> MQTTEnd? {
    let host = settings.host
    var buffer = ByteBuffer()
    for output in outputs {
      switch output {
      case .send(let bytes): buffer.writeBytes(bytes)
      case .connected:
        onContact()
        log.say("mqtt: connected to \(host)", isFine: true)
        if !session.limits.confirms { log.say("mqtt: \(host) confirms no message, so the history waits") }
      case .received(let message): receive(message, &publisher)
      case .confirmed(let token): publisher.confirm(token)
      case .refused(let token, let reason):
        if !publisher.hasRefusal {
          log.say("mqtt: \(host) refuses a message (\(reason)); may this client publish at \(topics.root)/#?")
        }
        publisher.refuse(token, at: Self.now)
      case .unsubscribed:
        say("\(host) does not let this client subscribe to \(subscriptions.joined(separator: ", "))", &publisher)
      case .close(let end): return end
      }
    }
    guard buffer.readableBytes > 0 else { return nil }
    guard channel.isWritable else { return .unread }
    channel.writeAndFlush(buffer, promise: nil)
    return nil
  }

  /// A broker cannot fill the journal: a sentence is said once on a connection.
  private func say(_ sentence: String, _ publisher: inout MQTTPublisher) {
    if publisher.said.insert(sentence).inserted { log.say("mqtt: \(sentence)") }
  }

  /// Its own topics, to see what others have left there; the birth of Home Assistant; and the commands.
  private var subscriptions: [String] {
    [topics.availability, topics.sensor("+")] + (assistant == nil ? [] : [HomeAssistant.status])
      + (commands == nil ? [] : [topics.command("+")])
  }

  private func receive(_ message: MQTTPublication, _ publisher: inout MQTTPublisher) {
    let start = topics.command("")
    guard message.topic.hasPrefix(start) else { return publisher.receive(message) }
    let name = String(message.topic.dropFirst(start.count))
    // An order that was kept is not of now.
    guard !message.isRetained else {
      return say("a kept order is not carried out; delete it at the broker", &publisher)
    }
    commands?.receive(name, message.payload)
  }

  /// What happened and waits, as far as there is room.
  private func deliver(
    _ publisher: inout MQTTPublisher, _ session: inout MQTTSession, into outputs: inout [MQTTSession.Output]
  ) {
    guard session.isOpen, session.limits.confirms else { return }
    do throws(LapwingError) {
      if publisher.backlog.wantsMore(at: Self.now) {
        if !publisher.backlog.confirmed.isEmpty {
          try history.remove(publisher.backlog.confirmed)
          publisher.backlog.isDeleted()
        }
        publisher.backlog.add(try history.next(MQTTBacklog.mostAtOnce))
      }
      publisher.fault = nil
    } catch {
      if publisher.fault != error.message { log.say("mqtt: \(error.message)") }
      publisher.fault = error.message
    }
    while session.roomForHistory > 0, let record = publisher.backlog.send() {
      session.publish(
        topics.history, Array(record.content.utf8), isRetained: false, as: record.sequence, at: Self.now, into: &outputs
      )
    }
  }
}

import Control
import FoundationEssentials
import Glibc
import Readings
import Status
import Synchronization
import System

/// Follows the box for the broker, on a thread of its own: records what happens in the history, and keeps what is to stand at the
/// topics. The messages to people have a follower of their own, which this one cannot delay.
final class MQTTFeed: Sendable {
  private struct State {
    /// What is to stand at the broker; only the availability until the box has answered.
    var documents: [BoxTopics.Document] = []
    /// The sensors that were removed: their topics are to be deleted.
    var gone: [String] = []
    var isKnown = false
    var events: [MQTTEvent] = []
    /// The message of discovery, and what it was made of.
    var discovery: (text: String, profile: String, sensors: [String: MQTTHistory.KnownSensor])?
    /// Records that the disk did not take yet; and up to which change of which run of the box they go, if there are some.
    var pending: [String] = []
    var reached: (run: String, sequence: UInt64)?
    var said: String?
  }

  /// What changed within this time is one change: a person sees no more.
  private static let pause = Duration.seconds(1)
  private static let minute: Int64 = 60_000
  /// A box that has just started takes up its sensors first.
  private static let settles = 30.0
  /// An event that comes later would start an automation about what is over.
  private static let longestEvent: Int64 = 60_000
  private static let mostEvents = 64
  private static let mostSensors = 64
  /// As many as the box keeps for a follower that was away.
  private static let mostPending = 512

  private let socket: String
  private let topics: BoxTopics
  private let assistant: HomeAssistant?
  private let history: MQTTHistory
  private let bell: Bell
  private let log: OutsideLog
  private let state = Mutex(State())

  init(
    socket: String, topics: BoxTopics, assistant: HomeAssistant?, history: MQTTHistory, bell: Bell, log: OutsideLog
  ) {
    (self.socket, self.topics, self.assistant) = (socket, topics, assistant)
    (self.history, self.bell, self.log) = (history, bell, log)
    state.withLock { $0.documents = [offline] }
  }

  private var offline: BoxTopics.Document {
    BoxTopics.Document(topic: topics.availability, payload: BoxTopics.offline)
  }

  /// What is to stand at the broker, and the topics that are to be empty there.
  var documents: (all: [BoxTopics.Document], gone: [String], isKnown: Bool) {
    state.withLock { ($0.documents, $0.gone, $0.isKnown) }
  }

  /// The alarm changes of the last minute that were not published yet, the oldest first.
  func removeEvents(_ most: Int, at now: Int64) -> [MQTTEvent] {
    state.withLock { state in
      state.events.removeAll { now - $0.at >= Self.longestEvent }
      defer { state.events.removeFirst(min(most, state.events.count)) }
      return Array(state.events.prefix(most))
    }
  }

  /// What a connection has published, and the broker has not confirmed.
  func putBack(_ events: [MQTTEvent]) {
    state.withLock { $0.events = (events + $0.events).suffix(Self.mostEvents) }
  }

  /// Runs until the process ends.
  func run() {
    while true {
      do throws(LapwingError) { try follow() } catch { say("mqtt: \(error.message); trying again every second") }
      state.withLock { state in
        state.documents.removeAll { $0.topic == topics.availability }
        state.documents.append(offline)
      }
      bell.ring()
      sleep(1)
    }
  }

  private static var now: Int64 { MonotonicClock.kernelMicroseconds() / 1000 }

  /// A sentence is said once, until another one.
  private func say(_ sentence: String) {
    let isNews = state.withLock { state in
      defer { state.said = sentence }
      return state.said != sentence
    }
    if isNews { log.say(sentence) }
  }

  /// A disk that takes nothing must not make the box look as if it were lost.
  private func keep(_ body: () throws(LapwingError) -> Void) -> Bool {
    do throws(LapwingError) {
      try body()
      return true
    } catch {
      say("mqtt: what happens is not kept: \(error.message)")
      return false
    }
  }

  private func follow() throws(LapwingError) {
    var follower = try ControlClient(path: socket), asker = try ControlClient(path: socket)
    var sensors = try history.knownSensors(), values = FreshValues(), recordedAt = Self.now
    let known = try followed()
    let first = try follower.startFollowing(after: SeenAlarms(run: known.run, last: known.sequence))
    let run = first.run ?? ""
    var sequence = known.run == run ? known.sequence : 0
    // Without a history it begins with what stands now.
    let missed = known.run == nil ? [] : first.missed ?? []
    record(missed, first.seconds, run, &sequence)
    if known.run == nil {
      sequence = first.alarmTransitions
      _ = keep { () throws(LapwingError) in try history.record(alarms: [], run: run, sequence: sequence) }
    }
    while true {
      // The critical loop itself must answer: one that hangs is no box that is online.
      let status = try asker.status(isProved: true), asked = Self.now
      values.receive(status, at: asked)
      update(&sensors, status, values, at: asked)
      publish(status, values, sensors, at: asked)
      if asked - recordedAt >= Self.minute {
        recordedAt = asked
        if let text = topics.recordText(status, values, at: asked, date: Clock.now) {
          _ = keep { () throws(LapwingError) in try history.record(values: text) }
        }
      }
      var events: [BoxEvent] = []
      while events.isEmpty, Self.now - asked < Self.pause.milliseconds {
        guard follower.hasNext(within: Self.pause - .milliseconds(Self.now - asked)) else { break }
        guard let line = try follower.next() else {
          throw LapwingError(.unavailable, code: "stopped", "the box has stopped")
        }
        // Most lines are readings, which are not decoded.
        if line.contains(#""kind":"alarm""#),
          let event = try? JSONDecoder().decode(BoxEvent.self, from: Data(line.utf8))
        {
          events.append(event)
        }
      }
      record(events, events.last?.seconds ?? 0, run, &sequence)
    }
  }

  /// The latest alarm change that the history has, or is to have.
  func followed() throws(LapwingError) -> (run: String?, sequence: UInt64) {
    if let reached = state.withLock(\.reached) { return (reached.run, reached.sequence) }
    return try history.followed()
  }

  /// - Parameter seconds: the time of the box now.
  func record(
    _ events: [BoxEvent], _ seconds: Double, _ run: String, _ sequence: inout UInt64
  ) {
    var records = state.withLock { $0.pending }, fresh: [MQTTEvent] = []
    for event in events {
      guard case .alarm(let alarm) = event.content, let number = alarm.sequence, number > sequence else { continue }
      sequence = number
      let age = Int64(max(0, min(seconds - event.seconds, 1e9)) * 1000)
      records.append(topics.recordText(alarm, run: run, at: Clock.now - age))
      fresh.append(MQTTEvent(text: topics.eventText(alarm), at: Self.now - age))
    }
    guard !records.isEmpty else { return }
    let last = sequence
    let isKept = keep { () throws(LapwingError) in try history.record(alarms: records, run: run, sequence: last) }
    state.withLock { state in
      state.pending = isKept ? [] : records.suffix(Self.mostPending)
      state.reached = isKept ? nil : (run, last)
      state.events = (state.events + fresh).suffix(Self.mostEvents)
    }
  }

  /// Remembers what each sensor sends, and which are removed.
  private func update(
    _ sensors: inout [String: MQTTHistory.KnownSensor], _ status: BoxStatus, _ values: FreshValues, at now: Int64
  ) {
    let next = Self.sensors(after: status, values, known: sensors, at: now)
    guard next != sensors else { return }
    _ = keep { () throws(LapwingError) in try history.keep(next) }
    sensors = next
  }

  static func sensors(
    after status: BoxStatus, _ values: FreshValues, known: [String: MQTTHistory.KnownSensor], at now: Int64
  ) -> [String: MQTTHistory.KnownSensor] {
    var sensors = known
    let adopted = status.sensors.filter(\.identity.isAdopted)
    for sensor in adopted {
      let address = sensor.identity.address, model = sensor.reading?.source.model
      var record = sensors[address] ?? MQTTHistory.KnownSensor(name: address)
      record.name = sensor.identity.name ?? model ?? record.name
      record.model = model ?? record.model
      record.isGone = false
      for (quantity, _) in values.values(of: address, at: now) where !record.quantities.contains(quantity.key) {
        record.quantities.append(quantity.key)
      }
      sensors[address] = record
    }
    if status.seconds >= settles {
      for address in sensors.keys where !adopted.contains(where: { $0.identity.address == address }) {
        sensors[address]?.isGone = true
      }
    }
    // Those that were removed long ago are not known by their age, and some go first.
    for address in sensors.keys.sorted() where sensors.count > mostSensors && sensors[address]?.isGone == true {
      sensors[address] = nil
    }
    return sensors
  }

  private func publish(
    _ status: BoxStatus, _ values: FreshValues, _ sensors: [String: MQTTHistory.KnownSensor], at now: Int64
  ) {
    var documents: [BoxTopics.Document] = []
    if let assistant {
      documents.append(.init(topic: assistant.topic, payload: discovery(assistant, status, sensors)))
    }
    documents += topics.documents(status, values, at: now)
    documents.append(.init(topic: topics.availability, payload: BoxTopics.online))
    let gone = sensors.filter(\.value.isGone).keys.sorted().map(topics.sensor)
    state.withLock { ($0.documents, $0.gone, $0.isKnown) = (documents, gone, true) }
    bell.ring()
  }
}

/// An alarm change of now.
struct MQTTEvent: Sendable, Equatable {
  let text: String
  /// In ms of a clock that is never set.
  let at: Int64
}

extension MQTTFeed {
  /// It is long, and seldom another one.
  private func discovery(
    _ assistant: HomeAssistant, _ status: BoxStatus, _ sensors: [String: MQTTHistory.KnownSensor]
  ) -> String {
    let made = state.withLock(\.discovery)
    if let made, made.profile == status.profile, made.sensors == sensors { return made.text }
    let text = assistant.text(status, sensors)
    state.withLock { $0.discovery = (text, status.profile, sensors) }
    return text
  }
}

extension Duration {
  fileprivate var milliseconds: Int64 { wholeNanoseconds / 1_000_000 }
}

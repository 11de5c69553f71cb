import Alarms
import Engine
import Flight
import Monitor
import Readings
import Sessions
import Settings

/// The present state of the box, gathered from the outputs of the critical loop. The screen and the control server each
/// keep one, on their own threads. What they show of it is a ``BoxStatus``.
package struct ApplianceStatus: Sendable {
  package struct SensorState: Sendable {
    package var sensor: SensorRegistry.Sensor
    package var reading: Reading?
    /// The latest value of each quantity. A sensor may send its quantities in turn, a part in each reading.
    package var measurements = Measurements()
    /// What the air pressure did to the latest CO2.
    package var co2Correction: CO2Correction?
    /// When the latest CO2 was measured.
    package var co2At: Instant?
    /// When the box last received it; when it got its place, if it was not received (``isReceived``).
    package var receivedAt: Instant
    /// Whether the box has received it. One that is adopted has its place before that.
    package var isReceived = false
    /// Whether it is adopted. A stranger is only shown.
    package var isOwn = true
    package var adopted: AdoptedSensor?
    /// The latest finished measurement that it sent, which is of any time before.
    package var spotCheck: Reading?
    /// The strength of its signal, dBm; `nil` if that was not measured.
    package var signal: Int8?
    /// Why its messages do not count; `nil` if they do.
    package var trouble: SensorTrouble?
  }

  private var sensorsByIndex: [SensorIndex: SensorState] = [:]
  /// The alarms that are present, latched or acknowledged, oldest first.
  package private(set) var alarms: [AlarmTransition] = []
  /// When each of them began, in the same order.
  private(set) var alarmsBeganAt: [Instant] = []
  package private(set) var patterns: [Lamp: LampPattern] = [:]
  package private(set) var lit: Set<Lamp> = []
  package private(set) var sound: SoundSignal?
  package private(set) var loudness = Loudness.normal
  /// When the latest burst of that sound began.
  package private(set) var burstAt: Instant?
  /// The phase of flight that was set or found, while it counts.
  package private(set) var phase = PhaseChange.none
  /// Until when low and medium alarms are withheld at most; `nil` if they are not.
  package private(set) var withheldUntil: Instant?
  package private(set) var sessionStartedAt: Instant?
  package private(set) var about = SessionDetails()
  /// What was drunk in it, ml.
  package private(set) var hydration: UInt32 = 0
  /// Whether a person has confirmed for it where the sensor lies.
  package private(set) var isPlacementConfirmed = false
  package private(set) var caffeineAt: Instant?
  package private(set) var lastSession: SessionSummary?
  /// The number of the latest alarm transition.
  package private(set) var lastSequence: UInt64 = 0
  /// The number of the latest alarm transition that the logbook has committed.
  package private(set) var committedSequence: UInt64 = 0
  /// The latest order about one device, and when it came to its step.
  package private(set) var visit: (DeviceVisit, since: Instant)?
  /// How far the connections to sensors are that are read over one.
  package private(set) var links: [DeviceAddress: SensorLink.State] = [:]
  /// Strangers may change their addresses, each of which is another device.
  private static let mostLinks = 64
  /// What the system does with its network; `nil` if this is not Lapwing's card.
  package private(set) var network: NetworkMode?
  /// What the board reports of its supply and its heat; `nil` if it reports nothing.
  package private(set) var power: BoardPower?
  /// Which parts of the board give signals; `nil` until the board has said so, and if there is no board, as in a
  /// replay.
  package private(set) var parts: BoardParts?
  package private(set) var instant = Instant.start

  package init() {}

  /// The sensors, adopted ones first, in the order of their places.
  package var sensors: [SensorState] {
    let sorted = sensorsByIndex.sorted { $0.key < $1.key }.map(\.value)
    return sorted.filter(\.isOwn) + sorted.filter { !$0.isOwn }
  }

  /// What to do if no sensor is adopted, since nothing is watched then; `nil` otherwise.
  package var adviceWithoutSensor: String? {
    guard !sensorsByIndex.values.contains(where: \.isOwn) else { return nil }
    let byButtons = parts?.hasButtons == false ? "" : "hold one beside the box and buttons A and B for 5 s, or "
    return "no sensor is adopted yet; \(byButtons)lapwing sensors adopt ADDRESS"
  }

  /// The person whose heart a sensor measures, by the configuration or by the order that adopted the sensor.
  package func person(of state: SensorState, in configuration: Configuration) -> String? {
    configuration.person(of: state.sensor.address) ?? state.adopted?.person
  }

  func value(of quantity: Quantity, for alarm: AlarmTransition) -> Double? {
    alarm.sensor.flatMap { sensorsByIndex[$0]?.measurements[quantity] }
  }

  package func address(of alarm: AlarmTransition) -> DeviceAddress? {
    alarm.sensor.flatMap { sensorsByIndex[$0]?.sensor.address }
  }

  package mutating func apply(_ outward: TimedOutput) {
    instant = max(instant, outward.instant)
    switch outward.record {
    case .sensor(let index, let sensor):
      register(sensor, at: index, isOwn: true, outward.instant)
    case .stranger(let index, let sensor): register(sensor, at: index, isOwn: false, outward.instant)
    case .adopted(let index, let adopted): sensorsByIndex[index]?.adopted = adopted
    case .left(let index): sensorsByIndex[index] = nil
    case .signal(let index, let signal):
      sensorsByIndex[index]?.signal = signal
      // A device without readings is received only by its signal.
      if sensorsByIndex[index]?.reading == nil { sensorsByIndex[index]?.receivedAt = outward.instant }
      sensorsByIndex[index]?.isReceived = true
    case .trouble(let index, let trouble): sensorsByIndex[index]?.trouble = trouble
    case .reading(let reading, let index): apply(reading, from: index, at: outward.instant)
    case .action(let action): apply(action, at: outward.instant)
    case .lamp(let lamp, let isLit): if isLit { lit.insert(lamp) } else { lit.remove(lamp) }
    case .burst: burstAt = outward.instant
    case .committed(let sequence): committedSequence = sequence
    case .sessionDetails(let details): about = details
    case .sessionContinued(let session):
      sessionStartedAt = session.startedAt
      about = about.isEmpty ? session.details : about
      (hydration, caffeineAt) = (session.refreshments.millilitres, session.refreshments.caffeineAt)
      if session.isPlacementConfirmed { isPlacementConfirmed = true }
    case .adoption(.adopted(let adopted)):
      for index in sensorsByIndex.keys where sensorsByIndex[index]?.sensor.address == adopted.address {
        sensorsByIndex[index]?.adopted = adopted
      }
    case .visit(let fresh): visit = (fresh, outward.instant)
    case .link(let link):
      links[link.address] = link.state == .unwanted ? nil : link.state
      guard links.count > Self.mostLinks else { break }
      let known = Set(sensorsByIndex.values.map(\.sensor.address))
      links = links.filter { known.contains($0.key) }
    case .network(let mode): network = mode
    case .power(let fresh): power = fresh
    case .parts(let fresh): parts = fresh
    case .adoption, .adoptions, .bonds, .answer, .selection, .note, .button, .call, .sessionChecked, .record, .recalled,
      .reloadWanted, .pageCodeWanted, .networkWanted,
      .runEnded,
      .finished:
      break
    }
  }

  private mutating func register(
    _ sensor: SensorRegistry.Sensor, at index: SensorIndex, isOwn: Bool, _ instant: Instant
  ) {
    // The values of the same device are kept: its model is known better now, or it was adopted only now.
    if var known = sensorsByIndex[index], known.sensor.address == sensor.address {
      known.sensor = sensor
      known.isOwn = isOwn
      known.adopted = nil
      sensorsByIndex[index] = known
    } else {
      sensorsByIndex[index] = SensorState(sensor: sensor, receivedAt: instant, isReceived: !isOwn, isOwn: isOwn)
    }
  }

  private mutating func apply(_ reading: Reading, from index: SensorIndex, at instant: Instant) {
    guard var state = sensorsByIndex[index] else { return }
    guard !reading.isSpotCheck else {
      sensorsByIndex[index]?.spotCheck = reading
      sensorsByIndex[index]?.isReceived = true
      return
    }
    state.reading = reading
    // Without its key, a message shows nothing but that it is encrypted, not even its counter.
    state.trouble = reading.isEncrypted == true && reading.counter == nil ? .lacksKey : nil
    (state.receivedAt, state.isReceived) = (instant, true)
    // A CO2 value that is not corrected takes the correction of an earlier one away.
    if reading.measurements[.co2PartsPerMillion] != nil {
      for quantity in Quantity.co2Correction { state.measurements[quantity] = nil }
      state.co2Correction = reading.co2Correction
      state.co2At = instant.earlier(bySeconds: reading.ageSeconds ?? 0)
    }
    for quantity in Quantity.allCases {
      if let value = reading.measurements[quantity] { state.measurements[quantity] = value }
    }
    sensorsByIndex[index] = state
    if case (var open, _)? = visit, open.purpose == .read, !open.step.isEnd, open.address == state.sensor.address,
      instant <= open.end, reading.measurements != Measurements()
    {
      open.step = .done
      visit = (open, instant)
    }
  }

  private mutating func apply(_ action: Action, at instant: Instant) {
    switch action {
    case .alarm(let alarm):
      lastSequence = alarm.sequence
      let index = alarms.firstIndex {
        $0.condition == alarm.condition && $0.sensor == alarm.sensor && $0.isTest == alarm.isTest
      }
      if let index {
        alarms[index] = alarm
        if alarm.presence == .off {
          alarms.remove(at: index)
          alarmsBeganAt.remove(at: index)
        }
      } else if alarm.presence != .off {
        alarms.append(alarm)
        alarmsBeganAt.append(instant)
      }
    case .loudness(let level): loudness = level
    case .notice, .refusal: break
    case .lamp(let lamp, let pattern): patterns[lamp] = pattern == .off ? nil : pattern
    case .sound(let signal):
      sound = signal
      burstAt = nil
    case .scenarioWanted, .scenario, .drinkReminder: break
    case .placementConfirmed: isPlacementConfirmed = true
    case .refreshments(let change, let total):
      hydration = total
      switch change {
      case .caffeine: caffeineAt = instant
      case .caffeineTakenBack: caffeineAt = nil
      case .drunk, .drinkTakenBack: break
      }
    case .phase(let fresh): phase = fresh
    case .withheld(let end): withheldUntil = end
    case .sessionStarted:
      sessionStartedAt = instant
      (about, hydration, caffeineAt) = (SessionDetails(), 0, nil)
      isPlacementConfirmed = false
    case .sessionEnded(let summary):
      sessionStartedAt = nil
      lastSession = summary
    }
  }
}

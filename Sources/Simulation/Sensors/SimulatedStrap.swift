import Readings

/// A heart-rate strap with realistic faults. About once a second it gives the bytes that a real one would send, or
/// none.
struct SimulatedStrap: Sendable {
  private let parameters: WorldParameters
  private let kind: WorldScript.Strap
  private var smoothed: Double
  private var artefact: Artefact
  private var dropout: RandomInterval
  /// A longer gap of the radio.
  private var gap: RandomInterval
  private var fit: StrapFit
  private var charger: RandomInterval
  private var freeze: RandomInterval
  private var frozen: [UInt8] = []
  private var bytes: [UInt8] = []
  /// The progress of the current beat, from 0 to 1.
  private var beat = 0.0
  private var lastBeat = 0.0

  private static let measurement = BluetoothUUID(0x2A37)
  /// Flags: contact is detected, contact is supported, RR intervals follow.
  private static let contact: UInt8 = 0x02, feelsContact: UInt8 = 0x04, beats: UInt8 = 0x10
  /// A strap that has found no beat for this time sends 0, s; until then it repeats its last rate. Own choice.
  private static let forgetsAfter = 4.0

  init(
    _ parameters: WorldParameters, _ kind: WorldScript.Strap, _ patient: Heartbeat, _ random: inout WorldRandom
  ) {
    self.parameters = parameters
    self.kind = kind
    smoothed = patient.beatsPerMinute
    artefact = Artefact(parameters, &random)
    dropout = RandomInterval(perDay: parameters.strapDropoutsPerDay, &random)
    gap = RandomInterval(perDay: parameters.strapGapsPerDay, &random)
    fit = StrapFit(parameters, &random)
    charger = RandomInterval(perDay: parameters.strapChargerPerDay, &random)
    freeze = RandomInterval(perDay: parameters.strapFreezesPerDay, &random)
    bytes.reserveCapacity(32)
    frozen.reserveCapacity(32)
  }

  /// Whether it is worn, detects the heart and is received: then any missing alarm is the fault of the box.
  var isGood: Bool { fit.state == .worn && !dropout.isOn && !gap.isOn && !charger.isOn && !freeze.isOn }

  /// The bytes that are received this second; `nil` if there are none.
  mutating func step(_ now: Double, _ patient: Heartbeat, _ random: inout WorldRandom) -> SensorValue? {
    pass(now, patient, &random)
    guard !charger.isOn else { return nil }
    follow(now, patient)
    if fit.state != .slipping { write(now, patient, &random) }
    if freeze.isOn { if frozen.isEmpty { frozen += bytes } } else { frozen.removeAll(keepingCapacity: true) }
    guard !dropout.isOn, !gap.isOn, !bytes.isEmpty else { return nil }
    return SensorValue(characteristic: Self.measurement, bytes: frozen.isEmpty ? bytes : frozen)
  }

  private mutating func pass(_ now: Double, _ patient: Heartbeat, _ random: inout WorldRandom) {
    let parameters = parameters
    artefact.step(now, patient, parameters, &random)
    _ = dropout.step(
      now, duration: { random.logNormal(median: parameters.strapDropoutSeconds, sigma: 1) },
      wait: { random.wait(perDay: parameters.strapDropoutsPerDay) })
    _ = gap.step(
      now, duration: { random.logUniform(3, 40) }, wait: { random.wait(perDay: parameters.strapGapsPerDay) })
    fit.step(now, parameters, &random)
    _ = charger.step(
      now, duration: { random.logNormal(median: 1_800, sigma: 0.8) },
      wait: { random.wait(perDay: parameters.strapChargerPerDay) })
    _ = freeze.step(
      now, duration: { random.logNormal(median: 120, sigma: 0.8) },
      wait: { random.wait(perDay: parameters.strapFreezesPerDay) })
  }

  /// Updates the mean over some beats that the strap shows.
  private mutating func follow(_ now: Double, _ patient: Heartbeat) {
    if patient.beatsPerMinute > 0 {
      lastBeat = now
      let keep = smoothed > 0 ? 1 - 1 / max(1, parameters.strapSmoothing) : 0
      smoothed = smoothed * keep + patient.beatsPerMinute * (1 - keep)
    } else if now - lastBeat >= Self.forgetsAfter {
      smoothed = 0
    }
  }

  /// Writes the Heart Rate Measurement: flags, rate, and the beats of this second as RR intervals in 1/1024 s.
  private mutating func write(_ now: Double, _ patient: Heartbeat, _ random: inout WorldRandom) {
    bytes.removeAll(keepingCapacity: true)
    let felt: UInt8 = kind.feelsSkin ? Self.feelsContact | (fit.touches ? Self.contact : 0) : 0
    bytes.append(felt)
    switch fit.state {
    case .off, .searching, .slipping: bytes.append(0)
    case .loose:
      // Without contact it counts noise.
      bytes.append(fit.touches ? rounded(smoothed) : random.happens(0.5) ? 0 : rounded(random.uniform(25, 220)))
    case .worn where artefact.isOn: writeArtefact(&random)
    case .worn: writeBeats(patient, &random)
    }
  }

  private func rounded(_ rate: Double) -> UInt8 { UInt8(min(max(rate.rounded(), 0), 255)) }

  private mutating func writeBeats(_ patient: Heartbeat, _ random: inout WorldRandom) {
    bytes.append(rounded(smoothed))
    let rate = patient.beatsPerMinute
    guard rate > 0 else { return beat = 0 }
    let spread = patient.isIrregular ? 0.22 : 0.03
    beat += rate / 60
    while beat >= 1 {
      beat -= 1
      append(seconds: 60 / rate * max(0.2, 1 + spread * random.normal()))
    }
  }

  private mutating func writeArtefact(_ random: inout WorldRandom) {
    let rate = artefact.shown(&random)
    bytes.append(rounded(rate))
    beat += rate / 60
    while beat >= 1 {
      beat -= 1
      if artefact.beats != .absent { append(seconds: artefact.interval(rate: rate, &random)) }
    }
  }

  private mutating func append(seconds: Double) {
    guard kind.sendsBeats, bytes.count < 20 else { return }
    bytes[0] |= Self.beats
    let ticks = UInt16(min(max(seconds * 1024, 1), 8_000))
    bytes.append(UInt8(truncatingIfNeeded: ticks))
    bytes.append(UInt8(truncatingIfNeeded: ticks >> 8))
  }

  /// Takes it off, loosens it, puts it into its charger, freezes it or shields it by script, for this many seconds.
  mutating func suffer(_ trouble: WorldEvent.Trouble, _ now: Double, for duration: Double) {
    switch trouble {
    case .strapOff: fit.takeOff(now, for: duration)
    case .strapLoose: fit.loosen(now, for: duration)
    case .strapCharging: charger.begin(now, for: duration)
    case .strapFrozen: freeze.begin(now, for: duration)
    case .strapSilent: dropout.begin(now, for: duration)
    case .airSilent, .oximeterOff, .oximeterSilent: break
    }
  }
}

/// A period in which a movement, a dry electrode or a large T wave misleads a strap: it shows a wrong rate, and RR
/// intervals that disagree with it, or none.
struct Artefact: Sendable {
  /// How the RR intervals behave during the artefact.
  enum Beats: Sendable { case disagree, absent, agree }

  /// The rate that it shows, bpm.
  private var rate = 0.0
  /// The true rate when it began, bpm.
  private var truth = 0.0
  private var isMovement = false
  private(set) var beats = Beats.disagree
  private var episode: RandomInterval
  private var isLong = false

  var isOn: Bool { episode.isOn }

  init(_ parameters: WorldParameters, _ random: inout WorldRandom) {
    episode = RandomInterval(perDay: parameters.artefactsPerDay, &random)
  }

  mutating func step(_ now: Double, _ patient: Heartbeat, _ parameters: WorldParameters, _ random: inout WorldRandom) {
    let isMoving = patient.isMoving
    let change = episode.step(
      now,
      duration: {
        parameters.artefactLength.seconds(
          median: parameters.artefactSeconds, spread: parameters.artefactSpread, &random)
      },
      // Movement loosens the electrodes: three times as many artefacts.
      wait: { random.wait(perDay: parameters.artefactsPerDay * (isMoving ? 3 : 1)) })
    guard change == true else { return }
    let draw = random.uniform()
    truth = max(30, patient.beatsPerMinute)
    isMovement = draw >= parameters.doubleCountShare && draw < 0.6
    if isMovement {
      rate = Self.moved(truth, &random)
    } else if draw < 0.6 {
      rate = truth * 2
    } else {
      rate = truth * random.uniform(0.45, 0.7)
    }
    let kind = random.uniform()
    beats =
      kind < parameters.artefactAgreeShare
      ? .agree
      : kind < parameters.artefactAgreeShare + parameters.artefactWithoutBeatsShare ? .absent : .disagree
  }

  private static func moved(_ truth: Double, _ random: inout WorldRandom) -> Double {
    random.uniform(truth * 0.5, max(truth * 2, 160))
  }

  /// The rate that is shown this second, bpm. It varies by some percent; a movement soon shows a different one. Own
  /// choice.
  mutating func shown(_ random: inout WorldRandom) -> Double {
    if isMovement, beats != .agree, random.happens(0.25) { rate = Self.moved(truth, &random) }
    return min(max(rate * (1 + 0.04 * random.normal()), 20), 240)
  }

  /// The interval between two of its beats, s: far from the rate, sometimes longer and sometimes shorter, unless they
  /// agree.
  mutating func interval(rate: Double, _ random: inout WorldRandom) -> Double {
    let usual = 60 / rate
    guard beats == .disagree else { return usual * (1 + 0.02 * random.normal()) }
    isLong.toggle()
    return usual * (isLong ? random.uniform(1.25, 1.7) : random.uniform(0.4, 0.75))
  }
}

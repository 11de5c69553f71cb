import Readings
import SensorProtocols

/// A heart-rate strap, imperfect as straps are: about once a second it gives the bytes that a real one would send, or none.
struct SimulatedStrap: Sendable {
  private let parameters: WorldParameters
  private var smoothed: Double
  private var artefact: Spell
  private var artefactKind = Artefact.motion
  private var dropout: Spell
  private var off: Spell
  private var charger: Spell
  private var freeze: Spell
  private var frozen: [UInt8] = []
  private var bytes: [UInt8] = []
  /// How far the current beat has come, in beats.
  private var beat = 0.0
  private var isLongBeat = false

  private enum Artefact { case motion, missedBeats, doubleCount }

  private static let measurement = BluetoothUUID(0x2A37)
  /// A strap takes so long to notice that it has lost the skin, s; until then it repeats what it has.
  private static let noticesSkinLossAfter = 3.0
  private var offSince = 0.0

  init(_ parameters: WorldParameters, _ patient: Heartbeat, _ random: inout WorldRandom) {
    self.parameters = parameters
    smoothed = patient.beatsPerMinute
    artefact = Spell(perDay: parameters.artefactsPerDay, &random)
    dropout = Spell(perDay: parameters.strapDropoutsPerDay, &random)
    off = Spell(perDay: parameters.strapOffPerDay, &random)
    charger = Spell(perDay: parameters.strapChargerPerDay, &random)
    freeze = Spell(perDay: parameters.strapFreezesPerDay, &random)
    bytes.reserveCapacity(32)
    frozen.reserveCapacity(32)
  }

  /// What is heard of it this second; `nil` for nothing.
  mutating func step(_ now: Double, _ patient: Heartbeat, _ random: inout WorldRandom) -> Reading? {
    pass(now, patient, &random)
    guard !charger.isOn else { return nil }
    let keep = 1 - 1 / max(1, parameters.strapSmoothing)
    smoothed = smoothed * keep + patient.beatsPerMinute * (1 - keep)
    if !(off.isOn && now - offSince < Self.noticesSkinLossAfter) { write(now, patient, &random) }
    if freeze.isOn { if frozen.isEmpty { frozen += bytes } } else { frozen.removeAll(keepingCapacity: true) }
    guard !dropout.isOn else { return nil }
    let sent = frozen.isEmpty ? bytes : frozen
    return try? SensorDecoder.reading(characteristic: Self.measurement, value: sent.span.bytes)
  }

  private mutating func pass(_ now: Double, _ patient: Heartbeat, _ random: inout WorldRandom) {
    let parameters = parameters
    let isMoving = patient.isMoving
    let artefact = artefact.step(
      now, duration: { random.logNormal(median: parameters.artefactSeconds, sigma: parameters.artefactSpread) },
      // Movement loosens the electrodes: three times as many.
      wait: { random.wait(perDay: parameters.artefactsPerDay * (isMoving ? 3 : 1)) })
    if artefact == true {
      let draw = random.uniform()
      artefactKind =
        draw < parameters.doubleCountShare ? .doubleCount : draw < 0.6 ? .motion : .missedBeats
    }
    _ = dropout.step(
      now, duration: { random.logNormal(median: parameters.strapDropoutSeconds, sigma: 1) },
      wait: { random.wait(perDay: parameters.strapDropoutsPerDay) })
    let off = off.step(
      now, duration: { random.logNormal(median: 300, sigma: 1) },
      wait: { random.wait(perDay: parameters.strapOffPerDay) })
    if off == true { offSince = now }
    _ = charger.step(
      now, duration: { random.logNormal(median: 1_800, sigma: 0.8) },
      wait: { random.wait(perDay: parameters.strapChargerPerDay) })
    _ = freeze.step(
      now, duration: { random.logNormal(median: 120, sigma: 0.8) },
      wait: { random.wait(perDay: parameters.strapFreezesPerDay) })
  }

  /// Writes the Heart Rate Measurement: flags, rate, and the beats of this second as RR intervals in 1/1024 s.
  private mutating func write(_ now: Double, _ patient: Heartbeat, _ random: inout WorldRandom) {
    bytes.removeAll(keepingCapacity: true)
    if off.isOn {
      bytes.append(0x04)  // Contact is supported and there is none; no rate.
      bytes.append(0)
      return
    }
    var rate = smoothed
    var spread = patient.isIrregular ? 0.22 : 0.03
    if artefact.isOn {
      switch artefactKind {
      case .motion:
        rate = random.uniform(rate * 0.5, max(rate * 2, 160))
        spread = 0.5
      case .missedBeats:
        rate *= random.uniform(0.45, 0.7)
        spread = 0.45
      case .doubleCount:
        rate *= 2
        spread = 0.2
      }
    }
    rate = min(max(rate, 20), 240)
    bytes.append(0x16)  // Contact is supported and there; RR intervals follow.
    bytes.append(UInt8(rate.rounded()))
    beat += rate / 60
    var intervals = 0
    while beat >= 1, intervals < 4 {
      beat -= 1
      intervals += 1
      var seconds = 60 / rate
      if artefact.isOn, artefactKind == .doubleCount {
        // From R to T and from T to R: short and long in turn.
        isLongBeat.toggle()
        seconds *= isLongBeat ? 1 + spread : 1 - spread
      } else {
        seconds *= max(0.2, 1 + spread * random.normal())
      }
      let ticks = UInt16(min(max(seconds * 1024, 1), 8_000))
      bytes.append(UInt8(truncatingIfNeeded: ticks))
      bytes.append(UInt8(truncatingIfNeeded: ticks >> 8))
    }
    if intervals == 0 { bytes[0] = 0x06 }
  }

  /// A script takes it off, puts it into its charger, makes it stick, or shields it, for so many seconds.
  mutating func suffer(_ trouble: WorldEvent.Trouble, _ now: Double, for duration: Double) {
    switch trouble {
    case .strapOff:
      off.begin(now, for: duration)
      offSince = now
    case .strapCharging: charger.begin(now, for: duration)
    case .strapFrozen: freeze.begin(now, for: duration)
    case .strapSilent: dropout.begin(now, for: duration)
    case .airSilent: break
    }
  }
}

import Readings

/// A pulse oximeter on a finger. Once a second it gives the bytes of the Pulse Oximeter Service, with a mean over some
/// seconds.
struct SimulatedOximeter: Sendable {
  private let parameters: WorldParameters
  private var saturation: Double
  private var pulse: Double
  private var artefact: RandomInterval
  private var isWrong = false
  private var wrongSaturation = 0.0
  private var wrongPulse = 0.0
  private var off: RandomInterval
  private var dropout: RandomInterval
  private var silentBeats = 0.0
  private var bytes: [UInt8] = []

  /// PLX Continuous Measurement.
  private static let measurement = BluetoothUUID(0x2A5F)
  /// Flags: sensor status and pulse amplitude follow (Pulse Oximeter Service, 3.2).
  private static let flags: UInt8 = 0x08 | 0x10
  /// Bits of the sensor status: an inadequate signal, and the sensor is not on the person.
  private static let inadequateSignal: UInt32 = 1 << 3, unconnected: UInt32 = 1 << 11
  /// The code for "not a number" in a 16-bit medical float.
  private static let notANumber: UInt16 = 0x07FF
  /// The length of its mean, s. Own choice; vendors name 4 to 16.
  private static let mean = 8.0
  /// Without a pulse it reports that after this time, s. Own choice.
  private static let givesUpAfter = 8.0

  init(_ parameters: WorldParameters, _ patient: Heartbeat, _ random: inout WorldRandom) {
    self.parameters = parameters
    saturation = patient.saturation
    pulse = patient.beatsPerMinute
    artefact = RandomInterval(perDay: parameters.oximeterArtefactsPerDay, &random)
    off = RandomInterval(perDay: parameters.oximeterOffPerDay, &random)
    dropout = RandomInterval(perDay: parameters.oximeterDropoutsPerDay, &random)
    bytes.reserveCapacity(16)
  }

  /// Whether it is on the finger and received.
  var isGood: Bool { !off.isOn && !dropout.isOn }

  /// The bytes that are received this second; `nil` if there are none.
  mutating func step(_ now: Double, _ patient: Heartbeat, _ random: inout WorldRandom) -> SensorValue? {
    pass(now, &random)
    saturation += (patient.saturation - saturation) / Self.mean
    if patient.beatsPerMinute > 0 {
      silentBeats = 0
      pulse += (patient.beatsPerMinute - pulse) / Self.mean
    } else {
      silentBeats += 1
    }
    write(&random)
    guard !dropout.isOn else { return nil }
    return SensorValue(characteristic: Self.measurement, bytes: bytes)
  }

  private mutating func pass(_ now: Double, _ random: inout WorldRandom) {
    let parameters = parameters
    let change = artefact.step(
      now, duration: { random.logUniform(3, 30) },
      wait: { random.wait(perDay: parameters.oximeterArtefactsPerDay) })
    if change == true {
      isWrong = random.happens(parameters.oximeterWrongShare)
      wrongSaturation = random.uniform(70, 92)
      wrongPulse = random.uniform(30, 150)
    }
    _ = off.step(
      now, duration: { random.logNormal(median: 120, sigma: 1) },
      wait: { random.wait(perDay: parameters.oximeterOffPerDay) })
    _ = dropout.step(
      now, duration: { random.logNormal(median: parameters.strapDropoutSeconds, sigma: 1) },
      wait: { random.wait(perDay: parameters.oximeterDropoutsPerDay) })
  }

  /// Writes flags, saturation, pulse, the sensor status and the amplitude of the pulse.
  private mutating func write(_ random: inout WorldRandom) {
    bytes.removeAll(keepingCapacity: true)
    bytes.append(Self.flags)
    var status: UInt32 = 0
    if off.isOn {
      status = Self.unconnected
    } else if silentBeats >= Self.givesUpAfter || (artefact.isOn && !isWrong) {
      status = Self.inadequateSignal
    }
    if status != 0 {
      append(Self.notANumber)
      append(Self.notANumber)
    } else {
      let shownSaturation = artefact.isOn ? wrongSaturation : saturation + 0.3 * random.normal()
      append(UInt16(min(max(shownSaturation.rounded(), 0), 100)))
      append(UInt16(min(max((artefact.isOn ? wrongPulse : pulse).rounded(), 0), 250)))
    }
    append(UInt16(truncatingIfNeeded: status))
    bytes.append(UInt8(truncatingIfNeeded: status >> 16))
    append(status == 0 ? 4 : 0)
  }

  private mutating func append(_ value: UInt16) {
    bytes.append(UInt8(truncatingIfNeeded: value))
    bytes.append(UInt8(truncatingIfNeeded: value >> 8))
  }

  /// Takes it off or shields it by script, for this many seconds.
  mutating func suffer(_ trouble: WorldEvent.Trouble, _ now: Double, for duration: Double) {
    switch trouble {
    case .oximeterOff: off.begin(now, for: duration)
    case .oximeterSilent: dropout.begin(now, for: duration)
    default: break
    }
  }
}

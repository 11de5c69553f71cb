import Bluetooth
import Readings

/// The messages that a radio receives in a test, built line by line. Times are seconds since the start of the run.
///
///     ScriptedRadio()
///       .aranet4(.aranet4(co2: 953), every: 4, from: 0, until: 130)
///       .heartRate(.heartRate(72), every: 1, from: 0, until: 60)
package struct ScriptedRadio: Sendable {
  /// One report and its time.
  package struct Entry: Sendable, Equatable {
    package let instant: Instant
    package let report: RadioReport
  }

  private var script: [Entry] = []

  package init() {}

  /// All reports in order of time; those with the same time in the order of the script.
  package var reports: [Entry] {
    script.enumerated()
      .sorted { ($0.element.instant, $0.offset) < ($1.element.instant, $1.offset) }
      .map(\.element)
  }

  package func report(_ report: RadioReport, at seconds: Double) -> ScriptedRadio {
    var longer = self
    longer.script.append(Entry(instant: .at(seconds), report: report))
    return longer
  }

  /// An advertisement of any bytes.
  package func advertisement(
    _ data: [UInt8], at seconds: Double, from address: DeviceAddress, rssi: Int8? = -70
  ) -> ScriptedRadio {
    report(.advertisement(Advertisement(address: address, rssi: rssi, data: data)), at: seconds)
  }

  /// An Aranet4 advertises once.
  package func aranet4(
    _ reading: Reading, at seconds: Double, address: DeviceAddress = .sampleAranet4
  ) -> ScriptedRadio {
    advertisement(Aranet4Encoder.advertisement(reading), at: seconds, from: address)
  }

  /// An Aranet4 repeats an advertisement: first at `from`, the last time before `until`.
  package func aranet4(
    _ reading: Reading, every period: Double, from start: Double, until end: Double,
    address: DeviceAddress = .sampleAranet4
  ) -> ScriptedRadio {
    stride(from: start, to: end, by: period).reduce(self) { $0.aranet4(reading, at: $1, address: address) }
  }

  /// A strap notifies once.
  package func heartRate(
    _ reading: Reading, at seconds: Double, address: DeviceAddress = .sampleStrap
  ) -> ScriptedRadio {
    report(
      .attributeValue(
        AttributeValue(
          address: address, characteristic: HeartRateEncoder.measurement, data: HeartRateEncoder.value(reading))),
      at: seconds)
  }

  /// A strap repeats a notification: first at `from`, the last time before `until`.
  package func heartRate(
    _ reading: Reading, every period: Double = 1, from start: Double, until end: Double,
    address: DeviceAddress = .sampleStrap
  ) -> ScriptedRadio {
    stride(from: start, to: end, by: period).reduce(self) { $0.heartRate(reading, at: $1, address: address) }
  }
}

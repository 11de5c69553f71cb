import Bluetooth
import Control
import Engine
import Readings
import SensorProtocols
import Settings
import Status
import System

/// Listens for some seconds without running the box, and lists the sensors and their readings. For `lapwing scan`.
package struct RadioScan: Sendable {
  package struct Finding: Sendable {
    package var sensor: SensorRegistry.Sensor
    package var reading: Reading?
    package var measurements = Measurements()
    /// The latest signal strength in dBm; `nil` for values over a connection.
    package var rssi: Int8?
    /// The time since the last message when the scan ended.
    package var age = Duration.zero
    package var receivedAt = Instant.start
  }

  package struct Outcome: Sendable {
    /// In the order in which the sensors were first received.
    package let findings: [Finding]
    /// The number of devices that advertised, sensors or not.
    package let devices: Int
    package let notes: [String]
  }

  /// Further devices are not counted: random addresses change, and the set must not grow for ever.
  private static let mostDevices = 10_000

  /// Listens, and connects to the sensors that need a connection.
  /// - Parameters:
  ///   - duration: the time of the scan, unless a signal ends it.
  ///   - configuration: names the keys, and the control socket of a running box.
  ///   - show: receives the findings so far, every second.
  nonisolated package static func run(
    for duration: Duration, _ configuration: Configuration, show: (Outcome) throws(LapwingError) -> Void = { _ in }
  ) throws(LapwingError) -> Outcome {
    try ControlClient.refuseRunningBox(at: configuration.controlSocket)
    try NetworkRequest().refuseInFlight()
    let bonds = try BondFile(path: configuration.bondsPath).read()
    let loop = try JobLoop()
    let radio = try LiveRadio(configuration, bonds: bonds, at: loop.clock.now)
    for descriptor in radio.descriptors { try loop.sleeper.add(descriptor) }
    var reception = Reception(
      registry: SensorRegistry(bindKeys: configuration.bindKeys, adoption: Adoption(scope: .adopted), bonds: bonds))
    var showAt = loop.clock.now
    var outputs: [RadioOutput] = []
    _ = try loop.run(until: loop.clock.now.advanced(by: duration)) { now throws(LapwingError) in
      while radio.serve(at: now, into: &outputs) {}
      for output in outputs { reception.handle(output, at: now) }
      outputs.removeAll(keepingCapacity: true)
      if showAt <= now {
        showAt = now.advanced(by: .seconds(1))
        try show(reception.outcome(at: now))
      }
      return .wait(until: min(showAt, radio.nextDeadline ?? showAt))
    }
    radio.end()
    loop.letSignalsEnd()
    return reception.outcome(at: loop.clock.now)
  }

  private struct Reception {
    private var registry: SensorRegistry
    private var findings: [DeviceAddress: Finding] = [:]
    /// In the order in which the sensors were first received.
    private var order: [DeviceAddress] = []
    private var devices: Set<DeviceAddress> = []
    private var notes: [String] = []

    init(registry: SensorRegistry) { self.registry = registry }

    mutating func handle(_ output: RadioOutput, at instant: Instant) {
      switch output {
      case .note(let text): if !notes.contains(text) { notes.append(text) }
      case .input(.radio(let report)): receive(report, at: instant)
      case .input, .record, .visit, .link, .bonds: break
      }
    }

    private mutating func receive(_ report: RadioReport, at instant: Instant) {
      if devices.count < RadioScan.mostDevices { devices.insert(report.address) }
      var rssi: Int8?
      if case .advertisement(let advertisement) = report { rssi = advertisement.rssi }
      var reading = Reading(model: .unknown)
      switch registry.decode(report, at: instant, into: &reading) {
      case .reading(let index, _):
        note(index, rssi, at: instant) { finding in
          finding.reading = reading
          for quantity in Quantity.allCases {
            if let value = reading.measurements[quantity] { finding.measurements[quantity] = value }
          }
        }
      case .malformed(let index, _, _, _), .noticed(let index, _), .refused(let index, _, _):
        note(index, rssi, at: instant) { _ in }
      case .nothing:
        if let rssi { findings[report.address]?.rssi = rssi }
      }
    }

    private mutating func note(
      _ index: SensorIndex, _ rssi: Int8?, at instant: Instant, _ change: (inout Finding) -> Void
    ) {
      guard let sensor = registry.sensor(at: index) else { return }
      var finding = findings[sensor.address] ?? Finding(sensor: sensor)
      if findings[sensor.address] == nil { order.append(sensor.address) }
      finding.sensor = sensor
      change(&finding)
      finding.rssi = rssi ?? finding.rssi
      finding.receivedAt = instant
      findings[sensor.address] = finding
    }

    func outcome(at instant: Instant) -> Outcome {
      let list = order.compactMap { findings[$0] }.map { found in
        var finding = found
        finding.age = finding.receivedAt.duration(to: instant)
        return finding
      }
      return Outcome(findings: list, devices: devices.count, notes: notes)
    }
  }
}

extension JSONObject {
  package init(_ finding: RadioScan.Finding) {
    self = [
      "address": finding.sensor.address.description, "name": finding.sensor.model.name, "rssi": finding.rssi,
      "silent_s": JSONText.rounded(finding.age.inSeconds),
      "advertisement": Catalogue.entry(for: finding.sensor.model).advertisesReadings,
    ]
    add(membersOf: finding.reading.map { ReadingReport($0) })
  }
}

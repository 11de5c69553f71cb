import Bluetooth
import Glibc
import Readings
import SensorProtocols
import System

/// The CO2 meters on USB cables of a running box. They may be plugged in and pulled out at any time. The critical loop
/// serves them, and no call waits: a thread of its own finds and opens them.
///
/// Their reports take the way of values that a connected sensor sends by radio, so that all that follows is the same.
package final class USBMeters {
  package enum Output: Sendable {
    case report(RadioReport)
    /// A person should know of this.
    case note(String)
  }

  private let finder: MeterFinder
  private let ready: ReadySet
  private var meters: [Int32: (meter: PluggedMeter, node: Descriptor)] = [:]
  /// For each meter the reports since its last CO2, by their value.
  private var rounds: [Int32: [UInt8: [UInt8]]] = [:]
  private var buffer = [UInt8](repeating: 0, count: 64)

  /// A meter sends a few reports a second, so this many never wait.
  private static let reportsPerTurn = 16

  /// The meters of this machine.
  /// - Parameters:
  ///   - list: where the kernel lists HID devices.
  ///   - nodes: the folder of their nodes.
  ///   - open: opens a node; a test replaces it.
  package init(
    list: String = "/sys/class/hidraw", nodes: String = "/dev",
    open: @escaping @Sendable (String) throws(LapwingError) -> Descriptor = MeterNode.open
  ) throws(LapwingError) {
    finder = try MeterFinder { MeterSearch(list: list, nodes: nodes, open: open) }
    ready = try ReadySet()
    try ready.add(finder.findings.bell.descriptor.number)
  }

  /// Readable while there is anything to serve.
  package var descriptor: Int32 { ready.descriptor }

  /// Starts the search.
  package func start() { finder.start() }

  /// Ends the search and closes all meters.
  package func end() {
    finder.end()
    for number in meters.keys { ready.remove(number) }
    (meters, rounds) = ([:], [:])
  }

  /// Handles what has arrived.
  package func serve(into outputs: inout [Output]) {
    ready.forEachReady { number in
      if number == finder.findings.bell.descriptor.number {
        takeFindings(into: &outputs)
      } else {
        takeReports(number, into: &outputs)
      }
    }
  }

  private func takeFindings(into outputs: inout [Output]) {
    finder.findings.bell.clear()
    while let finding = finder.findings.pop() {
      switch finding {
      case .refused(let reason): outputs.append(.note(reason))
      case .opened(let meter, let node):
        guard (try? ready.add(node.number)) != nil else {
          finder.noteLost(meter)
          continue
        }
        meters[node.number] = (meter, node)
        outputs.append(.note("\(meter.address) is a CO2 meter on USB (\(meter.name))"))
        outputs.append(.report(.connected(meter.address)))
      }
    }
  }

  private func takeReports(_ number: Int32, into outputs: inout [Output]) {
    guard let (meter, _) = meters[number] else { return }
    for _ in 0..<Self.reportsPerTurn {
      let count = read(number, &buffer, buffer.count)
      if count < 0, errno == EAGAIN || errno == EINTR { return }
      guard count > 0 else { return lose(number, meter, count == 0 ? 0 : errno, into: &outputs) }
      let report = Array(buffer.prefix(count))
      guard report.count == ZyAura.length, let operation = ZyAura.operation(of: report.span.bytes) else { continue }
      rounds[number, default: [:]][operation] = report
      guard operation == ZyAura.co2, let round = rounds.removeValue(forKey: number) else { continue }
      // Nothing is nearer than the end of a cable.
      let value = AttributeValue(
        address: meter.address, characteristic: ZyAura.report, data: round.values.flatMap(\.self), rssi: 0)
      outputs.append(.report(.attributeValue(value)))
    }
  }

  private func lose(_ number: Int32, _ meter: PluggedMeter, _ reason: Int32, into outputs: inout [Output]) {
    ready.remove(number)
    meters[number] = nil
    rounds[number] = nil
    finder.noteLost(meter)
    let why = reason == 0 ? "its node has ended" : String(cString: strerror(reason))
    outputs.append(.note("\(meter.address) on USB is gone (\(why))"))
    outputs.append(.report(.disconnected(meter.address)))
  }
}

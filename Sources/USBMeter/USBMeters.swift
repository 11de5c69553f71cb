import Bluetooth
import Foundation
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

  package func start() { finder.start() }

  package func end() {
    finder.end()
    for number in meters.keys { ready.remove(number) }
    (meters, rounds) = ([:], [:])
  }

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

/// Opens the device node of a meter. It may wait for the USB cable, so the critical loop does not do it.
package enum MeterNode {
  /// Opens a node for reading without waiting, and gives the meter its key, which makes it send.
  /// - Throws: a sentence that says what to do.
  package static func open(_ path: String) throws(LapwingError) -> Descriptor {
    let number = Glibc.open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard number >= 0 else { throw refusal(path, errno) }
    let node = try Descriptor(number, path)
    // The number of the report, then the report.
    var feature: [UInt8] = [0] + ZyAura.key
    guard ioctl(number, Self.setFeature, &feature) >= 0 else { throw refusal(path, errno) }
    return node
  }

  /// HIDIOCSFEATURE of nine bytes (linux/hidraw.h).
  private static let setFeature: UInt = 0xC009_4806

  private static func refusal(_ path: String, _ number: Int32) -> LapwingError {
    let reason = String(cString: strerror(number))
    let advice =
      number == EACCES || number == EPERM
      ? "install udev/70-lapwing.rules, which gives it to the user lapwing, and plug the meter in again"
      : "pull its cable out and plug it in again"
    return LapwingError(
      .unavailable, code: "no-meter", "the CO2 meter at \(path) cannot be opened: \(reason); \(advice)")
  }
}

/// Searches for meters on a thread of its own, because opening one may wait for the USB cable, and passes them to the
/// critical loop.
final class MeterFinder: Sendable {
  private enum Order: Sendable {
    case lost(PluggedMeter)
    case end
  }

  /// What was found, for the critical loop.
  let findings: BoundedRing<MeterSearch.Finding>
  private let orders: BoundedRing<Order>
  private let makeSearch: @Sendable () -> MeterSearch

  /// A meter that was plugged in takes longer than this to warm up.
  private static let interval = Duration.seconds(2)

  init(_ makeSearch: @escaping @Sendable () -> MeterSearch) throws(LapwingError) {
    findings = try BoundedRing(capacity: 16)
    orders = try BoundedRing(capacity: 16)
    self.makeSearch = makeSearch
  }

  func start() {
    Thread.start(named: "usb meters") { [self] in serve() }
  }

  /// A meter has ended. Called by the critical loop.
  func noteLost(_ meter: PluggedMeter) { give(.lost(meter)) }

  func end() { give(.end) }

  private func give(_ order: Order) {
    _ = orders.push(order)
    orders.bell.ring()
  }

  private func serve() {
    var search = makeSearch()
    while true {
      for finding in search.look() {
        // Without room the loop has not handled the last ones for a long time; the meter is tried again.
        if !findings.push(finding), case .opened(let meter, _) = finding { search.noteLost(meter) }
        findings.bell.ring()
      }
      _ = orders.bell.wait(Self.interval)
      while let order = orders.pop() {
        switch order {
        case .lost(let meter): search.noteLost(meter)
        case .end: return
        }
      }
    }
  }
}

struct MeterSearch {
  enum Finding: Sendable {
    case opened(PluggedMeter, Descriptor)
    /// A meter cannot be opened; the text says why. It is tried again at each look.
    case refused(String)
  }

  /// Where the kernel lists HID devices, and where their nodes are.
  private let list: String
  private let nodes: String
  private let open: @Sendable (String) throws(LapwingError) -> Descriptor
  private var opened: Set<PluggedMeter> = []
  /// What was said of each meter that cannot be opened. It is said once.
  private var refusals: [PluggedMeter: String] = [:]

  /// - Parameter open: opens a node; a test replaces it.
  init(
    list: String, nodes: String, open: @escaping @Sendable (String) throws(LapwingError) -> Descriptor
  ) {
    self.list = list
    self.nodes = nodes
    self.open = open
  }

  mutating func look() -> [Finding] {
    let plugged = PluggedMeter.all(in: list)
    opened.formIntersection(plugged)
    refusals = refusals.filter { plugged.contains($0.key) }
    var findings: [Finding] = []
    for meter in plugged where !opened.contains(meter) {
      do throws(LapwingError) {
        findings.append(.opened(meter, try open("\(nodes)/\(meter.name)")))
        opened.insert(meter)
        refusals[meter] = nil
      } catch {
        if refusals[meter] != error.message { findings.append(.refused(error.message)) }
        refusals[meter] = error.message
      }
    }
    return findings
  }

  mutating func noteLost(_ meter: PluggedMeter) { opened.remove(meter) }
}

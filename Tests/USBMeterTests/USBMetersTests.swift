import Bluetooth
import Glibc
import Readings
import SensorProtocols
import Synchronization
import System
import TestSupport
import Testing
import USBMeter

/// Meters on USB cables, with a folder in place of the kernel's list and sockets in place of device nodes.
@Suite struct `CO2 meters on USB cables` {
  private static let meter = "HID_ID=0003:000004D9:0000A052\nHID_NAME=Holtek USB-zyTemp\nHID_PHYS=usb-1.2/input0\n"

  /// The far ends of the nodes that were opened, by their paths.
  private final class Cables: Sendable {
    let ends = Mutex<[String: Descriptor]>([:])
    let isAllowed = Mutex(true)

    func open(_ path: String) throws(LapwingError) -> Descriptor {
      guard isAllowed.withLock({ $0 }) else {
        throw LapwingError(.unavailable, code: .noMeter, "\(path) cannot be opened")
      }
      var pair: [Int32] = [0, 0]
      #expect(socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue | SOCK_NONBLOCK.rawValue), 0, &pair) == 0)
      let far = try Descriptor(pair[1], path)
      ends.withLock { $0[path] = far }
      return try Descriptor(pair[0], path)
    }

    func send(_ bytes: [UInt8], to path: String) {
      let end = ends.withLock { $0[path] }
      #expect(end.map { write($0.number, bytes, bytes.count) } == bytes.count)
    }

    func pull(_ path: String) { ends.withLock { $0[path] = nil } }
  }

  private struct Scene {
    let folder: TemporaryFolder
    let cables = Cables()
    let meters: USBMeters

    init() throws {
      let folder = try TemporaryFolder(), cables = cables
      self.folder = folder
      meters = try USBMeters(list: folder.path, nodes: "/dev") { (path) throws(LapwingError) in try cables.open(path) }
    }

    func plug(_ name: String, _ facts: String = meter) throws {
      #expect(mkdir("\(folder.path)/\(name)", 0o755) == 0 && mkdir("\(folder.path)/\(name)/device", 0o755) == 0)
      _ = try folder.write(facts, to: "\(name)/device/uevent")
    }

    func unplug(_ name: String) {
      unlink("\(folder.path)/\(name)/device/uevent")
      cables.pull("/dev/\(name)")
    }

    /// Serves until there is an output like that, for ten seconds at most.
    func serve(until isThere: (USBMeters.Output) -> Bool) -> [USBMeters.Output] {
      var outputs: [USBMeters.Output] = []
      while !outputs.contains(where: isThere) {
        var request = pollfd(fd: meters.descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&request, 1, 60_000) > 0 else { break }
        meters.serve(into: &outputs)
      }
      return outputs
    }
  }

  private func isConnected(_ output: USBMeters.Output) -> Bool {
    if case .report(.connected) = output { true } else { false }
  }

  private func isGone(_ output: USBMeters.Output) -> Bool {
    if case .report(.disconnected) = output { true } else { false }
  }

  private func values(_ outputs: [USBMeters.Output]) -> [AttributeValue] {
    outputs.compactMap { if case .report(.attributeValue(let value)) = $0 { value } else { nil } }
  }

  private static let report: [UInt8] = [0x50, 0x04, 0x65, 0xB9, 0x0D, 0, 0, 0]

  @Test func `are read, and other devices are left alone`() throws {
    let scene = try Scene()
    try scene.plug("hidraw0", "HID_ID=0003:0000046D:0000C52B\nHID_PHYS=usb-1.1/input0\n")
    try scene.plug("hidraw1")
    scene.meters.start()
    _ = scene.serve(until: isConnected)
    #expect(scene.cables.ends.withLock { Array($0.keys) } == ["/dev/hidraw1"])
    scene.cables.send(Self.report, to: "/dev/hidraw1")
    let value = try #require(values(scene.serve { !values([$0]).isEmpty }).first)
    #expect(value.address.value >> 24 == 0x0204D9)
    let reading = try SensorDecoder.reading(characteristic: value.characteristic, value: value.data.span.bytes)
    #expect(reading?.measurements[.co2PartsPerMillion] == 1_125)
    scene.meters.end()
  }

  /// A meter sends its values in turn. A damaged report and one with an inner value of the sensor are left out.
  @Test func `give the values of one round together`() throws {
    let scene = try Scene()
    try scene.plug("hidraw0")
    scene.meters.start()
    _ = scene.serve(until: isConnected)
    for hex in ["42129ef20d000000", "410a226d0d000000", "430de5350d000000", "41ffff000d000000", "500465b90d000000"] {
      scene.cables.send(try #require(Hex.bytes(hex)), to: "/dev/hidraw0")
    }
    let value = try #require(values(scene.serve { !values([$0]).isEmpty }).first)
    let reading = try SensorDecoder.reading(characteristic: value.characteristic, value: value.data.span.bytes)
    #expect(reading?.measurements[.co2PartsPerMillion] == 1_125)
    #expect(reading?.measurements[.temperatureCelsius].map { Int($0 * 100) } == 2_472)
    #expect(reading?.measurements[.relativeHumidityPercent] == 25.94)
    scene.meters.end()
  }

  @Test func `may be pulled out and plugged in again, and keep their address at the same socket`() throws {
    let scene = try Scene()
    try scene.plug("hidraw0")
    scene.meters.start()
    let first = scene.serve(until: isConnected)
    scene.unplug("hidraw0")
    #expect(scene.serve(until: isGone).contains { if case .note = $0 { true } else { false } })
    try scene.plug("hidraw3")
    let second = scene.serve(until: isConnected)
    func addresses(_ outputs: [USBMeters.Output]) -> [DeviceAddress] {
      outputs.compactMap { if case .report(.connected(let address)) = $0 { address } else { nil } }
    }
    #expect(addresses(first) == addresses(second) && addresses(first).count == 1)
    scene.meters.end()
  }

  @Test func `that may not be opened are reported once, and used as soon as they may be`() throws {
    let scene = try Scene()
    scene.cables.isAllowed.withLock { $0 = false }
    try scene.plug("hidraw0")
    scene.meters.start()
    let refused = scene.serve { if case .note = $0 { true } else { false } }
    #expect(refused.count == 1)
    scene.cables.isAllowed.withLock { $0 = true }
    let outputs = scene.serve(until: isConnected)
    #expect(outputs.filter { if case .note(let text) = $0 { text.contains("cannot") } else { false } }.isEmpty)
    scene.meters.end()
  }

  @Test func `that cannot be opened say what to do`() throws {
    let error = #expect(throws: LapwingError.self) { try MeterNode.open("/dev/no-such-meter") }
    #expect(error?.message.contains("/dev/no-such-meter") == true)
    #expect(error?.message.contains("plug it in again") == true)
  }
}

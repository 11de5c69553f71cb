import Bluetooth
import Glibc
import Radio
import Readings
import Status
import System

/// Checks everything that the radio of a box depends on, for `lapwing doctor`.
enum RadioDoctor {
  /// The management commands for connection values and passive listening came with 5.9. 5.10 is the first version with
  /// long-term support that has them. Tested with 6.12.
  private static let oldestKernel = (major: 5, minor: 10)
  /// The bit of CAP_NET_ADMIN (capabilities(7)).
  private static let netAdmin: UInt64 = 1 << 12

  /// - Parameter running: the process of the box, if one is running.
  /// - Parameter own: the address that the box gives to an adapter that has none.
  static func findings(of running: pid_t?, _ rights: DoctorRights, own: DeviceAddress?) -> [DoctorFinding] {
    [adapter(own), reach(), switches(), others(), permission(of: running, rights), kernel(release: kernelRelease)]
  }

  private static func adapter(_ own: DeviceAddress?) -> DoctorFinding {
    let names = SystemFiles.entries(of: "/sys/class/bluetooth").filter { $0.hasPrefix("hci") && !$0.contains(":") }
    guard !names.isEmpty else {
      return .bad(
        "adapter",
        "there is no Bluetooth adapter; plug one in, without it no sensor is received. If a driver "
          + "lacks its firmware, dmesg says so")
    }
    let drivers = names.sorted().map { name in
      let driver = SystemFiles.target(of: "/sys/class/bluetooth/\(name)/device/driver")
      return "\(name) (\(driver.map { "driver \($0)" } ?? "a serial line"))"
    }
    return adapters(drivers, addresses(of: names.sorted()), own)
  }

  /// What the kernel reports of the address of an adapter.
  enum Address: Equatable {
    case address(DeviceAddress)
    /// The kernel does not use the adapter as it is.
    case unconfigured
    case unknown
  }

  /// - Parameter own: the address that the box gives to an adapter that has none.
  static func adapters(_ adapters: [String], _ addresses: [Address], _ own: DeviceAddress?) -> DoctorFinding {
    let list = zip(adapters, addresses).map { adapter, address in
      switch address {
      case .address(let address) where address == own: "\(adapter) with \(address), which Lapwing gave it"
      case .address(let address) where address.value == 0:
        "\(adapter) has no address of its own; Lapwing gives it \(own.map { "\($0)" } ?? "one when it starts")"
      case .unconfigured:
        "\(adapter) is not configured: most often it has no address of its own; Lapwing gives it "
          + "\(own.map { "\($0)" } ?? "one when it starts"), if its driver takes one"
      default: adapter
      }
    }
    let isGood = addresses.isEmpty || addresses.contains { $0 != .unconfigured }
    return DoctorFinding(part: "adapter", isGood: isGood, sentence: list.joined(separator: ", "))
  }

  private static func addresses(of names: [String]) -> [Address] {
    guard var socket = try? ManagementSocket() else { return names.map { _ in .unknown } }
    let unconfigured = answer(to: .readUnconfiguredIndexList, from: Management.noAdapter, &socket) ?? []
    let bytes = unconfigured.span.bytes
    let numbers = (0..<Int(bytes.uint16(at: 0) ?? 0)).compactMap { bytes.uint16(at: 2 + 2 * $0) }
    return names.map { name in
      guard let number = UInt16(name.dropFirst("hci".count)) else { return .unknown }
      if numbers.contains(number) { return .unconfigured }
      let result = answer(to: .readControllerInformation, from: number, &socket) ?? []
      return ControllerInformation(result.span.bytes).map { .address($0.address) } ?? .unknown
    }
  }

  /// Whether the adapters receive long-range sensors. The kernel answers from its memory.
  private static func reach() -> DoctorFinding {
    let part = "long range"
    let numbers = SystemFiles.entries(of: "/sys/class/bluetooth").filter { $0.hasPrefix("hci") }.compactMap {
      UInt16($0.dropFirst("hci".count))
    }
    guard !numbers.isEmpty, var socket = try? ManagementSocket() else {
      return .good(part, "no adapter could be asked; the box says at its start what they receive")
    }
    let sentences = numbers.sorted().map { number in
      "hci\(number) \(sentence(of: layers(of: number, &socket)))"
    }
    return .good(part, sentences.joined(separator: ", "))
  }

  /// The physical layers of an adapter; `nil` if the kernel does not report them.
  private static func layers(of adapter: UInt16, _ socket: inout ManagementSocket) -> PHYConfiguration? {
    answer(to: .readPHYs, from: adapter, &socket).flatMap { PHYConfiguration($0.span.bytes) }
  }

  /// The answer of the kernel; `nil` if it gives none within half a second.
  private static func answer(
    to command: ManagementCommand, from adapter: UInt16, _ socket: inout ManagementSocket
  ) -> [UInt8]? {
    guard socket.send(command.message(to: adapter)) else { return nil }
    for _ in 0..<5 {
      var request = pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&request, 1, 100) >= 0 else { return nil }
      while case .event(let source, let event) = socket.next() {
        guard case .ended(command.code, _, let result) = event, source == adapter else { continue }
        return result
      }
    }
    return nil
  }

  static func sentence(of layers: PHYConfiguration?) -> String {
    guard let layers else { return "does not say whether it receives long-range sensors" }
    if layers.receivesLongRange { return "receives long-range sensors (LE Coded) too" }
    return layers.canReceiveLongRange
      ? "can receive long-range sensors (LE Coded); the box switches that on when it starts"
      : "cannot receive long-range sensors (LE Coded)"
  }

  private static func switches() -> DoctorFinding {
    let folder = "/sys/class/rfkill"
    let blocked = SystemFiles.entries(of: folder).filter { name in
      SystemFiles.line(of: "\(folder)/\(name)/type") == "bluetooth"
        && ["soft", "hard"].contains { SystemFiles.line(of: "\(folder)/\(name)/\($0)") == "1" }
    }
    guard blocked.isEmpty else {
      return .bad(
        "rfkill",
        "\(blocked.sorted().joined(separator: ", ")) blocks Bluetooth: run sudo rfkill unblock bluetooth, or "
          + "use its switch")
    }
    return .good("rfkill", "nothing blocks Bluetooth")
  }

  private static func others() -> DoctorFinding {
    let seen = SystemFiles.entries(of: "/proc").first { SystemFiles.line(of: "/proc/\($0)/comm") == "bluetoothd" }
    // The service of the box sees no process of another user.
    guard let process = seen ?? SystemFiles.line(of: "/sys/fs/cgroup/system.slice/bluetooth.service/cgroup.procs")
    else {
      return .good("other users", "no bluetoothd competes for the adapter")
    }
    return .bad(
      "other users",
      "bluetoothd (process \(process)) competes for the adapter: run sudo systemctl disable --now bluetooth")
  }

  private static func permission(of running: pid_t?, _ rights: DoctorRights) -> DoctorFinding {
    let part = "permission"
    if let running {
      let sets = SystemFiles.field("CapEff", of: "/proc/\(running)/status").flatMap { UInt64($0, radix: 16) }
      guard let sets, sets & netAdmin != 0 else {
        return .bad(part, "the box runs without CAP_NET_ADMIN; AmbientCapabilities of the unit gives it")
      }
      return .good(part, "the box has CAP_NET_ADMIN")
    }
    if let hasNetAdmin = rights.hasNetAdmin {
      return DoctorFinding(
        part: part, isGood: hasNetAdmin,
        sentence: hasNetAdmin
          ? "the unit gives the user \(rights.name) CAP_NET_ADMIN"
          : "the unit does not give the user \(rights.name) CAP_NET_ADMIN, add it to AmbientCapabilities")
    }
    do throws(KernelSocketError) {
      _ = try KernelSocket.management()
      return .good(part, "this user may use the adapter")
    } catch {
      return .bad(part, LapwingError(error).message)
    }
  }

  /// - Parameter release: the release as uname(1) gives it, such as `6.12.107+rpt-rpi-v8`.
  static func kernel(release: String) -> DoctorFinding {
    let numbers = release.split { !$0.isNumber }.prefix(2).compactMap { Int($0) }
    guard numbers.count == 2, (numbers[0], numbers[1]) >= (oldestKernel.major, oldestKernel.minor) else {
      return .bad(
        "kernel",
        "Linux \(release) is older than \(oldestKernel.major).\(oldestKernel.minor), whose Bluetooth "
          + "management is needed; upgrade the system")
    }
    return .good("kernel", "Linux \(release)")
  }

  private static var kernelRelease: String {
    var system = utsname()
    guard uname(&system) == 0 else { return "unknown" }
    return withUnsafeBytes(of: system.release) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}

import Bluetooth
import Readings

/// A scripted kernel around an `AdapterControl`: it answers every command at once unless a test says otherwise.
struct AdapterScene {
  private(set) var control: AdapterControl
  /// What the control had done other than sending, with its time in seconds.
  private(set) var outputs: [(at: Double, output: AdapterOutput)] = []
  /// The numbers of the commands that were sent.
  private(set) var commands: [UInt16] = []
  /// The adapters that are there.
  var adapters: [UInt16] = [0]
  /// How commands end; success where nothing is said, no answer where it says `nil`.
  var endings: [UInt16: ManagementStatus?] = [:]
  /// How the next of these commands ends, once.
  var nextEndings: [UInt16: ManagementStatus] = [:]
  /// Those for which the kernel is too busy to report unchanged advertisements.
  var busy: Set<UInt16> = []
  /// Those of them that answer nothing.
  var deaf: Set<UInt16> = []
  /// Which Bluetooth an adapter knows; 9 (5.0) where nothing is said.
  var versions: [UInt16: UInt8] = [:]
  /// The adapters that have no public address.
  var withoutAddress: Set<UInt16> = []
  /// Those that the kernel does not use as they are, and what they lack.
  var unconfigured: [UInt16: UInt32] = [:]
  /// The addresses that were given, public and static.
  private(set) var givenAddresses: [(code: UInt16, address: [UInt8])] = []
  /// Its physical layers: supported, configurable, selected.
  var layers: [UInt32] = []
  /// The layers that were selected.
  private(set) var selections: [UInt32] = []
  /// Whether it is on. The client that switches it learns that from the answer, all others from an event.
  private var isOn = false
  private var now = Instant.start

  init(
    _ choice: AdapterChoice = .best, patience: Duration = ConnectionDefaults.shortestPatience,
    ownAddress: DeviceAddress? = nil
  ) {
    control = AdapterControl(choice: choice, ownAddress: ownAddress, patience: patience, at: .start)
  }

  static let address = DeviceAddress(value: 0xB827_EB12_3456)
  /// The address of any of them.
  static func address(of adapter: UInt16) -> DeviceAddress { DeviceAddress(value: address.value + UInt64(adapter)) }

  /// Lets time pass in steps of a tenth of a second; `between` happens after each.
  mutating func pass(until seconds: Double, between: (inout AdapterScene) -> Void = { _ in }) {
    let end = Instant(seconds: seconds) ?? now
    while now < end {
      now = now.advanced(by: .milliseconds(100))
      while let deadline = control.nextDeadline, deadline <= now {
        var orders: [AdapterOutput] = []
        control.advance(to: now, into: &orders)
        take(orders)
        if control.nextDeadline == deadline { break }
      }
      between(&self)
    }
  }

  /// The time, in seconds.
  var seconds: Double { now.seconds }

  /// A device advertises.
  mutating func advertise(_ device: UInt64) {
    var orders: [AdapterOutput] = []
    control.noteAdvertisement(of: DeviceAddress(value: device), at: now, into: &orders)
    take(orders)
  }

  /// An attempt to connect begins that lasts so many seconds.
  mutating func connect(for seconds: Int64) { control.noteConnecting(until: now.advanced(by: .seconds(seconds))) }

  /// A device is about to be connected to, and to be called for so long.
  mutating func call(for patience: Duration) {
    var orders: [AdapterOutput] = []
    control.setPatience(patience, into: &orders)
    take(orders)
  }

  /// The kernel sends an event.
  mutating func report(_ event: ManagementEvent, from adapter: UInt16 = 0) {
    var orders: [AdapterOutput] = []
    control.handle(event, from: adapter, at: now, into: &orders)
    take(orders)
  }

  /// The sentences with which the adapter was said to be down, and their times.
  var downs: [(at: Double, reason: String)] {
    outputs.compactMap { entry in
      if case .down(let reason) = entry.output { (entry.at, reason) } else { nil }
    }
  }

  /// What root was asked for, and when.
  var rescues: [(at: Double, request: RescueRequest)] {
    outputs.compactMap { entry in
      if case .rescue(let request) = entry.output { (entry.at, request) } else { nil }
    }
  }

  /// When it was said to work again.
  var ups: [Double] { outputs.filter { $0.output == .up }.map(\.at) }

  private mutating func take(_ orders: [AdapterOutput]) {
    for order in orders {
      guard case .send(let message) = order else {
        outputs.append((now.seconds, order))
        continue
      }
      let code = UInt16(message[0]) | UInt16(message[1]) << 8
      commands.append(code)
      let adapter = UInt16(message[2]) | UInt16(message[3]) << 8
      if code == ManagementCommand.selectPHYs(0).code {
        selections.append(message[6...].reversed().reduce(0) { $0 << 8 | UInt32($1) })
      }
      let isBusy = code == ManagementCommand.addAdvertisementMonitor.code && busy.contains(adapter)
      let usual = isBusy ? .busy : endings[code, default: .success]
      guard let ending = nextEndings.removeValue(forKey: code) ?? usual, !deaf.contains(adapter) else { continue }
      if code == ManagementCommand.setPowered(true).code, ending == .success { isOn = message[6] != 0 }
      let isAddress = [ManagementCommand.setPublicAddress(Self.address), .setStaticAddress(Self.address)]
        .contains { $0.code == code }
      if isAddress { givenAddresses.append((code, Array(message[6...]))) }
      report(.ended(command: code, ending, result: result(of: code, adapter)), from: adapter)
      if code == ManagementCommand.setPublicAddress(Self.address).code, ending == .success {
        // The kernel sets it up, and adds it as an adapter as any other.
        unconfigured[adapter] = nil
        adapters.append(adapter)
        report(.adapterAdded, from: adapter)
      }
    }
  }

  private func result(of code: UInt16, _ adapter: UInt16) -> [UInt8] {
    switch code {
    case ManagementCommand.readIndexList.code:
      return [UInt8(adapters.count), 0] + adapters.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    case ManagementCommand.readControllerInformation.code:
      let lowEnergy: [UInt8] = [0, 2, 0, 0]
      let address = withoutAddress.contains(adapter) ? [UInt8](repeating: 0, count: 6) : Self.address(of: adapter).bytes
      return address + [versions[adapter] ?? 9, 0, 0] + lowEnergy + [isOn ? 1 : 0, 0, 0, 0]
    case ManagementCommand.readUnconfiguredIndexList.code:
      return [UInt8(unconfigured.count), 0] + unconfigured.keys.sorted().flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    case ManagementCommand.readConfiguration.code:
      let missing = unconfigured[adapter] ?? 0
      return [15, 0, 3, 0, 0, 0] + (0..<4).map { UInt8(truncatingIfNeeded: missing >> (8 * UInt32($0))) }
    case ManagementCommand.readPHYs.code:
      return layers.flatMap { layers in (0..<4).map { UInt8(truncatingIfNeeded: layers >> (8 * UInt32($0))) } }
    case ManagementCommand.setPowered(true).code: return [isOn ? 1 : 0, 2, 0, 0]
    default: return []
    }
  }
}

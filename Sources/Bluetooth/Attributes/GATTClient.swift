import Readings

/// The client of one connection: it exchanges the MTU, discovers the characteristics, and subscribes, reads and writes
/// by a plan. It sends one request at a time, each with a deadline, as the Attribute Protocol requires (Bluetooth Core,
/// Vol 3, Part F, 3.3.2). Rules only, without I/O.
package struct GATTClient: Sendable {
  package enum Output: Sendable, Equatable {
    case send([UInt8])
    case value(BluetoothUUID, [UInt8])
    /// All subscriptions are active. The profile may be kept for the next connection.
    case ready(GATTProfile)
    case written(BluetoothUUID)
    case refused(BluetoothUUID, ATTError)
    /// End the connection; the text says why.
    case hangUp(String)
  }

  /// A request to the device. The numbers are indices of characteristics in the profile, or handles.
  enum Request: Equatable {
    case exchangeMTU
    case characteristics(from: UInt16)
    case descriptors(of: Int, from: UInt16)
    case subscribe(Int)
    case read(Int, soFar: [UInt8])
    case write(Int, [UInt8])
  }

  let plan: ConnectionPlan
  var profile: GATTProfile
  private let isFromCache: Bool
  var queue: [Request] = []
  private var running: (request: Request, deadline: Instant)?
  private var mtu = 23
  private var isReady = false
  /// When the device must have notified again, and how long it may be silent; `nil` if nothing is expected.
  private var silence: (end: Instant, longest: Duration)?
  var nextReads: [Instant?]

  /// The protocol allows 30 s. No sensor has needed more than one, and a person with a strap waits.
  static let requestTimeout = Duration.seconds(10)
  private static let preferredMTU: UInt16 = 247
  private static let characteristicDeclaration: UInt16 = 0x2803
  static let clientConfiguration: UInt16 = 0x2902
  private static let serviceChanged = BluetoothUUID(0x2A05)
  /// The longest possible value in bytes (Bluetooth Core, Vol 3, Part F, 3.2.9).
  private static let longestValue = 512

  /// - Parameters:
  ///   - plan: what is wanted of the device.
  ///   - profile: the characteristics from an earlier connection.
  package init(plan: ConnectionPlan, profile: GATTProfile? = nil) {
    self.plan = plan
    self.profile = profile ?? GATTProfile()
    isFromCache = profile != nil
    nextReads = Array(repeating: nil, count: plan.accesses.count)
  }

  /// When ``advance(to:into:)`` has something to do next.
  package var nextDeadline: Instant? {
    let next = running?.deadline ?? nextReads.compactMap { $0 }.min()
    guard let silence else { return next }
    return next.map { min($0, silence.end) } ?? silence.end
  }

  /// Whether a value shows that the device does what it is connected for.
  package func isSignOfLife(_ characteristic: BluetoothUUID) -> Bool { plan.isSignOfLife(characteristic) }

  package mutating func start(at instant: Instant, into outputs: inout [Output]) {
    queue = [.exchangeMTU]
    if isFromCache { enqueuePlan(at: instant) } else { queue.append(.characteristics(from: 1)) }
    sendNext(at: instant, into: &outputs)
  }

  package mutating func advance(to instant: Instant, into outputs: inout [Output]) {
    if let silence, silence.end <= instant {
      outputs.append(.hangUp("it has sent nothing for \(silence.longest.components.seconds) s"))
      return
    }
    if let running {
      if running.deadline <= instant { outputs.append(.hangUp("it did not answer in time")) }
      return
    }
    for (index, access) in plan.accesses.enumerated() {
      guard let due = nextReads[index], due <= instant else { continue }
      nextReads[index] = access.readEvery.map { instant.advanced(by: $0) }
      guard let place = profile.index(of: access.characteristic) else { continue }
      queue.append(access.message.map { .write(place, $0) } ?? .read(place, soFar: []))
    }
    sendNext(at: instant, into: &outputs)
  }

  package mutating func read(_ characteristic: BluetoothUUID, at instant: Instant, into outputs: inout [Output]) {
    ask(characteristic, at: instant, into: &outputs) { .read($0, soFar: []) }
  }

  /// Writes to a characteristic that is not in the plan.
  package mutating func write(
    _ message: [UInt8], to characteristic: BluetoothUUID, at instant: Instant, into outputs: inout [Output]
  ) {
    ask(characteristic, at: instant, into: &outputs) { .write($0, message) }
  }

  private mutating func ask(
    _ characteristic: BluetoothUUID, at instant: Instant, into outputs: inout [Output], _ request: (Int) -> Request
  ) {
    guard let place = profile.index(of: characteristic) else {
      outputs.append(.refused(characteristic, .attributeNotFound))
      return
    }
    queue.append(request(place))
    sendNext(at: instant, into: &outputs)
  }

  package mutating func receive(_ message: [UInt8], at instant: Instant, into outputs: inout [Output]) {
    receive(message, count: message.count, at: instant, into: &outputs)
  }

  /// Receives a message of the device: the first `count` bytes of a buffer.
  package mutating func receive(
    _ buffer: [UInt8], count: Int, at instant: Instant, into outputs: inout [Output]
  ) {
    let bytes = buffer.span.bytes.extracting(0..<min(count, buffer.count))
    guard let opcode = bytes.uint8(at: 0) else { return }
    switch opcode {
    case 0x1B: notify(bytes, at: instant, into: &outputs)
    case 0x1D:
      outputs.append(.send([0x1E]))
      notify(bytes, at: instant, into: &outputs)
    case 0x02: outputs.append(.send([0x03, UInt8(Self.preferredMTU & 0xFF), UInt8(Self.preferredMTU >> 8)]))
    case 0x01, 0x03, 0x05, 0x09, 0x0B, 0x0D, 0x13: answer(opcode, bytes, at: instant, into: &outputs)
    // Every other request needs an answer; commands (bit 6) do not.
    case let other where other & 0x41 == 0 && other != 0x1E:
      outputs.append(.send([0x01, other, 0, 0, ATTError.requestNotSupported.rawValue]))
    default: break
    }
  }

  // MARK: Requests

  private mutating func sendNext(at instant: Instant, into outputs: inout [Output]) {
    guard running == nil else { return }
    guard !queue.isEmpty else {
      if !isReady {
        isReady = true
        outputs.append(.ready(profile))
      }
      return
    }
    let request = queue.removeFirst()
    if case .write(let index, _) = request, !profile.characteristics[index].writesWithAnswer {
      outputs.append(.send(message(for: request)))
      outputs.append(.written(profile.characteristics[index].uuid))
      sendNext(at: instant, into: &outputs)
      return
    }
    running = (request, instant.advanced(by: Self.requestTimeout))
    outputs.append(.send(message(for: request)))
  }

  func message(for request: Request) -> [UInt8] {
    var message: [UInt8] = []
    func add(_ number: UInt16) { message.append(littleEndian: number) }
    switch request {
    case .exchangeMTU:
      message = [0x02]
      add(Self.preferredMTU)
    case .characteristics(let start):
      message = [0x08]
      add(start)
      add(.max)
      add(Self.characteristicDeclaration)
    case .descriptors(let index, let start):
      message = [0x04]
      add(start)
      add(profile.characteristics[index].end)
    case .subscribe(let index):
      let characteristic = profile.characteristics[index]
      message = [0x12]
      add(characteristic.configuration ?? 0)
      add(characteristic.notifies ? 1 : 2)
    case .read(let index, let soFar):
      message = [soFar.isEmpty ? 0x0A : 0x0C]
      add(profile.characteristics[index].value)
      if !soFar.isEmpty { add(UInt16(truncatingIfNeeded: soFar.count)) }
    case .write(let index, let value):
      let characteristic = profile.characteristics[index]
      message = [characteristic.writesWithAnswer ? 0x12 : 0x52]
      add(characteristic.value)
      message += value
    }
    return message
  }

  mutating func answer(
    _ opcode: UInt8, _ bytes: RawSpan, at instant: Instant, into outputs: inout [Output]
  ) {
    guard let request = running?.request else { return }
    running = nil
    var error: ATTError?
    if opcode == 0x01 { error = ATTError(rawValue: bytes.uint8(at: 4) ?? 0) }
    switch request {
    case .exchangeMTU: mtu = max(23, min(Int(bytes.uint16(at: 1) ?? 23), Int(Self.preferredMTU)))
    case .characteristics: learnCharacteristics(error == nil ? bytes : nil, at: instant)
    case .descriptors(let index, _): learnDescriptors(of: index, error == nil ? bytes : nil)
    case .subscribe(let index):
      note(error, of: index, into: &outputs)
      if error == nil { expectWords(of: index, at: instant) }
    case .write(let index, _):
      if error == nil {
        outputs.append(.written(profile.characteristics[index].uuid))
      } else {
        note(error, of: index, into: &outputs)
      }
    case .read(let index, let soFar):
      if error != nil, soFar.isEmpty {
        note(error, of: index, into: &outputs)
      } else {
        read(index, soFar, error == nil ? bytes : nil, into: &outputs)
      }
    }
    sendNext(at: instant, into: &outputs)
  }

  /// Reports an error of one access. An invalid handle from an earlier connection means that the device has new
  /// firmware.
  private mutating func note(_ error: ATTError?, of index: Int, into outputs: inout [Output]) {
    guard let error else { return }
    if error == .invalidHandle, isFromCache {
      outputs.append(.hangUp("its table has changed"))
    } else {
      outputs.append(.refused(profile.characteristics[index].uuid, error))
    }
  }

  mutating func read(_ index: Int, _ soFar: [UInt8], _ bytes: RawSpan?, into outputs: inout [Output]) {
    var part: [UInt8] = []
    if let bytes { part = bytes.array(at: 1, count: bytes.byteCount - 1) }
    let whole = soFar + part
    // A part that fills a message may be followed by another one.
    if part.count == mtu - 1, whole.count < Self.longestValue {
      queue.insert(.read(index, soFar: whole), at: 0)
    } else {
      outputs.append(.value(profile.characteristics[index].uuid, whole))
    }
  }

  private mutating func expectWords(of index: Int, at instant: Instant) {
    let uuid = profile.characteristics[index].uuid
    guard let longest = plan.accesses.first(where: { $0.characteristic == uuid })?.speaksWithin else { return }
    silence = (instant.advanced(by: longest), longest)
  }

  private mutating func notify(_ bytes: RawSpan, at instant: Instant, into outputs: inout [Output]) {
    guard let handle = bytes.uint16(at: 1), let uuid = profile.uuid(at: handle) else { return }
    if let longest = silence?.longest { silence = (instant.advanced(by: longest), longest) }
    if uuid == Self.serviceChanged {
      outputs.append(.hangUp("its table has changed"))
    } else {
      outputs.append(.value(uuid, bytes.array(at: 3, count: bytes.byteCount - 3)))
    }
  }
}

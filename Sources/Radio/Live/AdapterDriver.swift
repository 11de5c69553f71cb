import Bluetooth
import Readings

/// Drives one adapter through the kernel's management socket: it reads what the kernel reports, passes it to
/// ``AdapterControl`` and sends the commands of the control. The running box and the jobs of the command line use it.
/// No call waits.
package struct AdapterDriver {
  package enum Output {
    case found(Advertisement, LEAddressType, isConnectable: Bool)
    /// Another event of the kernel, which the control has handled.
    case event(ManagementEvent, from: UInt16)
    /// The adapter does not work; the text says why.
    case down(String)
    case up
    case note(String)
    /// A step that needs more rights.
    case rescue(RescueRequest)
    /// The kernel has closed its management socket, with the number of the reason.
    case closed(Int32)
  }

  /// `nil` after the kernel has closed it.
  private var management: ManagementSocket?
  private var control: AdapterControl
  private var orders: [AdapterOutput] = []
  private var batch: [AdapterOutput] = []
  package private(set) var address: DeviceAddress?

  package init(_ control: AdapterControl) throws(LapwingError) {
    self.control = control
    do { management = try ManagementSocket() } catch { throw LapwingError(error) }
  }

  /// Readable while the kernel has messages.
  package var descriptor: Int32? { management?.descriptor }
  package var nextDeadline: Instant? { control.nextDeadline }
  package var isListening: Bool { control.isListening }
  package var adapter: UInt16 { control.adapter }

  /// Handles one message of the kernel.
  /// - Returns: whether there may be more.
  package mutating func takeMessage(at instant: Instant, into outputs: inout [Output]) -> Bool {
    switch management?.next() {
    case .nothing, nil: return false
    case .broken: return true
    case .closed(let reason):
      management = nil  // A closed descriptor is in no epoll any more.
      outputs.append(.closed(reason))
      return false
    case .event(let source, .found(let advertisement, let type, let isConnectable)):
      guard source == control.adapter else { return true }
      outputs.append(.found(advertisement, type, isConnectable: isConnectable))
      control.noteAdvertisement(of: advertisement.address, at: instant, into: &orders)
    case .event(let source, let event):
      control.handle(event, from: source, at: instant, into: &orders)
      outputs.append(.event(event, from: source))
    }
    carryOut(into: &outputs)
    return true
  }

  package mutating func advance(to instant: Instant, into outputs: inout [Output]) {
    if let deadline = control.nextDeadline, deadline <= instant { control.advance(to: instant, into: &orders) }
    carryOut(into: &outputs)
  }

  /// Records that a connected device has shown that the adapter works.
  package mutating func noteSign(at instant: Instant) { control.noteSign(at: instant, into: &orders) }

  /// Records that the kernel calls a device. Until this time it may neither receive nor answer.
  package mutating func noteConnecting(until end: Instant) { control.noteConnecting(until: end) }

  /// Sets how long the kernel calls a device, before the next connection.
  package mutating func setPatience(_ patience: Duration, into outputs: inout [Output]) {
    control.setPatience(patience, into: &orders)
    carryOut(into: &outputs)
  }

  /// Removes the keys of a device, which the next setup of an adapter would load again.
  package mutating func removeKeys(of device: DeviceAddress) { control.removeKeys(of: device) }

  /// Sends a command that is not from the control. A command that cannot be sent gets no answer.
  package func send(_ message: [UInt8]) { _ = management?.send(message) }

  /// Leaves the adapter in the state that other programs expect.
  package mutating func end() { for message in control.farewell() { send(message) } }

  private mutating func carryOut(into outputs: inout [Output]) {
    while !orders.isEmpty {
      swap(&orders, &batch)
      for order in batch {
        switch order {
        // A command that cannot be sent gets no answer, and its deadline reports that.
        case .send(let message): send(message)
        case .down(let reason): outputs.append(.down(reason))
        case .up: outputs.append(.up)
        case .note(let text): outputs.append(.note(text))
        case .rescue(let request): outputs.append(.rescue(request))
        case .listening(_, let address): self.address = address
        }
      }
      batch.removeAll(keepingCapacity: true)
    }
  }
}

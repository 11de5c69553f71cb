import Bluetooth
import Readings

/// One adapter as the kernel's management of adapters shows it: ``AdapterControl`` keeps it listening, and this reads what
/// the kernel says and sends what the control wants sent. It serves a running box as well as the jobs of the command line;
/// nothing of it waits.
package struct AdapterDriver {
  /// What there is to say of the adapter and of what it hears.
  package enum Output {
    /// A device advertises.
    case found(Advertisement, LEAddressType, isConnectable: Bool)
    /// The kernel said something else; the control has taken it.
    case event(ManagementEvent, from: UInt16)
    /// The adapter is of no use, in words.
    case down(String)
    case up
    /// A person should know of this.
    case note(String)
    /// Somebody with more rights is to help.
    case rescue(RescueRequest)
    /// The kernel has closed its management, for a reason by number.
    case closed(Int32)
  }

  /// `nil` once the kernel has closed it.
  private var management: ManagementSocket?
  private var control: AdapterControl
  private var orders: [AdapterOutput] = []
  /// Those that are being carried out.
  private var batch: [AdapterOutput] = []
  /// The address of the adapter that listens.
  package private(set) var address: DeviceAddress?

  /// Opens the kernel's management of adapters.
  package init(_ control: AdapterControl) throws(LapwingError) {
    self.control = control
    do { management = try ManagementSocket() } catch { throw LapwingError(error) }
  }

  /// Readable while the kernel has something to say.
  package var descriptor: Int32? { management?.descriptor }
  package var nextDeadline: Instant? { control.nextDeadline }
  package var isListening: Bool { control.isListening }
  /// The number of the adapter in use.
  package var adapter: UInt16 { control.adapter }

  /// Takes one message of the kernel.
  /// - Returns: whether there may be more.
  package mutating func takeMessage(at instant: Instant, into outputs: inout [Output]) -> Bool {
    switch management?.next() {
    case .nothing, nil: return false
    case .broken: return true
    case .closed(let reason):
      management = nil  // Closed, it is in no epoll any more.
      outputs.append(.closed(reason))
      return false
    case .event(let source, .found(let advertisement, let type, let isConnectable)):
      guard source == control.adapter else { return true }
      outputs.append(.found(advertisement, type, isConnectable: isConnectable))
      control.noteAdvertisement(of: advertisement.address, at: instant, into: &orders)
    case .event(let source, let event):
      control.take(event, from: source, at: instant, into: &orders)
      outputs.append(.event(event, from: source))
    }
    carryOut(into: &outputs)
    return true
  }

  /// Lets happen what is due.
  package mutating func advance(to instant: Instant, into outputs: inout [Output]) {
    if let deadline = control.nextDeadline, deadline <= instant { control.advance(to: instant, into: &orders) }
    carryOut(into: &outputs)
  }

  /// A connected device has shown that the adapter is alive.
  package mutating func noteSign(at instant: Instant) { control.noteSign(at: instant, into: &orders) }

  /// The kernel calls a device, and may neither hear nor answer until then.
  package mutating func noteConnecting(until end: Instant) { control.noteConnecting(until: end) }

  /// How long the kernel is to call a device, before it is asked to.
  package mutating func setPatience(_ patience: Duration, into outputs: inout [Output]) {
    control.setPatience(patience, into: &orders)
    carryOut(into: &outputs)
  }

  /// Sends a command beside those of the control. What cannot be sent has no answer.
  package func send(_ message: [UInt8]) { _ = management?.send(message) }

  /// Leaves the adapter as others expect it.
  package mutating func end() { for message in control.farewell() { send(message) } }

  private mutating func carryOut(into outputs: inout [Output]) {
    while !orders.isEmpty {
      swap(&orders, &batch)
      for order in batch {
        switch order {
        // What cannot be sent has no answer, and its deadline tells of it.
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

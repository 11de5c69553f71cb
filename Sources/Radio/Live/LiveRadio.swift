import Alarms
import Bluetooth
import Engine
import Glibc
import Monitor
import Readings
import Settings
import System

/// The kernel's Bluetooth, served by the critical loop: an adapter that is kept listening, and the sockets of the
/// connected sensors.
package final class LiveRadio: Radio {
  private let ready: ReadySet
  /// `nil` once the kernel has closed it.
  private var management: ManagementSocket?
  private var control: AdapterControl
  private var orders: [AdapterControl.Output] = []
  /// Those that are being carried out.
  private var batch: [AdapterControl.Output] = []
  private var links: SensorLinks
  /// The address of the adapter that listens.
  private var address: DeviceAddress?

  /// So many messages are taken in one turn: a crowded place delays no lamp.
  private static let messagesPerTurn = 64

  /// Opens the kernel's management of adapters.
  /// - Parameters:
  ///   - bonds: the keys of the paired devices, which the kernel gets with every adapter.
  ///   - configuration: which adapter, whether straps are connected to, and which sensors may be.
  /// - Throws: one sentence that says what is missing.
  package init(_ configuration: Configuration, bonds: Bonds, at instant: Instant) throws(LapwingError) {
    ready = try ReadySet()
    do {
      management = try ManagementSocket()
    } catch {
      throw LapwingError(error)
    }
    control = AdapterControl(
      choice: configuration.adapter, longTermKeys: bonds.longTermKeys, identityKeys: bonds.identityKeys, at: instant)
    links = SensorLinks(
      ready: ready, bonds: bonds, heartSource: configuration.heartSource,
      guests: RadioGuests(configuration.sensors))
  }

  /// Advertisements do not come by way of the set: a set within the loop's set costs the kernel time.
  package var descriptors: [Int32] { [management?.descriptor, ready.descriptor].compactMap(\.self) }

  package var nextDeadline: Instant? {
    guard let first = control.nextDeadline, let second = links.nextDeadline else {
      return control.nextDeadline ?? links.nextDeadline
    }
    return min(first, second)
  }

  package func serve(at instant: Instant, into outputs: inout [RadioOutput]) {
    // Advertisements need not be asked for first.
    readManagement(at: instant, into: &outputs)
    ready.forEachReady { descriptor in
      if links.serve(descriptor, at: instant, into: &outputs) { control.noteSign(at: instant, into: &orders) }
    }
    links.advance(to: instant, into: &outputs)
    if let end = links.connectingUntil { control.noteConnecting(until: end) }
    if let deadline = control.nextDeadline, deadline <= instant { control.advance(to: instant, into: &orders) }
    carryOut(at: instant, into: &outputs)
  }

  package func fetch(_ wish: HistoryRequest, at instant: Instant) { links.fetch(wish, at: instant) }

  package func follow(_ guests: RadioGuests) { links.guests = guests }

  package func end() {
    links.closeAll()
    for message in control.farewell() { _ = management?.send(message) }
  }

  // MARK: Management

  private func readManagement(at instant: Instant, into outputs: inout [RadioOutput]) {
    for _ in 0..<Self.messagesPerTurn {
      switch management?.next() {
      case .nothing, nil: return
      case .broken: continue
      case .closed(let reason):
        self.management = nil  // Closed, it is in no epoll any more.
        outputs.append(.note("the kernel has closed its Bluetooth management (\(LapwingError.reason(reason)))"))
        outputs.append(.input(.event(.fault(.adapterGone))))
        return
      case .event(let adapter, let event): take(event, from: adapter, at: instant, into: &outputs)
      }
    }
  }

  private func take(
    _ event: ManagementEvent, from adapter: UInt16, at instant: Instant, into outputs: inout [RadioOutput]
  ) {
    switch event {
    case .found(let advertisement, let type, let isConnectable):
      guard adapter == control.adapter else { return }
      // Bookkeeping delays no lamp.
      outputs.append(.input(.radio(.advertisement(advertisement))))
      control.noteAdvertisement(of: advertisement.address, at: instant, into: &orders)
      if isConnectable, let address, control.isListening {
        let attempt = links.noticed(advertisement, type, at: instant, into: &outputs)
        guard let attempt else { break }
        // The kernel learns how long it may call the device before it is asked to.
        control.setPatience(attempt.patience, into: &orders)
        carryOut(at: instant, into: &outputs)
        links.connect(attempt, from: address, at: instant, into: &outputs)
      }
    default: control.take(event, from: adapter, at: instant, into: &orders)
    }
    carryOut(at: instant, into: &outputs)
  }

  private func carryOut(at instant: Instant, into outputs: inout [RadioOutput]) {
    while !orders.isEmpty {
      swap(&orders, &batch)
      for order in batch { carryOut(order, at: instant, into: &outputs) }
      batch.removeAll(keepingCapacity: true)
    }
  }

  private func carryOut(_ order: AdapterControl.Output, at instant: Instant, into outputs: inout [RadioOutput]) {
    switch order {
    case .send(let message):
      // What cannot be sent has no answer, and its deadline tells of it.
      _ = management?.send(message)
    case .down(let reason):
      outputs.append(.note(reason))
      outputs.append(.input(.event(.fault(.adapterGone))))
    case .up:
      outputs.append(.note("the Bluetooth adapter works"))
      outputs.append(.input(.event(.cleared(.adapterGone))))
    case .note(let text): outputs.append(.note(text))
    case .rescue(let request):
      do throws(LapwingError) { try RescueRequestFile.ask(for: request) } catch {
        outputs.append(.note("recovery: nobody can be asked to do that: \(error.message)"))
      }
    case .listening(_, let address): self.address = address
    }
  }
}

extension LapwingError {
  /// The kernel's number in words.
  package static func reason(_ number: Int32) -> String {
    number == 0 ? "no reason" : String(cString: strerror(number))
  }

  /// What is missing for Bluetooth, and what to do.
  package init(_ error: KernelSocketError) {
    let message =
      switch error {
      case .noBluetooth:
        "this kernel offers no Bluetooth sockets (AF_BLUETOOTH): load the module bluetooth, or allow that address "
          + "family to this service; a recording plays without it (--replay FILE)"
      case .noPermission:
        "the Bluetooth adapter needs the capability CAP_NET_ADMIN: start Lapwing as its service, or give it to the "
          + "binary with setcap cap_net_admin+ep"
      case .system(let number): "the kernel's Bluetooth management: \(Self.reason(number))"
      }
    let code =
      switch error {
      case .noBluetooth: "no-bluetooth"
      case .noPermission: "no-permission"
      case .system: "no-adapter"
      }
    self.init(.unavailable, code: code, message)
  }
}

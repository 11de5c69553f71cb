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
  private var adapter: AdapterDriver
  private var links: SensorLinks
  /// What the adapter has to say; empty but while it is served.
  private var news: [AdapterDriver.Output] = []

  /// So many messages are taken in one turn: a crowded place delays no lamp.
  private static let messagesPerTurn = 64

  /// Opens the kernel's management of adapters.
  /// - Parameters:
  ///   - bonds: the keys of the paired devices, which the kernel gets with every adapter.
  ///   - configuration: which adapter, whether straps are connected to, and which sensors may be.
  /// - Throws: one sentence that says what is missing.
  package init(_ configuration: Configuration, bonds: Bonds, at instant: Instant) throws(LapwingError) {
    ready = try ReadySet()
    adapter = try AdapterDriver(
      AdapterControl(
        choice: configuration.adapter, longTermKeys: bonds.longTermKeys, identityKeys: bonds.identityKeys, at: instant))
    links = SensorLinks(
      ready: ready, bonds: bonds, heartSource: configuration.heartSource,
      guests: RadioGuests(configuration.sensors))
  }

  /// Advertisements do not come by way of the set: a set within the loop's set costs the kernel time.
  package var descriptors: [Int32] { [adapter.descriptor, ready.descriptor].compactMap(\.self) }

  package var nextDeadline: Instant? {
    guard let first = adapter.nextDeadline, let second = links.nextDeadline else {
      return adapter.nextDeadline ?? links.nextDeadline
    }
    return min(first, second)
  }

  package func serve(at instant: Instant, into outputs: inout [RadioOutput]) {
    // Advertisements need not be asked for first.
    for _ in 0..<Self.messagesPerTurn {
      guard adapter.takeMessage(at: instant, into: &news) else { break }
      takeNews(at: instant, into: &outputs)
    }
    takeNews(at: instant, into: &outputs)
    ready.forEachReady { descriptor in
      if links.serve(descriptor, at: instant, into: &outputs) { adapter.noteSign(at: instant) }
    }
    links.advance(to: instant, into: &outputs)
    if let end = links.connectingUntil { adapter.noteConnecting(until: end) }
    adapter.advance(to: instant, into: &news)
    takeNews(at: instant, into: &outputs)
  }

  package func fetch(_ wish: HistoryRequest, at instant: Instant) { links.fetch(wish, at: instant) }

  package func follow(_ guests: RadioGuests) { links.guests = guests }

  package func end() {
    links.closeAll()
    adapter.end()
  }

  private func takeNews(at instant: Instant, into outputs: inout [RadioOutput]) {
    // To connect may make more of them.
    var index = 0
    while index < news.count {
      take(news[index], at: instant, into: &outputs)
      index += 1
    }
    news.removeAll(keepingCapacity: true)
  }

  private func take(_ output: AdapterDriver.Output, at instant: Instant, into outputs: inout [RadioOutput]) {
    switch output {
    case .found(let advertisement, let type, let isConnectable):
      outputs.append(.input(.radio(.advertisement(advertisement))))
      guard isConnectable, let address = adapter.address, adapter.isListening,
        let attempt = links.noticed(advertisement, type, at: instant, into: &outputs)
      else { return }
      // The kernel learns how long it may call the device before it is asked to.
      adapter.setPatience(attempt.patience, into: &news)
      links.connect(attempt, from: address, at: instant, into: &outputs)
    case .event: break
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
    case .closed(let reason):
      outputs.append(.note("the kernel has closed its Bluetooth management (\(LapwingError.reason(reason)))"))
      outputs.append(.input(.event(.fault(.adapterGone))))
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

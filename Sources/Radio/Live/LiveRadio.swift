import Alarms
import Bluetooth
import Engine
import Glibc
import Monitor
import Readings
import Settings
import System

/// The radio of a running box, through the kernel's Bluetooth: one adapter that listens, and the sockets of the
/// connected sensors. The critical loop serves it.
package final class LiveRadio: Radio {
  private let ready: ReadySet
  private var adapter: AdapterDriver
  private var links: SensorLinks
  /// Outputs of the adapter. Each is first reported to the loop, and in the next part followed by what the radio does
  /// about it: a lamp does not wait for that.
  private var news: [AdapterDriver.Output] = []
  /// How many of them are reported.
  private var reported = 0
  /// The next part of the turn.
  private var part = Part.messages(taken: 0)

  /// The parts of a turn, in this order.
  private enum Part {
    /// The next message of the kernel, after so many in this turn.
    case messages(taken: Int)
    /// What the connected sensors have sent.
    case connections
    /// What is due by time.
    case deadlines
  }

  /// The largest number of messages in one turn, so that a crowded place delays no lamp.
  private static let messagesPerTurn = 64

  /// Opens the management socket of the kernel.
  /// - Parameters:
  ///   - bonds: the keys of the paired devices. The kernel gets them with every adapter.
  ///   - configuration: names the adapter, and says which sensors are used and may be connected to.
  /// - Throws: an error that says in one sentence what is missing.
  package init(_ configuration: Configuration, bonds: Bonds, at instant: Instant) throws(LapwingError) {
    ready = try ReadySet()
    adapter = try AdapterDriver(
      AdapterControl(
        choice: configuration.adapter, longTermKeys: bonds.longTermKeys, identityKeys: bonds.identityKeys, at: instant))
    links = SensorLinks(
      ready: ready, bonds: bonds, heartSource: configuration.heartSource,
      guests: ConnectionPermission(configuration.sensors))
  }

  /// The descriptor of the adapter is not in the set, because a set within the set of the loop costs the kernel time.
  package var descriptors: [Int32] { [adapter.descriptor, ready.descriptor].compactMap(\.self) }

  package var nextDeadline: Instant? {
    guard let first = adapter.nextDeadline, let second = links.nextDeadline else {
      return adapter.nextDeadline ?? links.nextDeadline
    }
    return min(first, second)
  }

  package func serve(at instant: Instant, into outputs: inout [RadioOutput]) -> Bool {
    switch part {
    // Advertisements come without a request, so they are read first, each by itself.
    case .messages(let taken):
      followNews(at: instant, into: &outputs)
      let mayHaveMore = adapter.takeMessage(at: instant, into: &news)
      reportNews(into: &outputs)
      part = mayHaveMore && taken + 1 < Self.messagesPerTurn ? .messages(taken: taken + 1) : .connections
    case .connections:
      followNews(at: instant, into: &outputs)
      ready.forEachReady { descriptor in
        if links.serve(descriptor, at: instant, into: &outputs) { adapter.noteSign(at: instant) }
      }
      part = .deadlines
    case .deadlines:
      advance(to: instant, into: &outputs)
      part = .messages(taken: 0)
      return false
    }
    return true
  }

  private func advance(to instant: Instant, into outputs: inout [RadioOutput]) {
    links.advance(to: instant, into: &outputs)
    if let end = links.connectingUntil { adapter.noteConnecting(until: end) }
    adapter.advance(to: instant, into: &news)
    followNews(at: instant, into: &outputs)
  }

  package func fetch(_ wish: HistoryRequest, at instant: Instant) { links.fetch(wish, at: instant) }

  package func follow(_ guests: ConnectionPermission) { links.guests = guests }

  package func end() {
    links.closeAll()
    adapter.end()
  }

  private func reportNews(into outputs: inout [RadioOutput]) {
    while reported < news.count {
      report(news[reported], into: &outputs)
      reported += 1
    }
  }

  /// Connects to the devices that advertise, if that is wanted.
  private func followNews(at instant: Instant, into outputs: inout [RadioOutput]) {
    guard !news.isEmpty else { return }
    // Connecting may add more outputs.
    var index = 0
    while index < news.count {
      reportNews(into: &outputs)
      if case .found(let advertisement, let type, isConnectable: true) = news[index] {
        connect(advertisement, type, at: instant, into: &outputs)
      }
      index += 1
    }
    reportNews(into: &outputs)
    news.removeAll(keepingCapacity: true)
    reported = 0
  }

  private func connect(
    _ advertisement: Advertisement, _ type: LEAddressType, at instant: Instant, into outputs: inout [RadioOutput]
  ) {
    guard let address = adapter.address, adapter.isListening,
      let attempt = links.noticed(advertisement, type, at: instant, into: &outputs)
    else { return }
    // The kernel must know how long to call the device before it is asked to connect.
    adapter.setPatience(attempt.patience, into: &news)
    links.connect(attempt, from: address, at: instant, into: &outputs)
  }

  private func report(_ output: AdapterDriver.Output, into outputs: inout [RadioOutput]) {
    switch output {
    case .found(let advertisement, _, _): outputs.append(.input(.radio(.advertisement(advertisement))))
    case .event: break
    case .down(let reason):
      outputs.append(.note(reason))
      outputs.append(.input(.event(.fault(.adapterGone))))
    case .up:
      outputs.append(.note("the Bluetooth adapter works"))
      outputs.append(.input(.event(.cleared(.adapterGone))))
    case .note(let text): outputs.append(.note(text))
    case .rescue(let request):
      do throws(LapwingError) { try RequestFile("rescue").ask(request.line, code: "no-rescue") } catch {
        outputs.append(.note("recovery: this step cannot be requested: \(error.message)"))
      }
    case .closed(let reason):
      outputs.append(.note("the kernel has closed its Bluetooth management (\(LapwingError.reason(reason)))"))
      outputs.append(.input(.event(.fault(.adapterGone))))
    }
  }
}

extension LapwingError {
  /// The kernel's error number in words.
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

import Bluetooth
import CLinux
import Control
import Glibc
import Readings
import Settings
import System

/// One device and one job of the command line: an adapter that listens, a connection, a pairing. It owns the loop of
/// the job and runs on its thread. It is refused while a box runs with the same configuration, because two processes
/// cannot share an adapter.
package final class DeviceJob {
  package enum Happening {
    case received(Advertisement, LEAddress, isConnectable: Bool)
    case connected
    case client(GATTClient.Output)
    /// The connection has ended or could not be made; the text says why.
    case closed(String)
    case pairing(Pairing.Output)
    /// A person has typed a line; `nil` means the end of the input.
    case line(String?)
    /// The time ``wake`` has come.
    case woken
  }

  private let address: DeviceAddress
  private let loop: JobLoop
  private var adapter: AdapterDriver
  /// Outputs of the adapter. Empty except while the adapter is served.
  private var news: [AdapterDriver.Output] = []
  private let bonds: Bonds
  /// For received messages of the connection.
  private var buffer = [UInt8](repeating: 0, count: 1024)
  private var link: DeviceLink?
  private var pairing: Pairing?
  private var isAsking = false
  /// When to send ``Happening/woken``.
  package var wake: Instant?
  /// Messages of the radio for people.
  private(set) var notes: [String] = []
  private var waiting: [Happening] = []
  /// Why the adapter does not work, until it works again.
  private(set) var fault: LapwingError?

  /// A device that was just received and does not answer for this time is gone.
  private static let connectTimeout = Duration.seconds(30)

  /// - Parameter configuration: names the adapter, the keys and the control socket of a running box.
  package init(to address: DeviceAddress, _ configuration: Configuration, bonds: Bonds) throws(LapwingError) {
    try ControlClient.refuseRunningBox(at: configuration.controlSocket)
    try NetworkRequest().refuseInFlight()
    self.address = address
    self.bonds = bonds
    loop = try JobLoop()
    // Nothing else waits for the adapter, and the device may advertise rarely.
    adapter = try AdapterDriver(
      AdapterControl(
        choice: configuration.adapter, longTermKeys: bonds.longTermKeys, identityKeys: bonds.identityKeys,
        ownAddress: AdapterAddressFile(beside: configuration.bondsPath).read(),
        patience: ConnectionDefaults.longestPatience, at: loop.clock.now))
    if let descriptor = adapter.descriptor { try loop.sleeper.add(descriptor) }
  }

  package var now: Instant { loop.clock.now }

  package var isLinked: Bool { link != nil }

  /// Runs until the job is done, the time is over, or the job cannot succeed.
  /// - Parameters:
  ///   - patience: the time for the whole job.
  ///   - job: handles what happens and returns whether it is done.
  /// - Returns: whether the job was done in time.
  package func run(
    within patience: Duration, _ job: (Happening) throws(LapwingError) -> Bool
  ) throws(LapwingError) -> Bool {
    defer { end() }
    let ending = try loop.run(until: now.advanced(by: patience)) { now throws(LapwingError) in
      try serve(at: now)
      while !waiting.isEmpty { if try job(waiting.removeFirst()) { return .done } }
      let deadlines = [adapter.nextDeadline, pairing?.nextDeadline, link?.nextDeadline, wake]
      return .wait(until: deadlines.compactMap(\.self).min())
    }
    switch ending {
    case .done: return true
    case .signal:
      throw LapwingError(.unavailable, code: "interrupted", "a signal ended this before \(address) was done")
    case .timeOver:
      if let fault { throw fault }
      return false
    }
  }

  // MARK: Actions of the job

  package func connect(to device: LEAddress, _ plan: ConnectionPlan) {
    guard link == nil, let adapterAddress = adapter.address, adapter.isListening else { return }
    do {
      let socket = try KernelSocket.connection(
        from: adapterAddress, to: device, security: bonds.security(for: device))
      let link = DeviceLink(
        to: device, over: socket, GATTClient(plan: plan), by: now.advanced(by: Self.connectTimeout))
      try loop.sleeper.add(link.descriptor, events: EPOLLOUT.rawValue)
      self.link = link
    } catch {
      waiting.append(.closed("\(error)"))
    }
  }

  package func read(_ characteristic: BluetoothUUID) {
    withLink { $0.read(characteristic, at: now, into: &$1) }
  }

  package func write(_ message: [UInt8], to characteristic: BluetoothUUID) {
    withLink { $0.write(message, to: characteristic, at: now, into: &$1) }
  }

  package func pair(with device: LEAddress, passkey: UInt32?) {
    guard pairing == nil else { return }
    pairing = Pairing(with: device, adapter: adapter.adapter, passkey: passkey)
    withPairing { $0.start(at: now, into: &$1) }
  }

  package func answer(_ passkey: UInt32?) { withPairing { $0.answer(passkey, into: &$1) } }

  /// Delivers lines of standard input as ``Happening/line(_:)`` from now on.
  package func listenToPerson() throws(LapwingError) {
    guard !isAsking else { return }
    try loop.sleeper.add(STDIN_FILENO)
    isAsking = true
  }

  package func hangUp() {
    guard let link else { return }
    loop.sleeper.remove(link.descriptor)
    self.link = nil
  }

  // MARK: Serving

  private func serve(at instant: Instant) throws(LapwingError) {
    while adapter.takeMessage(at: instant, into: &news) { try takeNews(at: instant) }
    try takeNews(at: instant)
    adapter.advance(to: instant, into: &news)
    try takeNews(at: instant)
    if let deadline = pairing?.nextDeadline, deadline <= instant {
      withPairing { $0.advance(to: instant, into: &$1) }
    }
    serveLink(at: instant)
    if isAsking { readLine() }
    if let due = wake, due <= instant {
      wake = nil
      waiting.append(.woken)
    }
  }

  private func takeNews(at instant: Instant) throws(LapwingError) {
    let taken = news
    news.removeAll(keepingCapacity: true)
    for output in taken { try handle(output, at: instant) }
  }

  private func handle(_ output: AdapterDriver.Output, at instant: Instant) throws(LapwingError) {
    switch output {
    case .found(let advertisement, let type, let isConnectable):
      guard advertisement.address == address, adapter.isListening else { return }
      waiting.append(.received(advertisement, LEAddress(address, type), isConnectable: isConnectable))
    case .event(let event, let source): withPairing { $0.handle(event, from: source, at: instant, into: &$1) }
    case .down(let reason):
      guard adapter.adapter != Management.noAdapter else { throw Self.useless(reason) }
      fault = Self.useless(reason)
    case .up: fault = nil
    case .note(let text): notes.append(text)
    // The first step without root has failed. A device that waits can bear one more try, but not a step that needs
    // root.
    case .rescue(let request):
      if request.step == .rebind {
        let reason = fault?.message ?? "the Bluetooth adapter does not work"
        throw Self.useless("\(reason); see lapwing doctor, or plug the adapter in again")
      }
    case .closed(let reason):
      throw LapwingError(
        .unavailable, code: "no-adapter",
        "the kernel has closed its Bluetooth management (\(LapwingError.reason(reason))); try again")
    }
  }

  private static func useless(_ reason: String) -> LapwingError {
    LapwingError(.unavailable, code: "no-adapter", reason)
  }

  private func serveLink(at instant: Instant) {
    guard let link else { return }
    if link.connectBy != nil {
      var request = pollfd(fd: link.descriptor, events: Int16(POLLOUT), revents: 0)
      if poll(&request, 1, 0) > 0 { return finishConnecting(link, at: instant) }
    }
    var step = DeviceLink.Step.done
    while link.connectBy == nil, step == .done, self.link === link {
      withLink {
        step = $0.receive(into: &buffer, at: instant, &$1)
        return step
      }
    }
    if self.link === link { withLink { $0.advance(to: instant, into: &$1) } }
  }

  private func finishConnecting(_ link: DeviceLink, at instant: Instant) {
    loop.sleeper.remove(link.descriptor)
    if case .ended(let reason) = link.finishConnecting() { return close(reason) }
    guard (try? loop.sleeper.add(link.descriptor)) != nil else { return close("its socket cannot be watched") }
    waiting.append(.connected)
    withLink { $0.start(at: instant, into: &$1) }
  }

  private func close(_ reason: String) {
    hangUp()
    waiting.append(.closed(reason))
  }

  private func withLink(_ body: (DeviceLink, inout [GATTClient.Output]) -> Void) {
    withLink {
      body($0, &$1)
      return .done
    }
  }

  /// Runs an action of the connection, and then what its client asks for.
  private func withLink(_ body: (DeviceLink, inout [GATTClient.Output]) -> DeviceLink.Step) {
    guard let link else { return }
    var outputs: [GATTClient.Output] = []
    if case .ended(let reason) = body(link, &outputs) { return close(reason) }
    for output in outputs {
      switch output {
      case .send(let message): if case .ended(let reason) = link.send(message) { return close(reason) }
      case .hangUp(let reason): return close(reason)
      default: waiting.append(.client(output))
      }
    }
  }

  private func withPairing(_ body: (inout Pairing, inout [Pairing.Output]) -> Void) {
    guard var running = pairing else { return }
    var outputs: [Pairing.Output] = []
    body(&running, &outputs)
    pairing = running
    for output in outputs {
      if case .send(let message) = output { adapter.send(message) } else { waiting.append(.pairing(output)) }
    }
  }

  private func readLine() {
    var request = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, 0) > 0 else { return }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = Glibc.read(STDIN_FILENO, &bytes, bytes.count)
    if count <= 0 {
      loop.sleeper.remove(STDIN_FILENO)
      isAsking = false
      waiting.append(.line(nil))
    } else {
      let text = String(decoding: bytes[..<count], as: UTF8.self)
      waiting.append(.line(text.split(whereSeparator: \.isWhitespace).joined()))
    }
  }

  private func end() {
    hangUp()
    // A pairing that goes on in the kernel would disturb the next try.
    if let pairing, pairing.nextDeadline != nil {
      adapter.send(pairing.cancellation)
    }
    adapter.end()
  }
}

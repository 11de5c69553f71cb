import Alarms
import Control
import Foundation
import Glibc
import Readings
import Settings
import Synchronization
import System
import Web

/// Runs the page until a signal ends it: the thread that listens to the box, and the server.
package struct PanelRun: Sendable {
  private let configuration: Configuration
  private let read: @Sendable () throws(LapwingError) -> Configuration
  private let address: String
  private let port: Int
  private let program: OwnProgram
  private let folders: AircraftFolders
  private let editor: ConfigurationEditor
  private let profile: BoxProfile?

  /// - Parameters:
  ///   - address: instead of that of the configuration.
  ///   - port: instead of that of the configuration; 0 for any free one.
  ///   - file: the configuration that is read and changed; `nil` for the one of the box.
  ///   - own: the file that gets what the first one cannot get, and wins.
  ///   - profile: that the command line names.
  ///   - options: of the command line, which name the configuration.
  ///   - folders: of aircraft and scenarios.
  ///   - read: reads the configuration again.
  /// - Throws: `configuration` for an address of the network while `panel.enabled` is off.
  package init(
    _ configuration: Configuration, address: String? = nil, port: Int? = nil, file: String? = nil, own: String? = nil,
    profile: BoxProfile? = nil, options: [String] = [], folders: AircraftFolders = AircraftFolders(),
    read: @escaping @Sendable () throws(LapwingError) -> Configuration
  ) throws(LapwingError) {
    self.configuration = configuration
    self.read = read
    self.folders = folders
    self.address = address ?? configuration[Keys.panelAddress]
    self.port = port ?? Int(configuration[Keys.panelPort])
    self.profile = profile
    editor = ConfigurationEditor.ofRun(path: file, own: own)
    program = OwnProgram(path: "/proc/self/exe", options: options)
    guard InternetAddress.isValid(self.address) else {
      throw LapwingError(.usage, code: "bad-address", "\(self.address): write an address such as 127.0.0.1 or ::")
    }
    guard configuration[Keys.panelEnabled] || InternetAddress.isLoopback(self.address) else {
      throw LapwingError(
        .configuration, code: "panel-off",
        "the page is off for the network: set panel.enabled to true, or serve this machine alone with --address 127.0.0.1"
      )
    }
  }

  /// Serves until SIGTERM, SIGINT or SIGHUP.
  /// - Parameter isListening: is called with the address of the page, and its fingerprint if it is served with TLS.
  package func run(isListening: (String, Fingerprint?) -> Void) throws(LapwingError) {
    let signals = try SignalQueue()
    // An address of this machine alone is served without: no one listens there.
    let certificate =
      InternetAddress.isLoopback(address)
      ? nil : try PanelCertificate(configuration, name: HostName.text, at: MonotonicClock.unixMilliseconds())
    let journal: @Sendable (String) -> Void = { try? Output.standard.line($0) }
    let feed = BoxFeed(at: MonotonicClock.unixMilliseconds())
    let link = try BoxLink(path: configuration.controlSocket, feed: feed)
    let panel = PanelServices(
      feed: feed, configuration: configuration, name: HostName.text, program: program, editor: editor, profile: profile,
      tabs: PanelPages.tabs, folders: folders,
      journal: journal, read: read)
    let count = ConnectionCount()
    let responder = PanelResponder(panel: panel, certificate: certificate, count: count)
    let server = try HTTPServer(address: address, port: port, certificate: certificate, count: count) { request in
      await responder.answer(request, at: MonotonicClock.unixMilliseconds())
    }
    // Only now: a second panel that cannot have the port must not take the fingerprint of the first one away.
    let served = ServedFingerprint(configuration)
    if let certificate {
      // A full disk keeps no one from the page.
      do { try served.keep(certificate.fingerprint) } catch {
        served.forget()
        journal(error.message)
      }
    }
    defer { if certificate != nil { served.forget() } }
    link.start()
    let host = address.contains(":") ? "[\(address)]" : address
    isListening("\(certificate == nil ? "http" : "https")://\(host):\(server.port)/", certificate?.fingerprint)
    let hasShort = InternetAddress.isLoopback(address) || server.port == Self.portOfHTTP
    let short = hasShort ? nil : shortAddress(of: server.port, responder, count, journal)
    Self.wait(for: signals)
    feed.end()
    short?.end()
    server.end()
    link.end()
    panel.end()
  }

  /// Listens at the port of an address without one, and leads from there to the page. Another program may have that port, or
  /// the system may keep it for itself: then people write the port of the page.
  private func shortAddress(
    of page: Int, _ responder: PanelResponder, _ count: ConnectionCount, _ journal: (String) -> Void
  ) -> HTTPServer? {
    do throws(LapwingError) {
      return try HTTPServer(
        address: address, port: Self.portOfHTTP, count: count, advice: "write :\(page) in its address"
      ) { request in
        await responder.answer(request, at: MonotonicClock.unixMilliseconds(), elsewhere: page)
      }
    } catch {
      journal(error.message)
      return nil
    }
  }

  private static let portOfHTTP = 80

  private static func wait(for signals: SignalQueue) {
    var request = pollfd(fd: signals.descriptor.number, events: Int16(POLLIN), revents: 0)
    while poll(&request, 1, -1) < 0, errno == EINTR {}
  }
}

/// Listens to the box on a thread of its own, and sends the state to a ``BoxFeed``. It is the panel's only
/// subscription: all viewers share it.
///
/// One connection follows the box; when something happens, the other one asks for the status, at most ten times a
/// second and at least once. The critical loop itself must answer before the status is sent, so the box proves every
/// second that it watches: one that hangs is lost as soon as one that has ended.
final class BoxLink: Sendable {
  private let path: String
  private let feed: BoxFeed
  private let isEnding = Atomic(false)
  private let ended: EventFlag

  /// The box is asked at least this often.
  private static let longestPause = Duration.seconds(1)
  /// What happens within this time is one change: people see no more.
  private static let shortestPause = Duration.milliseconds(100)
  /// With ``longestPause`` and a viewer's patience, a box that hangs is said to be lost within 3 s.
  private static let patience = Duration.milliseconds(1000)

  /// - Parameter path: of the control socket.
  init(path: String, feed: BoxFeed) throws(LapwingError) {
    self.path = path
    self.feed = feed
    ended = try EventFlag()
  }

  func start() {
    let thread = Thread { [self] in
      while !isEnding.load(ordering: .relaxed) {
        do throws(LapwingError) { try listen() } catch { feed.tellLost(error.message) }
        usleep(500_000)
      }
      ended.ring()
    }
    thread.name = "box"
    thread.start()
  }

  func end() {
    isEnding.store(true, ordering: .relaxed)
    _ = ended.wait(.seconds(3))
  }

  private func listen() throws(LapwingError) {
    var follower = try ControlClient(path: path, patience: Self.patience)
    _ = try follower.line(answering: .follow())
    var asker = try ControlClient(path: path, patience: Self.patience)
    let clock = MonotonicClock()
    var pace = NewsPace()
    while !isEnding.load(ordering: .relaxed) {
      let asked = clock.now
      feed.tell(try asker.status(isProved: true), at: MonotonicClock.unixMilliseconds())
      var news: [String]
      repeat {
        news = try follower.news(within: max(.zero, Self.longestPause - asked.duration(to: clock.now)))
      } while !news.isEmpty && !pace.isDue(news, at: clock.now)
      if !news.isEmpty {
        let rest = Self.shortestPause - asked.duration(to: clock.now)
        if rest > .zero { usleep(UInt32(clamping: rest.wholeNanoseconds / 1000)) }
      }
    }
  }
}

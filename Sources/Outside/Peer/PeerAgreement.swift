import Foundation
import Glibc
import Peer
import Readings
import Settings
import Synchronization
import System

/// `lapwing peer join`: finds the other box, and agrees with it on a key that a person confirms. The protocol itself is `PeerJoin`.
package final class PeerAgreement: Sendable {
  private let settings: PeerSettings
  private let socket: PeerSocket
  private let join: Mutex<PeerJoin>

  /// How often both say what they have to say.
  private static let interval: Int32 = 250
  private static let most = 64

  /// - Throws: if the port is taken: one after that of the pair, which a running `lapwing outside` keeps.
  package init(_ settings: PeerSettings) throws(LapwingError) {
    self.settings = settings
    socket = try PeerSocket(port: settings.port + 1)
    var generator = SystemRandomNumberGenerator()
    let random = (0..<56).map { _ in UInt8.random(in: 0...255, using: &generator) }
    guard let join = PeerJoin(random: random) else {
      throw LapwingError(.unavailable, code: "no-key", "no key could be made; try again")
    }
    self.join = Mutex(join)
  }

  /// Waits for the other box. It goes on speaking after that, so that the other one gets everything too.
  /// - Returns: what both show.
  package func digits(within time: Duration) throws(LapwingError) -> String {
    Thread.start(named: "peer join") { [self] in speak() }
    let clock = MonotonicClock()
    while clock.now < Instant.start.advanced(by: time) {
      switch join.withLock({ $0.outcome }) {
      case .digits(let text, _): return text
      case .failed(let failure): throw LapwingError(.unavailable, code: "not-joined", failure.sentence)
      case .waiting: usleep(50_000)
      }
    }
    throw LapwingError(
      .unavailable, code: "no-other-box",
      "no other box answers; run lapwing peer join on both at the same time, in one network, or set outside.peer.address"
    )
  }

  package func keep() throws(LapwingError) {
    switch join.withLock({ $0.outcome }) {
    case .digits(_, let key): try PeerKeyFile(path: settings.keyFile).write(key)
    case .failed(let failure): throw LapwingError(.unavailable, code: "not-joined", failure.sentence)
    case .waiting: throw LapwingError(.unavailable, code: "not-joined", "the other box has not answered")
    }
  }

  private func speak() {
    // The address in the configuration has the port of the pair.
    let known = Set([settings.address].compactMap { $0.map { PeerAddress(host: $0.host, port: $0.port &+ 1) } })
    while true {
      for frame in join.withLock({ $0.frames }) { _ = socket.send(frame, to: known) }
      var request = pollfd(fd: socket.descriptor.number, events: Int16(POLLIN), revents: 0)
      poll(&request, 1, Self.interval)
      for _ in 0..<Self.most {
        guard let (bytes, _) = socket.receive() else { break }
        join.withLock { $0.receive(bytes) }
      }
      // What arrives all the time must not make it speak all the time.
      usleep(50_000)
    }
  }
}

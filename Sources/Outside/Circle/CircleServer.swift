import CLinux
import Control
import FoundationEssentials
import Glibc
import Readings
import Status
import System

/// Receives orders to the circle at a socket of its own: one line of JSON each way. A socket rather than a folder of
/// requests, since who calls for help must see that it was taken.
struct CircleServer: Sendable {
  private let listener: ControlSocket.Listener
  private let desk: CircleDesk
  private let log: OutsideLog

  /// How long a client may take for its line; the others wait meanwhile, and only trusted ones can connect.
  private static let patience: Int32 = 2000

  init(path: String, desk: CircleDesk, log: OutsideLog) throws(LapwingError) {
    do throws(LapwingError) {
      listener = try ControlSocket.listen(at: path)
    } catch {
      throw LapwingError(
        error.status, code: "no-circle-socket",
        "\(path): the socket of the care circle cannot be created; check its folder, or name another outside.circle.socket"
      )
    }
    (self.desk, self.log) = (desk, log)
  }

  /// Answers for as long as the process runs. The file of the socket may be deleted meanwhile.
  func run() {
    var listener = listener
    while true {
      if !listener.isReachable, let fresh = try? listener.again() { listener = fresh }
      guard Self.wait(for: listener.socket.number, Int16(POLLIN), Self.patience) else { continue }
      let number = clinux_accept(listener.socket.number)
      guard number >= 0, let socket = try? Descriptor(number, "circle socket") else { continue }
      serve(ControlConnection(socket: socket))
    }
  }

  private func serve(_ connection: ControlConnection) {
    var connection = connection
    guard ControlSocket.trustedPeer(of: connection.socket.number) != nil else { return }
    var lines: [String] = []
    while lines.isEmpty, !connection.isBroken {
      guard Self.wait(for: connection.socket.number, Int16(POLLIN), Self.patience) else { return }
      lines = connection.receive()
    }
    guard let line = lines.first else { return }
    connection.send(answer(to: line))
    while connection.wantsToSend, !connection.isBroken {
      guard Self.wait(for: connection.socket.number, Int16(POLLOUT), Self.patience) else { return }
      connection.flush()
    }
  }

  private func answer(to line: String) -> String {
    guard let order = try? JSONDecoder().decode(CircleOrder.self, from: Data(line.utf8)) else {
      let error = LapwingError(.usage, code: "bad-request", "the line is no order; send {\"verb\":\"status\"}")
      return OrderedJSON.text(of: ControlAnswer<CircleAnswer>.refused(Refusal(error)))
    }
    do throws(LapwingError) {
      let answer = try desk.perform(order)
      if let text = answer.text { log.say("care circle: \(order.verb.rawValue): \(text)", isFine: true) }
      return OrderedJSON.text(of: ControlAnswer.accepted(answer))
    } catch {
      return OrderedJSON.text(of: ControlAnswer<CircleAnswer>.refused(Refusal(error)))
    }
  }

  private static func wait(for socket: Int32, _ events: Int16, _ milliseconds: Int32) -> Bool {
    var request = pollfd(fd: socket, events: events, revents: 0)
    return poll(&request, 1, milliseconds) > 0
  }
}

/// The other end: what `lapwing circle` uses.
package struct CircleClient {
  private let path: String

  package init(path: String) { self.path = path }

  /// Sends an order and waits for its answer, for up to 5 s.
  /// - Throws: the refusal of the circle; `unavailable` or `noPermission` if it cannot be asked.
  package func ask(_ order: CircleOrder) throws(LapwingError) -> CircleAnswer {
    var connection = ControlConnection(socket: try connect())
    guard let data = try? JSONEncoder().encode(order) else {
      throw LapwingError(.usage, code: "bad-request", "the order cannot be written as JSON")
    }
    connection.send(String(decoding: data, as: UTF8.self))
    var request = pollfd(fd: connection.socket.number, events: Int16(POLLIN), revents: 0)
    while !connection.isBroken, poll(&request, 1, 5000) > 0 {
      guard let line = connection.receive(limit: 1 << 20).first else { continue }
      guard let answer = try? JSONDecoder().decode(ControlAnswer<CircleAnswer>.self, from: Data(line.utf8)) else {
        break
      }
      switch answer {
      case .accepted(let answer): return answer
      case .refused(let refusal): throw LapwingError(.usage, code: refusal.code, refusal.message)
      }
    }
    throw LapwingError(.unavailable, code: "no-answer", "\(path): lapwing outside gave no answer; try again")
  }

  private func connect() throws(LapwingError) -> Descriptor {
    do throws(LapwingError) {
      return try ControlSocket.connect(to: path)
    } catch {
      if error.status == .noPermission {
        throw LapwingError(
          .noPermission, code: "refused",
          "only root and the user of lapwing outside may speak to the care circle: use sudo")
      }
      throw LapwingError(
        .unavailable, code: "not-running",
        "\(path): no lapwing outside with a care circle answers there; is lapwing-outside.service running?")
    }
  }
}

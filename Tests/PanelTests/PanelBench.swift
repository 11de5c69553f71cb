import Foundation
import Glibc
import Readings
import Settings
import Status
import TestSupport
import Web

@testable import Panel

/// The page of a box that is not there: the test sets its status. Requests come by a real socket.
final class PanelBench: Sendable {
  let folder: TemporaryFolder
  let panel: PanelServices
  private let server: HTTPServer
  let now: Int64 = 1_800_000_000_000

  /// - Parameter page: more keys of the page, each after a comma.
  init(_ settings: String = "", page: String = "") throws {
    folder = try TemporaryFolder()
    let folder = folder
    let lines = """
      logbook: {path: \(folder.file("lapwing.db"))}
      control: {socket: \(folder.file("control"))}
      panel: {access-file: \(folder.file("panel.json"))\(page)}
      \(settings)
      """
    let path = try folder.write(lines, to: "lapwing.yaml")
    let tails = folder.file("tails")
    try FileManager.default.createDirectory(atPath: tails, withIntermediateDirectories: true)
    let configuration = try Configuration(path: path, profile: nil)
    panel = PanelServices(
      feed: BoxFeed(at: now), configuration: configuration, name: "testbox",
      program: OwnProgram(path: LapwingProcess.path, options: ["--config", path]),
      editor: ConfigurationEditor(path: path), tabs: PanelPages.tabs,
      folders: AircraftFolders(tails: tails, scenarios: folder.file("scenarios"))
    ) {
      () throws(LapwingError) in try Configuration(path: path, profile: nil)
    }
    let responder = PanelResponder(panel: panel), now = now
    server = try HTTPServer(address: "127.0.0.1", port: 0) { request in
      await responder.answer(request, at: now)
    }
  }

  deinit {
    panel.feed.end()
    server.end()
    panel.end()
  }

  var port: Int { server.port }

  /// The box says that it is there.
  func answer() { panel.feed.tell(BoxStatus(ApplianceStatus(), in: panel.configuration), at: now) }

  /// A cookie of a person who has entered a code.
  func cookie(_ role: Role) throws -> String {
    let token = AccessFile.newToken()
    try panel.access.change { book in
      let code = book.newCode(123_456, for: role, at: now)
      _ = book.enter(code, token: token, at: now)
    }
    return "Cookie: \(Cookies.visitor(isSecure: false))=\(token)"
  }

  /// What makes a request that of a person in the network.
  static let fromAfar = "X-Forwarded-For: 192.0.2.7"

  /// The answer to a request.
  /// - Parameter fields: lines of the head besides `Host`.
  func ask(
    _ method: String, _ target: String, _ fields: [String] = [], body: String? = nil, host: String = "localhost"
  ) async throws -> Answer {
    let client = try RawClient(port: port)
    var lines = ["\(method) \(target) HTTP/1.1", "Host: \(host)", "Connection: close"] + fields
    if let body { lines.append("Content-Length: \(body.utf8.count)") }
    await client.send(lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? ""))
    return Answer(await client.readToEnd())
  }

  /// An answer as it came.
  struct Answer {
    let status: Int
    let head: String
    let body: String

    init(_ text: String) {
      let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
      head = parts.first.map(String.init) ?? ""
      body = parts.count > 1 ? parts.last.map(String.init) ?? "" : ""
      status = head.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    }

    func field(_ name: String) -> String? {
      let line = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name.lowercased() + ": ") }
      return line.map { String($0.dropFirst(name.count + 2)) }
    }
  }
}

/// A connection that sends just the bytes that it is given.
final class RawClient: Sendable {
  struct CannotConnect: Error {}
  private let socket: Int32

  init(port: Int) throws {
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(clamping: port)).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw CannotConnect() }
  }

  deinit { close(socket) }

  /// - Returns: whether the other end took all of it.
  @discardableResult func send(_ text: String) async -> Bool {
    await withCheckedContinuation { continuation in
      Thread { [self] in continuation.resume(returning: sendHere(text)) }.start()
    }
  }

  private func sendHere(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  /// What comes until the other end closes.
  func readToEnd() async -> String { await read { _ in false } }

  /// What comes until a text is in it, or the other end closes.
  ///
  /// The calls of this class wait outside of the threads that Swift's tasks share: the server answers on those.
  func read(until isEnough: @escaping @Sendable (String) -> Bool) async -> String {
    await withCheckedContinuation { continuation in
      Thread { [self] in continuation.resume(returning: readHere(until: isEnough)) }.start()
    }
  }

  private func readHere(until isEnough: (String) -> Bool) -> String {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while !isEnough(String(decoding: bytes, as: UTF8.self)) {
      let count = recv(socket, &chunk, chunk.count, 0)
      guard count > 0 else { break }
      bytes += chunk[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension TemporaryFolder {
  /// What is in a file.
  func text(of name: String) throws -> String { try String(contentsOfFile: file(name), encoding: .utf8) }

  /// The permissions of a file.
  func mode(of name: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: file(name))
    return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
  }
}

import CLinux
import FoundationEssentials
import Glibc
import Readings
import System

/// The Unix socket between the command line and a running box: one JSON object per line in each direction. Access is
/// checked by the user and group at the other end.
package enum ControlSocket {
  /// A listening socket, and the lock that reserves its path.
  package struct Listener: Sendable {
    package let socket: Descriptor
    package let lock: Descriptor
    private let path: String
    private let file: FileNumber

    fileprivate init(socket: Descriptor, lock: Descriptor, path: String, file: FileNumber) {
      (self.socket, self.lock, self.path, self.file) = (socket, lock, path, file)
    }

    /// Whether clients find it at its path, and its lock still keeps other boxes from it.
    package var isReachable: Bool { FileNumber(at: path) == file && isLocked }

    private var isLocked: Bool {
      let number = FileNumber(of: lock)
      return number != nil && FileNumber(at: ControlSocket.lockPath(path)) == number
    }

    package func again() throws(LapwingError) -> Listener {
      try ControlSocket.listen(at: path, isLocked ? lock : ControlSocket.takeLock(of: path))
    }
  }

  /// What the file system calls a file, whatever its name.
  fileprivate struct FileNumber: Sendable, Equatable {
    private let device: dev_t
    private let node: ino_t

    init?(at path: String) {
      var status = stat()
      guard lstat(path, &status) == 0 else { return nil }
      (device, node) = (status.st_dev, status.st_ino)
    }

    init?(of file: Descriptor) {
      var status = stat()
      guard fstat(file.number, &status) == 0 else { return nil }
      (device, node) = (status.st_dev, status.st_ino)
    }
  }

  /// The number of clients that may wait for the server's next turn.
  private static let backlog: Int32 = 64

  /// Listens at a path. The path belongs to the box that holds the lock beside it; the lock ends with its process.
  /// - Throws: `unavailable` if another box has the path, or the socket cannot be created.
  package static func listen(at path: String) throws(LapwingError) -> Listener {
    try listen(at: path, takeLock(of: path))
  }

  private static func lockPath(_ path: String) -> String { path + ".lock" }

  private static func takeLock(of path: String) throws(LapwingError) -> Descriptor {
    if let slash = path.lastIndex(of: "/"), slash > path.startIndex {
      try? FileManager.default.createDirectory(atPath: String(path[..<slash]), withIntermediateDirectories: true)
    }
    let lockPath = lockPath(path)
    let number = open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard number >= 0 else { throw cannotListen(path) }
    // A member of the group who could open it could hold it, and keep the box from starting again.
    fchmod(number, 0o600)
    let lock = try Descriptor(number, lockPath)
    guard flock(lock.number, LOCK_EX | LOCK_NB) == 0 else {
      throw LapwingError(
        .unavailable, code: "already-running",
        "\(path): another lapwing is running; stop it, or name another control.socket in the configuration")
    }
    return lock
  }

  private static func listen(at path: String, _ lock: Descriptor) throws(LapwingError) -> Listener {
    let socket = try Descriptor(Glibc.socket(AF_UNIX, kind, 0), "control socket")
    try removeLeftover(at: path)
    // The mode is set before anybody can connect. A umask would be shorter, but it holds for every file that another
    // thread creates meanwhile.
    guard try withAddress(of: path, { bind(socket.number, $0, $1) }) == 0, chmod(path, 0o660) == 0,
      Glibc.listen(socket.number, backlog) == 0, let file = FileNumber(at: path)
    else {
      throw cannotListen(path)
    }
    return Listener(socket: socket, lock: lock, path: path, file: file)
  }

  /// Removes the socket of a run that was killed. Anything else than a socket is left and reported.
  package static func removeLeftover(at path: String) throws(LapwingError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      throw LapwingError(
        .unavailable, code: "no-control-socket",
        "\(path): this is a file and not a socket; move it away, or name another control.socket in the configuration")
    }
    unlink(path)
  }

  private static func cannotListen(_ path: String) -> LapwingError {
    let reason = SystemFault.reason
    return LapwingError(
      .unavailable, code: "no-control-socket",
      "\(path): the control socket cannot be created (\(reason)); check its folder, or name another control.socket")
  }

  /// Connects to a running box.
  /// - Parameter patience: how long to wait if the queue of the box is full.
  /// - Throws: `noPermission` if this user is not allowed, `unavailable` if no box answers.
  package static func connect(to path: String, patience: Duration = .seconds(5)) throws(LapwingError) -> Descriptor {
    let socket = try Descriptor(Glibc.socket(AF_UNIX, kind & ~Int32(SOCK_NONBLOCK.rawValue), 0), "control socket")
    // The kernel waits this long for a place in the queue of a busy box. Without the limit a full queue would give
    // EAGAIN immediately.
    let nanoseconds = patience.wholeNanoseconds
    var limit = timeval(tv_sec: Int(nanoseconds / 1_000_000_000), tv_usec: Int(nanoseconds / 1000 % 1_000_000))
    setsockopt(socket.number, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var result: Int32
    repeat {
      result = try withAddress(of: path) { Glibc.connect(socket.number, $0, $1) }
    } while result != 0 && errno == EINTR
    guard result == 0 else { throw cannotConnect(path, errno) }
    guard fcntl(socket.number, F_SETFL, fcntl(socket.number, F_GETFL) | O_NONBLOCK) == 0 else {
      throw cannotConnect(path, errno)
    }
    return socket
  }

  private static func cannotConnect(_ path: String, _ number: Int32) -> LapwingError {
    switch number {
    case EACCES, EPERM: notAllowed(at: path)
    case EAGAIN:
      LapwingError(
        .unavailable, code: "busy",
        "\(path): the box did not answer within 5 s, because too many clients use it; try again")
    default:
      LapwingError(
        .unavailable, code: "not-running",
        "\(path): no lapwing answers there (\(String(cString: strerror(number)))); is it running with this configuration?"
      )
    }
  }

  /// A user who may not look at the socket often cannot see its group. The folder has the same group.
  private static func notAllowed(at path: String) -> LapwingError {
    var status = stat()
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    let isKnown = stat(path, &status) == 0 || stat(folder, &status) == 0
    return notAllowed(group: isKnown ? status.st_gid : nil)
  }

  /// The message for a user who may not give orders.
  /// - Parameter group: the group whose members may give orders.
  package static func notAllowed(group: UInt32?) -> LapwingError {
    guard let group, group != 0, let name = SystemAccounts.here.groupName(group) else {
      return LapwingError(.noPermission, code: "refused", "only root may give orders to this box: use sudo")
    }
    return LapwingError(
      .noPermission, code: "refused",
      "only members of the group \(name) may give orders to this box: sudo usermod -a -G \(name) \"$USER\", and log in "
        + "again")
  }

  /// The user at the other end; `nil` if this user may not give orders. Allowed are root, the user of the box, and
  /// members of the group of the box.
  package static func trustedPeer(of socket: Int32) -> UInt32? {
    var process: Int32 = 0
    var user: UInt32 = 0
    var group: UInt32 = 0
    guard clinux_peer(socket, &process, &user, &group) == 0 else { return nil }
    let isTrusted =
      user == 0 || user == geteuid() || group == getegid() || clinux_peer_is_in_group(socket, getegid()) != 0
    return isTrusted ? user : nil
  }

  private static let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)

  private static func withAddress(
    of path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) throws(LapwingError) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard !bytes.isEmpty, bytes.count <= UnixSocketPath.longest else {
      throw LapwingError(
        .configuration, code: "bad-socket-path",
        "\(path): a socket's path has 1 to \(UnixSocketPath.longest) bytes; name a shorter one")
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    return withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
  }
}

/// One end of a control connection. It receives and sends whole lines and never waits.
package struct ControlConnection {
  package let socket: Descriptor
  private var incoming: [UInt8] = []
  private var outgoing: [UInt8] = []
  /// Whether the other end is gone, or has sent or left unread too much.
  package private(set) var isBroken = false

  /// Of a line that is received, unless its reader allows more.
  package static let longestLine = 4096
  private static let longestBacklog = 1 << 20

  package init(socket: Descriptor) { self.socket = socket }

  /// Whether the other end has not read everything that was sent.
  package var isUnread: Bool {
    var bytes: Int32 = 0
    // The bytes that the kernel still holds (SIOCOUTQ of unix(7) is this number).
    return wantsToSend || (ioctl(socket.number, UInt(TIOCOUTQ), &bytes) == 0 && bytes > 0)
  }

  package var wantsToSend: Bool { !outgoing.isEmpty }

  /// Receives what has arrived.
  /// - Returns: the complete lines.
  package mutating func receive(limit: Int = ControlConnection.longestLine) -> [String] {
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = recv(socket.number, &chunk, chunk.count, 0)
      if count < 0, errno == EINTR { continue }
      if count == 0 || (count < 0 && errno != EAGAIN) { isBroken = true }
      guard count > 0 else { break }
      incoming += chunk[..<count]
      if incoming.count > limit { break }
    }
    var lines: [String] = []
    while let end = incoming.firstIndex(of: UInt8(ascii: "\n")) {
      lines.append(String(decoding: incoming[..<end], as: UTF8.self))
      incoming.removeFirst(end + 1)
    }
    if incoming.count > limit { isBroken = true }
    return lines
  }

  /// Sends a line as far as there is room. ``flush()`` sends the rest.
  package mutating func send(_ line: String) {
    outgoing += Array(line.utf8) + [UInt8(ascii: "\n")]
    flush()
    if outgoing.count > Self.longestBacklog { isBroken = true }
  }

  /// Sends the waiting data as far as there is room.
  package mutating func flush() {
    while !outgoing.isEmpty {
      let count = outgoing.withUnsafeBytes {
        Glibc.send(socket.number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno != EAGAIN { isBroken = true }
      guard count > 0 else { return }
      outgoing.removeFirst(count)
    }
  }
}

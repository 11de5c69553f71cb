import Glibc
import Readings
import Settings
import System

/// The updates that wait for their installation, in the folder from which the system of Lapwing's card takes one. They come in
/// parts: from a browser, since a form has 64 kB at most, and from a web server. The system checks whose they are; here only room
/// and names count.
package struct UpdateFolder: Sendable {
  package let path: String

  /// - Parameter path: need not exist yet.
  package init(path: String) { self.path = path }

  package init(in configuration: Configuration) {
    let file = configuration.logbookPath
    self.init(path: (file.lastIndex(of: "/").map { String(file[..<$0]) } ?? ".") + "/updates")
  }

  /// Bytes of one part at most: in the letters of base64 for addresses (RFC 4648, 5) it fits into a form.
  package static let longestPart = 40_000
  /// Bytes of an update at most: no slot of a card takes more.
  package static let longest = 768 << 20
  /// What must stay free, in bytes: more than the logbook wants (64 MB), which deletes old readings below that.
  static let kept: Int64 = 128 << 20
  /// For how long a draft is spared that may still be sent, in s.
  private static let fresh = 600
  /// How often what has come is written to the card, in bytes. Otherwise the logbook would wait for all of it at once.
  private static let writtenEvery = 4 << 20
  private static let suffix = ".raucb"
  /// Of one that is not there as a whole yet.
  private static let draftSuffix = ".part"

  package var names: [String] { SystemFiles.entries(of: path).filter(Self.isName).sorted() }

  package static func isName(_ name: String) -> Bool {
    name.hasPrefix("lapwing-") && name.hasSuffix(suffix) && name.utf8.count <= 100 && UpdateName.isTaken(name)
  }

  /// Writes a part of an update. The first one begins it again. One that has come already is answered again,
  /// since the first answer may be lost.
  /// - Parameters:
  ///   - place: the number of bytes before the part.
  ///   - size: bytes of the whole update.
  /// - Returns: how many bytes are there now. The update appears under its name when all are.
  package func write(_ part: [UInt8], at place: Int, of name: String, size: Int) throws(LapwingError) -> Int {
    guard Self.isName(name) else {
      throw LapwingError(
        .usage, code: "bad-update-name", "an update has a name such as lapwing-0.2.0-rpi-arm64.raucb, and not \(name)")
    }
    guard (1...Self.longest).contains(size), (1...Self.longestPart).contains(part.count), (0..<size).contains(place),
      part.count <= size - place
    else { throw LapwingError(.usage, code: "bad-update-part", "this is no part of an update; send the file again") }
    // The page and `lapwing outside` are two users of one group.
    if mkdir(path, 0o770) == 0 { chmod(path, 0o2770) } else if errno != EEXIST { throw failure(path) }
    // The folder itself: a file for it would belong to one of the two users who write here.
    let lock = try open(".", O_RDONLY | O_DIRECTORY)
    guard flock(lock.number, LOCK_EX | LOCK_NB) == 0 else {
      throw LapwingError(.tryAgain, code: "busy", "a part of an update is being written; send this one again")
    }
    return try withExtendedLifetime(lock) { () throws(LapwingError) in
      if place == 0 { begin(name) }
      try refuseWithoutRoom(size - place, name)
      return try add(part, at: place, of: name, size: size)
    }
  }

  /// Bytes of an update that are there while not all of it is.
  package func begun(_ name: String) -> Int { Self.isName(name) ? count(of: name + Self.draftSuffix) ?? 0 : 0 }

  package func remove(_ name: String) throws(LapwingError) {
    guard Self.isName(name), count(of: name) != nil else {
      throw LapwingError(.noInput, code: "no-update", "there is no update \(name) any more; load the page again")
    }
    guard unlink("\(path)/\(name)") == 0 else { throw failure(name) }
  }

  /// Deletes what was not sent to its end.
  private func begin(_ name: String) {
    for entry in drafts where entry == name || age(of: entry + Self.draftSuffix) > Self.fresh {
      unlink("\(path)/\(entry)\(Self.draftSuffix)")
    }
  }

  /// The names of the updates of which a part is there.
  package var drafts: [String] {
    SystemFiles.entries(of: path).filter { $0.hasSuffix(Self.draftSuffix) }.map {
      String($0.dropLast(Self.draftSuffix.utf8.count))
    }
  }

  /// Deletes what is there of an update that is not there as a whole.
  package func discard(_ name: String) {
    if Self.isName(name) { unlink("\(path)/\(name)\(Self.draftSuffix)") }
  }

  /// Refuses a part if the card has no room for it and all that follows. What is there of the update goes too: no one would come
  /// back for it.
  private func refuseWithoutRoom(_ rest: Int, _ name: String) throws(LapwingError) {
    guard let room = SystemFiles.room(at: path), room - Int64(rest) >= Self.kept else {
      unlink("\(path)/\(name)\(Self.draftSuffix)")
      throw LapwingError(
        .unavailable, code: "no-room",
        "the card has no room for the update, which needs \(rest >> 20) MB and 128 MB besides; remove another one")
    }
  }

  private func add(_ part: [UInt8], at place: Int, of name: String, size: Int) throws(LapwingError) -> Int {
    let draft = name + Self.draftSuffix
    if place > 0, count(of: draft) == nil, count(of: name) == size, place + part.count == size { return size }
    if place > 0, count(of: draft) == nil { throw Self.again }
    let file = try open(draft, O_WRONLY | (place == 0 ? O_CREAT | O_EXCL : 0))
    // The other user may go on with it.
    if place == 0 { fchmod(file.number, 0o660) }
    guard let there = count(of: draft) else { throw failure(draft) }
    if there > place, there - place <= Self.longestPart { return try finish(file, there, name, size) }
    guard there == place else { throw Self.again }
    do throws(LapwingError) {
      guard lseek(file.number, 0, SEEK_END) == off_t(place) else { throw failure(draft) }
      try Output(descriptor: file.number).write(part)
    } catch {
      // Half a part would never fit again.
      _ = ftruncate(file.number, off_t(place))
      throw LapwingError(.unavailable, code: "write-failed", "the update cannot be kept: \(error.message)")
    }
    let next = place + part.count
    if next / Self.writtenEvery != place / Self.writtenEvery {
      guard fdatasync(file.number) == 0 else { throw failure(draft) }
    }
    return try finish(file, next, name, size)
  }

  private func finish(_ file: Descriptor, _ count: Int, _ name: String, _ size: Int) throws(LapwingError) -> Int {
    guard count == size else { return count }
    guard fsync(file.number) == 0, rename("\(path)/\(name)\(Self.draftSuffix)", "\(path)/\(name)") == 0 else {
      throw failure(name)
    }
    let folder = try open(".", O_RDONLY | O_DIRECTORY)
    guard fsync(folder.number) == 0 else { throw failure(name) }
    return size
  }

  private func open(_ name: String, _ flags: Int32) throws(LapwingError) -> Descriptor {
    let number = Glibc.open("\(path)/\(name)", flags | O_CLOEXEC | O_NOFOLLOW, 0o640)
    guard number >= 0 else { throw failure(name) }
    return try Descriptor(number, name)
  }

  /// For how long a file was not written, in s.
  private func age(of name: String) -> Int {
    var status = stat()
    guard stat("\(path)/\(name)", &status) == 0 else { return 0 }
    return time(nil) - status.st_mtim.tv_sec
  }

  /// Bytes of an update that is there as a whole; `nil` if it is not.
  package func size(of name: String) -> Int? { Self.isName(name) ? count(of: name) : nil }

  private func count(of name: String) -> Int? {
    var status = stat()
    return stat("\(path)/\(name)", &status) == 0 ? Int(clamping: status.st_size) : nil
  }

  private func failure(_ name: String) -> LapwingError {
    LapwingError(
      .inputOutput, code: "write-failed", "\(path), \(name): \(SystemFault.reason); look at the card")
  }

  private static let again = LapwingError(
    .usage, code: "bad-update-part", "the parts of the update do not follow each other; send the file again")
}

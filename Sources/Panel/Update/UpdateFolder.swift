import Glibc
import Readings
import System

/// The updates that wait for their installation, in the folder from which the system of Lapwing's card takes one. A browser brings
/// one in parts, since a form has 64 kB at most. The system checks whose it is; here only room and names count.
struct UpdateFolder: Sendable {
  let path: String

  /// Bytes of one part at most: with the letters of base64 it fits into a form.
  static let longestPart = 40_000
  /// Bytes of an update at most: no slot of a card takes more.
  static let longest = 768 << 20
  /// What must stay free for the logbook, in bytes.
  static let kept: Int64 = 64 << 20
  /// How often what has come is written to the card, in bytes. Otherwise the logbook would wait for all of it at once.
  private static let writtenEvery = 4 << 20
  private static let suffix = ".raucb"

  /// The folder beside the other files of the panel.
  init(of panel: PanelServices) {
    let file = panel.access.path
    path = (file.lastIndex(of: "/").map { String(file[..<$0]) } ?? ".") + "/updates"
  }

  /// The names of the updates that are there as a whole.
  var names: [String] { SystemFiles.entries(of: path).filter(Self.isName).sorted() }

  /// Letters, digits, dots, hyphens and underscores, as the system takes them.
  static func isName(_ name: String) -> Bool {
    name.hasPrefix("lapwing-") && name.hasSuffix(suffix) && name.utf8.count <= 100
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }

  /// Takes a part of an update. The first one begins it again. One that has come already is taken for an answer that got lost.
  /// - Parameters:
  ///   - place: the number of bytes before the part.
  ///   - size: bytes of the whole update.
  /// - Returns: how many bytes are there now. The update appears under its name when all are.
  func take(_ part: [UInt8], at place: Int, of name: String, size: Int) throws(LapwingError) -> Int {
    guard Self.isName(name) else {
      throw LapwingError(
        .usage, code: "bad-update-name", "an update has a name such as lapwing-0.2.0-rpi-arm64.raucb, and not \(name)")
    }
    guard (1...Self.longest).contains(size), (1...Self.longestPart).contains(part.count), (0..<size).contains(place),
      part.count <= size - place
    else { throw LapwingError(.usage, code: "bad-update-part", "this is no part of an update; send the file again") }
    if place == 0 { try begin(size: size) }
    let draft = "\(path)/.\(name).part"
    let opening = place == 0 ? O_CREAT | O_TRUNC : 0
    let number = open(draft, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | opening, 0o640)
    guard number >= 0 || errno != ENOENT else { throw Self.again }
    guard number >= 0 else { throw failure(draft) }
    let file = try Descriptor(number, draft)
    guard flock(number, LOCK_EX | LOCK_NB) == 0 else {
      throw LapwingError(.tryAgain, code: "busy", "somebody else is sending this update")
    }
    var status = stat()
    guard fstat(number, &status) == 0 else { throw failure(draft) }
    let there = Int(clamping: status.st_size)
    if there > place, there - place <= Self.longestPart { return there }
    guard there == place else { throw Self.again }
    do throws(LapwingError) {
      guard lseek(number, 0, SEEK_END) == off_t(place) else { throw failure(draft) }
      try Output(descriptor: file.number).write(part)
    } catch {
      // Half a part would never fit again.
      _ = ftruncate(number, off_t(place))
      throw LapwingError(.unavailable, code: "write-failed", "the update cannot be kept: \(error.message)")
    }
    let next = place + part.count
    guard next == size || next / Self.writtenEvery != place / Self.writtenEvery else { return next }
    guard fdatasync(number) == 0 else { throw failure(draft) }
    if next == size, rename(draft, "\(path)/\(name)") != 0 { throw failure(draft) }
    return next
  }

  /// Deletes an update.
  func remove(_ name: String) throws(LapwingError) {
    guard Self.isName(name), unlink("\(path)/\(name)") == 0 else {
      throw LapwingError(.noInput, code: "no-update", "there is no update \(name) any more; load the page again")
    }
  }

  private func begin(size: Int) throws(LapwingError) {
    guard mkdir(path, 0o750) == 0 || errno == EEXIST else { throw failure(path) }
    // One that nobody has sent to its end.
    for entry in SystemFiles.entries(of: path) where entry.hasPrefix(".") && entry.hasSuffix("\(Self.suffix).part") {
      unlink("\(path)/\(entry)")
    }
    guard let room = SystemFiles.room(at: path), room - Int64(size) >= Self.kept else {
      throw LapwingError(
        .unavailable, code: "no-room",
        "the card has no room for the update, which needs \(size >> 20) MB and 64 MB besides; remove another one")
    }
  }

  private func failure(_ file: String) -> LapwingError {
    LapwingError(.inputOutput, code: "write-failed", "\(file): \(String(cString: strerror(errno)))")
  }

  private static let again = LapwingError(
    .usage, code: "bad-update-part", "the parts of the update do not follow each other; send the file again")
}

import Circle
import FoundationEssentials
import Glibc
import Readings
import Settings
import Synchronization
import System

/// A person who was added at the page. The box has made a topic of ntfy for them; they agree by a button of its first message
/// (docs/outside.md, "People").
struct Invitation: Codable, Sendable, Equatable {
  let name: String
  let topic: String
  let replyTopic: String
  /// Stands in the ids of its messages: the button of an earlier invitation counts no more.
  let code: String
  /// ms since 1970.
  let at: Int64
  /// When the person has agreed, and to which words. An invitation is agreed to once.
  var agreedAt: Int64?
  var words: Int?
  /// When the person has answered the test that follows.
  var answeredAt: Int64?

  /// The button counts for so long. Own choice.
  static let life: Int64 = 7 * 86_400_000
  /// The number of the words that people agree to (``InvitationWords``): another number for other words.
  static let words = 1

  var channel: String { "\(name)-ntfy" }
  var person: CirclePerson { CirclePerson(name, channels: [channel]) }

  enum Part: String, CaseIterable {
    case asks = "v", test = "t", note = "n"
  }

  func id(_ part: Part, _ number: Int = 0) -> String {
    number == 0 ? "\(part.rawValue)-\(code)" : "\(part.rawValue)-\(code)-\(number)"
  }

  func isOld(at now: Int64) -> Bool { now - at > Self.life }
}

/// The invited people, in a file of their own beside the queue: a queue that is damaged or deleted takes no phone away.
final class Invitations: Sendable {
  /// Where their phones get messages.
  let server: WebAddress
  private let file: StoredFile
  private let known: Mutex<[Invitation]>
  /// Begins and ends the channel of a person.
  private let onChange = Mutex<@Sendable (Invitation, Bool) -> Void>({ _, _ in })

  init(path: String, server: WebAddress, log: OutsideLog) {
    (self.server, file) = (server, StoredFile(path: path))
    var read: (content: [Invitation], fault: LapwingError?)?
    do throws(LapwingError) {
      // Without a file no person was added so far.
      read = try GoodCopy.recover(path) { bytes throws(LapwingError) in try Self.people(bytes, path) } ?? ([], nil)
    } catch { log.say(error.message) }
    known = Mutex(read?.content ?? [])
    if let read, read.fault == nil {
      GoodCopy.update(path, mode: Self.mode) { (try? Self.people($0, path)) != nil }
    } else {
      setAside(read?.fault, log)
    }
  }

  private func setAside(_ fault: LapwingError?, _ log: OutsideLog) {
    let path = file.path, aside = OutsideQueue.setAside(path)
    _ = rename(path, aside)
    guard let fault else {
      return log.say("\(path) cannot be read and lies as \(aside) now; add the people of the care circle again")
    }
    log.say("\(fault.message); it lies as \(aside) now")
    do throws(LapwingError) { try change { _ in } } catch { log.say(error.message) }
  }

  /// Only the process that sends may know the topics.
  private static let mode: mode_t = 0o600

  private static func people(_ bytes: [UInt8], _ path: String) throws(LapwingError) -> [Invitation] {
    guard let people = try? JSONDecoder().decode([Invitation].self, from: Data(bytes)) else {
      throw LapwingError(
        .badData, code: "bad-people", "\(path): this is no list of the people who were added at the page")
    }
    return people
  }

  var all: [Invitation] { known.withLock { $0 } }

  func follow(_ onChange: @escaping @Sendable (Invitation, Bool) -> Void) { self.onChange.withLock { $0 = onChange } }

  func add(_ name: String, at now: Int64) throws(LapwingError) -> Invitation {
    let new = Invitation(
      name: name, topic: "lapwing-\(Self.byChance)", replyTopic: "lapwing-\(Self.byChance)",
      code: Self.byChance, at: now)
    try change {
      $0.removeAll { $0.name == name }; $0.append(new)
    }
    onChange.withLock { $0 }(new, true)
    return new
  }

  func remove(_ name: String) throws(LapwingError) {
    guard let gone = all.first(where: { $0.name == name }) else { return }
    // An older copy must not bring the person back.
    GoodCopy(beside: file.path).delete()
    try change { $0.removeAll { $0.name == name } }
    onChange.withLock { $0 }(gone, false)
  }

  func moveUp(_ name: String) throws(LapwingError) {
    try change { all in
      if let place = all.firstIndex(where: { $0.name == name }), place > 0 { all.swapAt(place, place - 1) }
    }
  }

  func update(_ code: String, _ body: (inout Invitation) -> Void) throws(LapwingError) {
    try change { all in
      for place in all.indices where all[place].code == code { body(&all[place]) }
    }
  }

  func part(_ id: String) -> (invitation: Invitation, part: Invitation.Part)? {
    for invitation in all {
      for part in Invitation.Part.allCases where id == invitation.id(part) { return (invitation, part) }
    }
    return nil
  }

  private func change(_ body: (inout [Invitation]) -> Void) throws(LapwingError) {
    try known.withLock { known throws(LapwingError) in
      var new = known
      body(&new)
      guard let data = try? JSONEncoder().encode(new) else { return }
      let path = file.path
      try file.write(Array(data)) { reason in
        LapwingError(.inputOutput, code: "queue-failed", "\(path): \(reason); check the folder and the disk")
      }
      known = new
      try GoodCopy(beside: path).keep(Array(data), mode: Self.mode)
    }
  }

  /// 124 bits, so that a topic cannot be found by trying.
  private static var byChance: String {
    let letters = Array("abcdefghijkmnpqrstuvwxyz23456789")
    return String((0..<25).map { _ in letters[Int.random(in: 0..<letters.count)] })
  }
}

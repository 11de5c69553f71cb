import Circle
import FoundationEssentials
import Glibc
import Readings
import System

/// The last word of each person of the circle, in a file of its own: a queue that was damaged or deleted is replaced by an empty one,
/// and a circle without consents would send no messages.
struct KeptWords: Codable, Equatable {
  struct Word: Codable, Equatable {
    var person: String
    var hasConsented: Bool
    /// In seconds since 1970, if it is known.
    var date: Int64?
  }

  var words: [Word] = []

  init(_ circle: CareCircle) {
    words = circle.state.members.filter { $0.hasConsented || $0.wordDate != nil }.map {
      Word(person: $0.name, hasConsented: $0.hasConsented, date: $0.wordDate)
    }
  }

  /// `nil` if there is no such file, or nothing can be made of it.
  init?(reading file: StoredFile) {
    guard let bytes = try? file.read() else { return nil }
    guard let words = try? JSONDecoder().decode(KeptWords.self, from: Data(bytes)) else { return nil }
    self = words
  }

  /// Sets a file aside of which nothing can be made, since the next word of a person would overwrite it.
  /// - Returns: what to report.
  static func setAsideIfDamaged(_ file: StoredFile) -> String? {
    guard access(file.path, F_OK) == 0, KeptWords(reading: file) == nil else { return nil }
    let aside = OutsideQueue.setAside(file.path)
    guard rename(file.path, aside) == 0 else { return nil }
    return "\(file.path) cannot be read and lies as \(aside) now; ask the people of the care circle again"
  }

  func write(to file: StoredFile) throws(LapwingError) {
    guard let data = try? JSONEncoder().encode(self) else { return }
    try file.write(Array(data)) { reason in
      LapwingError(.inputOutput, code: "queue-failed", "\(file.path): \(reason); check the folder and the disk")
    }
  }

  var events: [CircleEvent] {
    words.map { $0.hasConsented ? .consent(person: $0.person, date: $0.date) : .stop(person: $0.person, date: $0.date) }
  }
}

import FoundationEssentials
import GRDB
import Readings

struct PingNote: Codable, Equatable {
  /// When, ms since 1970.
  var at: Int64
  /// Why the service did not take it.
  var fault: String?
}

extension OutsideQueue {
  private static func key(_ name: String) -> String { "ping \(name)" }

  func keep(_ note: PingNote, of name: String) throws(LapwingError) {
    guard let data = try? JSONEncoder().encode(note) else { return }
    try keep(String(decoding: data, as: UTF8.self), as: Self.key(name))
  }

  func pingNote(of name: String) throws(LapwingError) -> PingNote? {
    try text(Self.key(name)).flatMap { try? JSONDecoder().decode(PingNote.self, from: Data($0.utf8)) }
  }
}

import Characters
import Readings

/// What the owner writes for a doctor: about the person who wears the sensor, and about one night. All of it is optional, stays in the
/// logbook, and is in the report for a doctor and the FHIR file that the owner makes, and nowhere else.
package struct PersonNotes: Sendable, Equatable {
  package var name: String?
  /// The birth date, as FHIR has it: 1941-05-30, 1941-05 or 1941.
  package var born: String?
  /// What the doctor is asked, such as *Dizzy when I stand up*.
  package var question: String?
  package var medication: String?
  /// By which a clinic knows the person, such as a patient number; with a system as `SYSTEM|NUMBER`.
  package var identifier: String?
  /// About this session, such as *fever*, *new tablets*.
  package var note: String?

  /// How many characters each of them may have: two lines of the page (choice).
  package static let mostCharacters = 200

  package init() {}

  /// Each of them with its name on the command line.
  package static let fields: [(name: String, path: any WritableKeyPath<PersonNotes, String?> & Sendable)] = [
    ("person", \.name), ("born", \.born), ("question", \.question), ("medication", \.medication),
    ("identifier", \.identifier), ("note", \.note),
  ]

  /// The oldest person on record was born in 1875.
  private static func isBirthDate(_ text: String) -> Bool {
    CalendarDate.isYearMonthOrDay(text) && Int(text.prefix(4)).map { (1875...2100).contains($0) } ?? false
  }

  package var isEmpty: Bool { Self.fields.allSatisfy { self[keyPath: $0.path] == nil } }

  package func check() throws(LapwingError) {
    for (name, path) in Self.fields {
      guard let text = self[keyPath: path] else { continue }
      try NotedText.check(text, called: name, most: Self.mostCharacters)
    }
    guard born.map({ $0.isEmpty || Self.isBirthDate($0) }) ?? true else {
      throw LapwingError(
        .usage, code: "bad-born",
        "born is \(born ?? ""), which is no birth date; write it as 1941-05-30, 1941-05 or 1941")
    }
  }
}

/// A text that a person writes about a session.
enum NotedText {
  /// - Throws: a usage error for a text that is too long, that is blank, or that has an invisible character
  ///   that makes two texts differ or turns the line in which it is shown.
  static func check(_ text: String, called name: String, most: Int) throws(LapwingError) {
    guard text.count <= most, text.utf8.count <= 4 * most else {
      throw LapwingError(.usage, code: "too-long", "\(name) has \(text.count) characters; at most \(most) are kept")
    }
    if let hidden = HiddenCharacter.first(in: text) {
      let found = HiddenCharacter.name(hidden)
      throw LapwingError(
        .usage, code: "bad-text", "\(name) has a character that nobody sees (\(found)); write it without")
    }
    guard text.isEmpty || !text.allSatisfy(\.isWhitespace) else {
      throw LapwingError(
        .usage, code: "blank-text", "\(name) has only blanks; write a text, or leave it empty to delete what was there")
    }
  }
}

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

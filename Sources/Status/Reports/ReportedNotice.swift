/// A notice of an order on the wire: a stable code, and an English sentence for people.
package struct ReportedNotice: Codable, Sendable, Equatable {
  package let code: String
  package let sentence: String

  package init(code: String, sentence: String) { (self.code, self.sentence) = (code, sentence) }
}

/// How sure the author of a number was of it. This is only a claim; ``Badge`` says what was checked.
package enum Confidence: String, Sendable, CaseIterable {
  /// The text of the type certificate data sheet or of another FAA document was read.
  case high
  /// Independent secondary sources agree.
  case medium
  /// A typical value, a single secondary source, or a guess.
  case low
}

/// The evidence for a number: the text it was read from, and who compared the two and when.
package struct SourceCheck: Sendable, Hashable {
  /// The passage of the document, letter by letter.
  package let text: String
  /// The SHA-256 of its UTF-8 bytes, in lowercase hexadecimal digits.
  package let sha256: String
  /// The person who compared the number with the document.
  package let verifier: String
  /// The day of the comparison, such as `2026-11-22`.
  package let date: String
}

/// The document from which a number was taken.
package struct Source: Sendable, Hashable {
  /// The title of the document, with its revision.
  package let document: String
  /// The place in the document.
  package let section: String
  package let publisher: String
  /// The date of publication: `2015-07-29`, `2007-04`, `1999` or `unknown`.
  package let datePublished: String
  /// The number of the type certificate data sheet, if the source is one.
  package let tcdsNumber: String?
  /// The public web address, if there is one.
  package let url: String?
  /// How sure the author was.
  package let confidence: Confidence
  /// The day of the last look at the document, such as `2026-11-20`.
  package let lastVerified: String
  /// Remarks; disagreements between sources come first.
  package let notes: String
  /// The comparison with the document, if there is one.
  package let check: SourceCheck?
}

/// How well a number on a sheet is supported. It follows from the contents of the file, not from the author's claim.
package enum Badge: String, Sendable, CaseIterable {
  /// The transcribed passage is in the file, its hash is right, it contains the number, and a person is named as
  /// verifier.
  case checked
  /// There is a source, but the number was not compared with it.
  case unchecked
  /// The true value is unknown; a conservative one is used.
  case unknown
}

package struct Sourced<Value: Sendable & Hashable>: Sendable, Hashable {
  package struct Alternative: Sendable, Hashable {
    package let value: Value
    package let source: Source
  }

  package let value: Value
  /// Whether this is the true value; `false` for a conservative one in place of an unknown value.
  package let isKnown: Bool
  package var source: Source { record.source }
  package var alternatives: [Alternative] { record.alternatives }

  private let record: Record

  /// What is only shown. It is shared by all copies of the value, because a load sheet copies many values.
  private final class Record: Sendable {
    let source: Source
    let alternatives: [Alternative]

    init(_ source: Source, _ alternatives: [Alternative]) {
      self.source = source
      self.alternatives = alternatives
    }
  }

  package init(_ value: Value, isKnown: Bool = true, source: Source, alternatives: [Alternative] = []) {
    self.value = value
    self.isKnown = isKnown
    record = Record(source, alternatives)
  }

  package static func == (a: Self, b: Self) -> Bool {
    a.value == b.value && a.isKnown == b.isKnown && a.source == b.source && a.alternatives == b.alternatives
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(value)
    hasher.combine(isKnown)
    hasher.combine(source)
  }

  package var badge: Badge {
    guard isKnown else { return .unknown }
    return source.check == nil ? .unchecked : .checked
  }
}

/// How sure the author of a number was of it. A claim: what was checked is said by ``Badge``.
package enum Confidence: String, Sendable, CaseIterable {
  /// The text of the type certificate data sheet or of another FAA document was read.
  case high
  /// Independent secondary sources agree.
  case medium
  /// A typical value, a single secondary source, or a guess.
  case low
}

/// What a reader can hold a number to: the text it was read from, and who compared it when.
package struct SourceCheck: Sendable, Hashable {
  /// The passage of the document, letter by letter.
  package let text: String
  /// The SHA-256 of its UTF-8 bytes, in small hexadecimal digits.
  package let sha256: String
  /// Who compared number and document.
  package let verifier: String
  /// When, as `2026-11-22`.
  package let date: String
}

/// Where a number comes from.
package struct Source: Sendable, Hashable {
  /// The document, with its revision.
  package let document: String
  /// Where in it.
  package let section: String
  /// Who published it.
  package let publisher: String
  /// When: `2015-07-29`, `2007-04`, `1999` or `unknown`.
  package let datePublished: String
  /// The type certificate data sheet, where it is about one.
  package let tcdsNumber: String?
  /// Where the public can find it.
  package let url: String?
  /// What its author claims.
  package let confidence: Confidence
  /// When somebody last looked, as `2026-11-20`.
  package let lastVerified: String
  /// Anything else, disagreements first.
  package let notes: String
  /// The comparison with the document, where there was one.
  package let check: SourceCheck?
}

/// What may be said of a number on a sheet. It follows from the file, never from its author's word.
package enum Badge: String, Sendable, CaseIterable {
  /// The transcribed passage is in the file, its hash is right, the number stands in it, and somebody signed for it.
  case checked
  /// There is a source, and nobody has compared the number with it.
  case unchecked
  /// The true value is unknown; a conservative one is in force.
  case unknown
}

/// A value with its source.
package struct Sourced<Value: Sendable & Hashable>: Sendable, Hashable {
  /// What another source says.
  package struct Alternative: Sendable, Hashable {
    package let value: Value
    package let source: Source
  }

  /// The value in force.
  package let value: Value
  /// Whether it is the value, or a conservative one that stands in for an unknown one.
  package let isKnown: Bool
  /// Where it comes from.
  package let source: Source
  /// Sources that disagree.
  package let alternatives: [Alternative]

  package init(_ value: Value, isKnown: Bool = true, source: Source, alternatives: [Alternative] = []) {
    self.value = value
    self.isKnown = isKnown
    self.source = source
    self.alternatives = alternatives
  }

  /// What may be said of it.
  package var badge: Badge {
    guard isKnown else { return .unknown }
    return source.check == nil ? .unchecked : .checked
  }
}

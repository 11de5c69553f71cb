import Status
import WeightBalance

/// Formats the sources of an aircraft's numbers as text and JSON.
package enum SourceText {
  package static func lines(_ attribution: Attribution) -> [String] {
    let head = "\(attribution.key)  \(attribution.value)  [\(SourceWords.badge(attribution))]"
    var lines = [""]
    lines += ShownText.wrapped(head, hanging: "    ")
    lines += ShownText.wrapped(SourceWords.text(attribution.source), indent: "  ", hanging: "    ")
    lines += note(attribution.source)
    for alternative in attribution.alternatives {
      let text = "but \(alternative.value): \(SourceWords.text(alternative.source))"
      lines += ShownText.wrapped(text, indent: "  ", hanging: "    ")
      lines += note(alternative.source)
    }
    return lines
  }

  private static func note(_ source: Source) -> [String] {
    (source.notes.isEmpty ? [] : ShownText.wrapped(source.notes, indent: "    "))
      + (source.check.map { ShownText.wrapped("checked by \($0.verifier), \($0.date)", indent: "    ") } ?? [])
  }

  /// A number with everything that the file says about it.
  package static func json(_ attribution: Attribution) -> JSONObject {
    [
      "key": attribution.key, "value": attribution.value, "badge": attribution.badge.rawValue,
      "source": json(attribution.source),
      "alternatives": attribution.alternatives.map {
        ["value": $0.value, "source": json($0.source)] as JSONObject
      },
    ]
  }

  private static func json(_ source: Source) -> JSONObject {
    [
      "document": source.document, "section": source.section, "publisher": source.publisher,
      "datePublished": source.datePublished, "tcdsNumber": source.tcdsNumber, "url": source.url,
      "confidence": source.confidence.rawValue, "lastVerified": source.lastVerified, "notes": source.notes,
      "check": source.check.map {
        ["sha256": $0.sha256, "verifier": $0.verifier, "date": $0.date] as JSONObject
      },
    ]
  }
}

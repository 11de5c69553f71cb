import Status
import WeightBalance

/// Formats the sources of an aircraft's numbers as text and JSON.
package enum SourceText {
  /// A number with its badge, followed by its source.
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
  package static func json(_ attribution: Attribution) -> JSONLine {
    var line = JSONLine()
    line.add("key", attribution.key)
    line.add("value", attribution.value)
    line.add("badge", attribution.badge.rawValue)
    line.add("source", json(attribution.source))
    line.add(
      "alternatives",
      attribution.alternatives.map { alternative in
        var line = JSONLine()
        line.add("value", alternative.value)
        line.add("source", json(alternative.source))
        return line
      })
    return line
  }

  private static func json(_ source: Source) -> JSONLine {
    var line = JSONLine()
    line.add("document", source.document)
    line.add("section", source.section)
    line.add("publisher", source.publisher)
    line.add("datePublished", source.datePublished)
    if let number = source.tcdsNumber { line.add("tcdsNumber", number) }
    if let url = source.url { line.add("url", url) }
    line.add("confidence", source.confidence.rawValue)
    line.add("lastVerified", source.lastVerified)
    line.add("notes", source.notes)
    if let check = source.check {
      var signed = JSONLine()
      signed.add("sha256", check.sha256)
      signed.add("verifier", check.verifier)
      signed.add("date", check.date)
      line.add("check", signed)
    }
    return line
  }
}

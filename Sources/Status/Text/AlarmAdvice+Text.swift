extension AlarmAdvice {
  /// The texts, each behind a word that says what it is.
  package var lines: [String] {
    [
      headline + (metric.map { ": " + $0 } ?? ""), "Do: " + action, evidence.map { "Why: " + $0 },
      limitation.map { "But: " + $0 },
    ].compactMap(\.self)
  }

  /// The texts, by the keys of an ``AlarmReport``.
  package var json: JSONObject {
    [
      "headline": headline, "metric": metric, "action": action, "evidence": evidence, "limitation": limitation,
    ]
  }
}

extension AlarmReport {
  package var advice: AlarmAdvice? {
    guard let headline, let action else { return nil }
    return AlarmAdvice(
      headline: headline, metric: metric, action: action, evidence: evidence, limitation: limitation)
  }
}

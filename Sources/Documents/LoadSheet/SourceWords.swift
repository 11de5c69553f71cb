import WeightBalance

package enum SourceWords {
  /// The badge and the author's claim.
  package static func badge(_ attribution: Attribution) -> String {
    let claim = "claimed \(attribution.source.confidence.rawValue)"
    guard attribution.badge == .checked, let check = attribution.source.check else {
      return "\(attribution.badge.rawValue), \(claim)"
    }
    return "checked \(check.date), \(claim)"
  }

  package static func text(_ source: Source) -> String {
    var parts = [source.document, source.section, source.publisher, source.datePublished]
    if let number = source.tcdsNumber { parts.append("TCDS \(number)") }
    if let url = source.url { parts.append(url) }
    return parts.joined(separator: "; ") + " (last verified \(source.lastVerified))"
  }
}

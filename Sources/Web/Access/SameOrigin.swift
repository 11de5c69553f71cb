/// Whether a request that changes something comes from the page itself, and not from a page of a stranger in the same
/// browser, which would carry the cookie along or come from this machine.
package enum SameOrigin {
  /// - Parameters:
  ///   - site: `Sec-Fetch-Site`, which every browser since 2023 sends.
  ///   - origin: `Origin`.
  ///   - host: `Host`.
  package static func allows(site: String?, origin: String?, host: String) -> Bool {
    if let site, site != "same-origin" { return false }
    guard let origin else {
      // No browser sends a form without either. A program that has neither is not misled by a page.
      return true
    }
    return origin == "http://\(host)" || origin == "https://\(host)"
  }
}

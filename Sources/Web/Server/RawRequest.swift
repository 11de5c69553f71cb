/// A request as it came by the network, complete and within the limits.
package struct RawRequest: Sendable {
  package enum Method: String, Sendable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
  }

  /// `nil` for any other one.
  package let method: Method?
  package let path: String
  package let query: String
  /// Path and query as they came.
  package let target: String
  /// By names in lower case. Of one that comes twice it is the first; of `cookie` all.
  package let fields: [String: String]
  package let body: [UInt8]
  /// Whether it names its host more than once.
  package private(set) var hasTwoHosts = false
  /// The address at the other end.
  package let peer: String?
  package let isSecure: Bool

  /// - Parameter target: path and query.
  package init(
    method: String, target: String, fields: some Sequence<(name: String, value: String)>, body: [UInt8] = [],
    peer: String?, isSecure: Bool = false
  ) {
    self.method = Method(rawValue: method)
    self.target = target
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = parts.first.map(String.init) ?? "/"
    query = parts.count > 1 ? parts.last.map(String.init) ?? "" : ""
    var known: [String: String] = [:]
    for (name, value) in fields {
      let name = name.lowercased()
      if let before = known[name] {
        if name == "cookie" { known[name] = "\(before); \(value)" }
        if name == "host" { hasTwoHosts = true }
      } else {
        known[name] = value
      }
    }
    self.fields = known
    self.body = body
    self.peer = peer
    self.isSecure = isSecure
  }
}

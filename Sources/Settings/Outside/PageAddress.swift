import System

/// Where people far away reach the page, for the links of messages: `https://host[:port]`. Plain HTTP only at this machine itself.
package enum PageAddress {
  /// - Returns: `nil` for anything else.
  package static func read(_ text: String) -> WebAddress? {
    guard let address = WebAddress(text), address.target == "/", !text.hasSuffix("?"), text.utf8.count <= 100,
      address.isSecure || InternetAddress.isLoopback(address.host)
    else { return nil }
    return address
  }
}

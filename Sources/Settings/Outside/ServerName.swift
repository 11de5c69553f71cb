import System

/// The name of a host, or its address. A port behind it is a setting of its own.
enum ServerName {
  /// RFC 1035, section 2.3.4.
  static let longest = 253

  static func isValid(_ text: String) -> Bool {
    guard !InternetAddress.isValid(text) else { return true }
    return (1...longest).contains(text.utf8.count) && text.first != "-"
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || ".-".contains($0)) }
  }
}

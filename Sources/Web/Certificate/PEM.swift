import FoundationEssentials

/// The text form of keys and certificates (RFC 7468).
package enum PEM {
  package static func text(_ label: String, _ bytes: [UInt8]) -> String {
    var rest = Substring(Data(bytes).base64EncodedString())
    var lines: [Substring] = []
    while !rest.isEmpty {
      lines.append(rest.prefix(64))
      rest = rest.dropFirst(64)
    }
    return "-----BEGIN \(label)-----\n\(lines.joined(separator: "\n"))\n-----END \(label)-----\n"
  }
}

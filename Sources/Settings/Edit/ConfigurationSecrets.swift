/// The secrets in the text of a configuration file: the keys of sensors that encrypt, and addresses of the network, whose
/// path can be one. Tokens and passwords are in files of their own, which the text only names.
///
/// In a copy without secrets each such line is a mark. When the copy comes back, the marks get what the present file has.
package enum ConfigurationSecrets {
  private static let mark = "# (left out of the copy)"

  /// The text with a mark in the place of each secret.
  /// - Returns: `nil` if a secret stands where no line can be left out, such as in braces.
  package static func without(_ text: String) -> String? {
    var kept: [String] = []
    for line in lines(of: text) {
      guard line.isSecret else {
        // In braces a secret has no line of its own.
        guard !Self.hidesSecret(line.text) else { return nil }
        kept.append(line.text)
        continue
      }
      kept.append(line.indent + mark + " " + line.path)
    }
    return kept.joined(separator: "\n")
  }

  /// The text with the secrets of another one at its marks. A mark whose secret is not there stays a comment.
  package static func joined(_ text: String, from present: String) -> String {
    let secrets = lines(of: present).filter(\.isSecret)
    return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init).map { line in
      let indent = line.prefix { $0 == " " }
      guard line.dropFirst(indent.count).hasPrefix(mark + " ") else { return line }
      let path = line.dropFirst(indent.count + mark.count + 1)
      return secrets.first { $0.path == path }?.text ?? line
    }.joined(separator: "\n")
  }

  private struct Line {
    let text: String
    let indent: String
    /// The keys above it and its own, with dots.
    let path: String
    let isSecret: Bool
  }

  private static func lines(of text: String) -> [Line] {
    var parents: [(indent: Int, name: String)] = []
    return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init).map { line in
      let indent = line.prefix { $0 == " " }
      let rest = line.dropFirst(indent.count)
      guard !rest.isEmpty, !rest.hasPrefix("#"), let name = key(of: rest) else {
        return Line(text: line, indent: String(indent), path: "", isSecret: false)
      }
      parents.removeAll { $0.indent >= indent.count }
      let above = parents.map(\.name).joined(separator: ".")
      let path = above.isEmpty ? name : above + "." + name
      parents.append((indent.count, name))
      let isSecret = above == Keys.bindKeys.path || above.hasPrefix(Keys.outsideChannels.path + ".") && name == "url"
      return Line(text: line, indent: String(indent), path: path, isSecret: isSecret)
    }
  }

  /// The key at the beginning of a line, plain or in quotation marks.
  private static func key(of line: Substring) -> String? {
    if let quote = line.first, quote == "\"" || quote == "'" {
      let name = line.dropFirst().prefix { $0 != quote }
      return line.dropFirst(name.count + 2).first == ":" ? String(name) : nil
    }
    let name = line.prefix { $0 != ":" && $0 != " " }
    return line.dropFirst(name.count).first == ":" ? String(name) : nil
  }

  private static func hidesSecret(_ line: String) -> Bool {
    let words = line.drop { $0 == " " }
    guard !words.hasPrefix("#"), words.contains("{") || words.contains("[") else { return false }
    return words.hasPrefix("keys:") || words.contains("keys: {") || words.contains("url:")
  }
}

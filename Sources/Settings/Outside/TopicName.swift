/// A part of a topic of MQTT, which is a name at the broker too.
package enum TopicName {
  package static let longest = 40

  package static func isValid(_ text: String) -> Bool {
    (1...longest).contains(text.utf8.count)
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
  }
}

import FoundationEssentials
import Settings

package struct HTTPRequest: Sendable {
  package var method = "POST"
  package var address: WebAddress
  package var headers: [(name: String, value: String)] = []
  package var body: [UInt8] = []

  package init(_ address: WebAddress, method: String = "POST") {
    (self.address, self.method) = (address, method)
  }

  /// A form, as application/x-www-form-urlencoded (URL standard, section 5).
  package mutating func setForm(_ fields: [(String, String)]) {
    headers.append(("Content-Type", "application/x-www-form-urlencoded"))
    body = Array(fields.map { "\(FormText.encoded($0.0))=\(FormText.encoded($0.1))" }.joined(separator: "&").utf8)
  }

  package mutating func setJSON(_ text: String) {
    headers.append(("Content-Type", "application/json"))
    body = Array(text.utf8)
  }

  /// HTTP Basic authentication (RFC 7617).
  package mutating func setBasic(user: String, password: String) {
    headers.append(("Authorization", "Basic \(Data("\(user):\(password)".utf8).base64EncodedString())"))
  }
}

package struct HTTPAnswer: Sendable, Equatable {
  package var status: Int
  /// Seconds that the server asks for, by ``RetryAfter``; `nil` if it names none.
  package var retryAfter: Int?
  package var body: [UInt8] = []
  /// The service's own words; `nil` without.
  package var reason: ServiceReason?

  /// Nothing if the service has taken the request.
  ///
  /// 408, 425, 429 and all of 5xx are tried again. 400 and 413 with words of the service are about the message, and final. Any
  /// other answer may come from a proxy or a server that starts. A redirect is not followed, since it would carry the message to a
  /// place that is not configured.
  package func check(host: String, refusing what: String = "the message") throws(DeliveryFault) {
    let wait = retryAfter.map { Duration.seconds(min($0, Self.longestWait)) }
    let words = reason.map { ": \($0.text)" } ?? ""
    switch status {
    case 200..<300: return
    case 300..<400:
      throw .refused("\(host): it sends to another address (\(status)), which is not followed; configure that address")
    case 401, 403: throw .refused("\(host): it refuses the secret or token (\(status))\(words)")
    case 408, 425, 429:
      throw .temporary("\(host): too much is sent, or too early (\(status))\(words)", retryAfter: wait)
    case 500...: throw .temporary("\(host): the service has a fault (\(status))\(words)", retryAfter: wait)
    default:
      let isFinal = (status == 400 || status == 413) && reason?.isForPrograms == true
      let sentence = "\(host): it refuses \(what) (\(status))\(words)"
      throw isFinal ? .permanent(sentence) : .refused(sentence)
    }
  }

  /// A service that asks for more is asked again all the same.
  package static let longestWait = 900
}

package enum FormText {
  package static func encoded(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += byte < 16 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return result
  }
}

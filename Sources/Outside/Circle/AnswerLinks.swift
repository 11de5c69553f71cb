import FoundationEssentials
import Peer
import Settings

/// The links of messages by which a person says that they have it, for channels that carry no answers. Each is for one message to
/// one person, for ``life``, and for one use.
///
/// A link is an id, a time and a code that only this box can make (HMAC-SHA256, of which 128 bits are sent). What it may do is
/// judged here, and not by the page, which knows no key.
struct AnswerLinks: Sendable {
  /// Where people reach the page.
  let address: WebAddress
  let key: String

  /// A night. At most a day, as an alarm that goes on is sent again with a new link.
  static let life: Int64 = 12 * 3600
  /// No link counts for longer, whatever was done to the clock.
  static let longest: Int64 = 24 * 3600

  /// The link of a message.
  /// - Parameter now: ms since 1970.
  func link(to id: String, of person: String, at now: Int64) -> String {
    let page = address.appending("/answer?t=\(signed(id, person, expires: now / 1000 + Self.life))")
    return page.origin + page.target
  }

  private func signed(_ id: String, _ person: String, expires: Int64) -> String {
    "\(id).\(String(expires, radix: 36)).\(code(id, person, expires))"
  }

  private func code(_ id: String, _ person: String, _ expires: Int64) -> String {
    MessageCode.short(key: key, "lapwing answer 1\n\(id)\n\(person)\n\(expires)", bytes: 16)
  }

  /// What a link says, before it is known who has made it.
  struct Claim: Sendable, Equatable {
    let id: String
    /// Seconds since 1970.
    let expires: Int64
    fileprivate let code: String

    /// - Returns: `nil` for what is no link.
    init?(_ text: String) {
      let parts = text.split(separator: ".", omittingEmptySubsequences: false)
      guard text.utf8.count <= 120, parts.count == 3, parts[0].hasPrefix("c-"), parts[2].utf8.count == 32,
        let expires = Int64(parts[1], radix: 36), expires > 0, String(expires, radix: 36) == parts[1]
      else { return nil }
      (id, self.expires, code) = (String(parts[0]), expires, String(parts[2]))
    }
  }

  /// Whether this box has made a link, for this person. It takes the same time wherever the codes differ.
  func isOwn(_ claim: Claim, of person: String) -> Bool {
    PeerCode.areEqual(code(claim.id, person, claim.expires).utf8, claim.code.utf8)
  }
}

import Peer
import Readings

/// How the link to the other box is, for `lapwing outside status`. It is kept when that changes, and each minute.
package struct PeerReport: Codable, Sendable, Equatable {
  package let name: String
  /// `heard`, `waiting`, or why it is lost.
  package let link: String
  package var sentence: String?
  /// Datagrams since the process began: those that counted, and by the reason those that did not.
  package let taken: Int
  package let refused: [String: Int]

  static let key = "peer"

  init(_ name: String, _ link: PeerLink, at instant: Instant) {
    self.name = name
    let loss = link.loss(at: instant)
    self.link = loss?.rawValue ?? (link.isSettled(at: instant) ? "heard" : "waiting")
    sentence = loss?.sentence(name)
    taken = link.taken
    refused = Dictionary(uniqueKeysWithValues: link.refused.map { ($0.key.rawValue, $0.value) })
  }

  var text: String {
    // Others come with every restart of a side, and by multicast.
    let forged = refused[PeerFrame.Refusal.forged.rawValue, default: 0]
    let odd = forged == 0 ? "" : ", \(forged) forged datagrams refused"
    return sentence ?? "\(name): \(link)\(odd)"
  }
}

import Peer
import Readings
import Status

/// How the link to the other box is, for `lapwing outside status`. It is kept when that changes, and each minute.
package struct PeerReport: Codable, Sendable, Equatable {
  package let name: String
  /// `heard`, `waiting`, or why it is lost.
  package let link: String
  /// A sentence if it is lost.
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
    let count = refused.filter { $0.key != "repeated" }.values.reduce(0, +)
    let odd = count == 0 ? "" : ", \(count) datagrams refused"
    return sentence.map { "\(name): \($0)" } ?? "\(name): \(link)\(odd)"
  }
}

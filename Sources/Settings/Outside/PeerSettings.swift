import Readings

/// The other box of a pair as the configuration describes it.
package struct PeerSettings: Sendable, Equatable {
  /// As people here call it.
  package let name: String
  /// Whether this box signals what the other one signals.
  package let isFollowed: Bool
  package let port: UInt16
  /// Where the other box is, if it is not found by multicast alone.
  package let address: PeerAddress?
  package let keyFile: String
}

extension Configuration {
  package var peer: PeerSettings? {
    guard let name = self[Keys.peerName] else { return nil }
    let port = UInt16(clamping: Int(self[Keys.peerPort]))
    return PeerSettings(
      name: name, isFollowed: self[Keys.follow] == name, port: port,
      address: self[Keys.peerAddress].flatMap { PeerAddress($0, standardPort: port) },
      keyFile: self[Keys.peerKeyFile])
  }

  func refuseOddPeer() throws(LapwingError) {
    if let followed = self[Keys.follow], followed != self[Keys.peerName] {
      let known = self[Keys.peerName].map { "is \($0)" } ?? "is not set"
      throw LapwingError(
        .configuration, code: "bad-configuration",
        "\(Keys.follow.path) is \(followed), but \(Keys.peerName.path) \(known); a box can follow only the other one of its pair"
      )
    }
  }
}

import Glibc
import Peer
import Readings
import System

/// The file with the key of a pair: one line that only its owner can read.
package struct PeerKeyFile: Sendable {
  package let path: String

  package init(path: String) { self.path = path }

  /// - Throws: `configuration` with what to do if there is no key, or if others can read it.
  package func read() throws(LapwingError) -> PeerKey {
    guard access(path, F_OK) == 0 || errno != ENOENT else {
      throw LapwingError(
        .configuration, code: "no-peer-key",
        "\(path): there is no key yet; run lapwing peer join on both boxes at the same time")
    }
    guard let key = PeerKey(text: try SecretFile.read(path)) else {
      throw LapwingError(
        .configuration, code: "bad-peer-key", "\(path): this is no key of a pair; make a new one with lapwing peer join"
      )
    }
    return key
  }

  /// Keeps a key, for the owner of the folder: root makes it for the user of `lapwing outside`.
  package func write(_ key: PeerKey) throws(LapwingError) {
    try StoredFile(path: path).write(Array("\(key.text)\n".utf8)) { reason in
      LapwingError(.inputOutput, code: "no-peer-key", "\(path): the key cannot be kept (\(reason))")
    }
  }

  package func remove() throws(LapwingError) {
    guard unlink(path) == 0 || errno == ENOENT else {
      throw LapwingError(
        .inputOutput, code: "no-peer-key", "\(path): it cannot be deleted (\(SystemFault.reason))")
    }
  }
}

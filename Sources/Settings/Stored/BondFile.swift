import Bluetooth
import FoundationEssentials
import Glibc
import Readings
import System

/// The file with the keys of paired devices (JSON). Anyone who has the keys can read these devices' messages, so only
/// its owner may read it. The kernel loses the keys when it restarts, so the file is written completely or not at all.
package struct BondFile: Sendable {
  private let path: String

  package init(path: String) { self.path = path }

  /// Reads the file, or its last good copy if it cannot be used; no keys if it does not exist.
  /// - Throws: `bad-bonds` if the content is not such a list, and there is no copy.
  package func read() throws(LapwingError) -> Bonds { try recovered.content }

  /// The same, with the message to people about a damaged file.
  package var recovered: (content: Bonds, fault: LapwingError?) {
    get throws(LapwingError) {
      try GoodCopy.recover(path) { bytes throws(LapwingError) in try bonds(bytes) } ?? (Bonds(), nil)
    }
  }

  /// Keeps the copy of a file that is good, and none of one that is not there.
  package func keepCopy() { GoodCopy.update(path, mode: 0o600) { (try? bonds($0)) != nil } }

  private func bonds(_ bytes: [UInt8]) throws(LapwingError) -> Bonds {
    do {
      return try JSONDecoder().decode(Bonds.self, from: Data(bytes))
    } catch {
      throw LapwingError(
        .badData, code: "bad-bonds",
        "\(path): this file does not hold keys of paired devices; move the file away and pair the devices again")
    }
  }

  package func write(_ bonds: Bonds) throws(LapwingError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    guard let data = try? encoder.encode(bonds) else { throw fault("cannot be encoded") }
    let bytes = Array(data) + [UInt8(ascii: "\n")]
    try StoredFile(path: path).write(bytes) { fault($0) }
    try GoodCopy(beside: path).keep(bytes, mode: 0o600)
  }

  /// Why the file cannot be written now; `nil` if it can.
  package func faultOfStoring() -> LapwingError? {
    do throws(LapwingError) {
      try StoredFile(path: path).tryToWrite { fault($0) }
      return nil
    } catch {
      return error
    }
  }

  /// Renames a file that cannot be read, so that its keys are not lost.
  package func setAside() { rename(path, path + ".damaged") }

  private func fault(_ reason: String) -> LapwingError {
    LapwingError(.inputOutput, code: "bonds-not-written", "\(path): the keys are not stored (\(reason))")
  }
}

import Bluetooth
import FoundationEssentials
import Glibc
import Readings
import System

/// The file with the keys of paired devices (JSON). Anyone who has the keys can read these devices' messages, so only
/// its owner may read it. The kernel loses the keys when it restarts, so the file is written completely or not at all.
package struct BondFile: Sendable {
  private let path: String

  /// - Parameter path: the path of the file, which need not exist yet.
  package init(path: String) { self.path = path }

  /// Reads the file; no keys if it does not exist.
  /// - Throws: `bad-bonds` if the content is not such a list.
  package func read() throws(LapwingError) -> Bonds {
    guard let bytes = try StoredFile(path: path).read() else { return Bonds() }
    do {
      return try JSONDecoder().decode(Bonds.self, from: Data(bytes))
    } catch {
      throw LapwingError(
        .badData, code: "bad-bonds",
        "\(path): this file does not hold keys of paired devices; move the file away and pair the devices again")
    }
  }

  /// Replaces the content of the file.
  package func write(_ bonds: Bonds) throws(LapwingError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    guard let data = try? encoder.encode(bonds) else { throw fault("cannot be encoded") }
    try StoredFile(path: path).write(Array(data) + [UInt8(ascii: "\n")]) { fault($0) }
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

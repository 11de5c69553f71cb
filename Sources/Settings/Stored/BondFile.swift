import Bluetooth
import FoundationEssentials
import Readings
import System

/// The file that holds the keys of the paired devices. Anyone who has them can listen to these devices, so that nobody but
/// its owner reads it; the kernel forgets them when it restarts, so that it is written whole or not at all.
package struct BondFile: Sendable {
  private let path: String

  /// - Parameter path: where it stands, or will.
  package init(path: String) { self.path = path }

  /// What it holds; no keys where it is not there.
  /// - Throws: where it is there and cannot be understood.
  package func read() throws(LapwingError) -> Bonds {
    guard let bytes = try StoredFile(path: path).read() else { return Bonds() }
    do {
      return try JSONDecoder().decode(Bonds.self, from: Data(bytes))
    } catch {
      throw LapwingError(
        .badData, code: "bad-bonds",
        "\(path): these are no keys of paired devices; move the file away and pair the devices again")
    }
  }

  /// Replaces what it holds.
  package func write(_ bonds: Bonds) throws(LapwingError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    guard let data = try? encoder.encode(bonds) else { throw fault("cannot be encoded") }
    try StoredFile(path: path).write(Array(data) + [UInt8(ascii: "\n")]) { fault($0) }
  }

  private func fault(_ reason: String) -> LapwingError {
    LapwingError(.inputOutput, code: "bonds-not-written", "\(path): the keys are not stored (\(reason))")
  }
}

import Control
import FoundationEssentials
import Readings
import Settings

/// What a web server says of the newest update: a small JSON file beside it. `make bundle` writes both. It need not be
/// believed: the system of the card checks the signature of the update itself.
struct UpdateIndex: Decodable, Sendable, Equatable {
  let file: String
  let size: Int
  /// Its SHA-256, in hexadecimal: a file of which the server had two cannot be put together from both.
  let sha256: String

  /// - Throws: a sentence without its subject, for the person who has made the file.
  static func read(_ bytes: [UInt8]) throws(LapwingError) -> UpdateIndex {
    guard let index = try? JSONDecoder().decode(UpdateIndex.self, from: Data(bytes)) else {
      throw wrong("it must be a JSON object with file, a name, size, a number of bytes, and sha256")
    }
    // One without a version would never be newer, without a reason that people could see.
    guard UpdateFolder.isName(index.file), UpdateName.tellsVersion(index.file) else {
      throw wrong("file must be a name such as lapwing-0.2.0-rpi-arm64.raucb, and not \(index.file)")
    }
    guard (1...UpdateFolder.longest).contains(index.size) else {
      throw wrong("size must be from 1 to \(UpdateFolder.longest) bytes, and not \(index.size)")
    }
    guard index.sha256.utf8.count == 64, index.sha256.allSatisfy(\.isHexDigit) else {
      throw wrong("sha256 must be 64 hexadecimal digits")
    }
    return index
  }

  private static func wrong(_ sentence: String) -> LapwingError {
    LapwingError(.configuration, code: "bad-update-index", sentence)
  }
}

extension WebAddress {
  func beside(_ file: String) -> WebAddress? {
    let path = target.prefix { $0 != "?" }
    return WebAddress("\(origin)\(path.lastIndex(of: "/").map { path[...$0] } ?? "/")\(file)")
  }
}

import Characters
import FoundationEssentials
import Glibc
import Readings
import System

/// Who is signed in at which server. The file can be read by its owner alone.
package struct SignIn: Codable, Sendable, Equatable {
  package let server: String
  let token: String
  package let email: String?
  /// ms since 1970.
  package let since: Int64

  /// Who answers at a server, from what it says of a user.
  package struct User: Codable, Sendable, Equatable {
    package let id: String
    package let email: String?
    package let name: String?
  }
}

package struct AccountFile: Sendable {
  private let file: StoredFile

  package init(path: String) { file = StoredFile(path: path) }

  /// - Returns: `nil` for a guest.
  package func read() throws(LapwingError) -> SignIn? {
    try SecretFile.refuseOpen(file.path)
    guard let bytes = try file.read() else { return nil }
    guard let account = try? JSONDecoder().decode(SignIn.self, from: Data(bytes)) else {
      throw LapwingError(
        .badData, code: "bad-account", "\(file.path): it cannot be read; sign in again: lapwing account login EMAIL")
    }
    return account
  }

  package func write(_ account: SignIn) throws(LapwingError) {
    guard let bytes = try? JSONEncoder().encode(account) else { return }
    try file.write(Array(bytes)) { reason in
      LapwingError(.inputOutput, code: "write-failed", "\(file.path): \(reason); you are not signed in")
    }
  }

  /// The loadings stay.
  package func forget() throws(LapwingError) {
    guard unlink(file.path) == 0 || errno == ENOENT else {
      throw LapwingError(
        .inputOutput, code: "write-failed", "\(file.path): \(SystemFault.reason); the token is still there")
    }
  }
}

/// The address of a person, as it is sent to the server. The server alone knows whether it exists.
enum EmailAddress {
  /// - Returns: trimmed and in lower case.
  static func read(_ text: String) throws(LapwingError) -> String {
    let address = text.trimmed.lowercased()
    let parts = address.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, (1...64).contains(parts[0].utf8.count), (3...189).contains(parts[1].utf8.count),
      address.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F && !$0.properties.isWhitespace })
    else {
      throw LapwingError(
        .usage, code: "bad-email",
        "an address of mail is like anna@example.org, and not “\(text.prefix(80).plainWords)”")
    }
    return address
  }
}

import Readings

/// Why a request was refused: a code, and an English sentence for people with names and numbers.
package struct Refusal: Codable, Sendable, Equatable {
  package let code: ErrorCode
  package let message: String

  package init(_ code: ErrorCode, _ message: String) { (self.code, self.message) = (code, message) }

  /// An error of another library has no code of its own.
  package init(_ error: any Error) {
    let known = error as? LapwingError
    self.init(known?.code ?? .other, known?.message ?? "\(error)")
  }
}

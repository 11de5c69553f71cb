import Readings

/// Why a box refuses a request: a stable code and a sentence for people.
package struct Refusal: Codable, Sendable, Equatable {
  package let code: String
  package let message: String

  init() {
    code = "refused"
    message = "the box refused"
  }

  package init(_ error: LapwingError) {
    code = error.code
    message = error.message
  }
}

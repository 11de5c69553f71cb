import Characters
import System

/// Lines for the journal. They name channels and ids, and never a secret, an address of a person or a text of a message.
package struct OutsideLog: Sendable {
  package init() {}

  /// - Parameter isFine: whether nothing is wrong.
  func say(_ line: String, isFine: Bool = false) {
    let text = line.plainWords
    try? (isFine ? Output.standard : Output.error).line(isFine ? text : "lapwing: \(text)")
  }
}

import Alarms
import Readings
import Settings
import TestSupport

/// Reads texts as configuration files.
package struct WrittenConfiguration: Sendable {
  private let folder: TemporaryFolder

  package init() throws { folder = try TemporaryFolder() }

  package func read(_ text: String, profile: BoxProfile? = nil) throws -> Configuration {
    try Configuration(path: try folder.write(text, to: "lapwing.yaml"), profile: profile)
  }

  /// Why a text is refused, with FILE for its path; `nil` if it is taken.
  package func refusal(of text: String) -> LapwingError? {
    do {
      _ = try read(text)
      return nil
    } catch let error as LapwingError {
      let message = error.message.replacing(folder.file("lapwing.yaml"), with: "FILE")
      return LapwingError(error.status, code: error.code, message)
    } catch {
      return LapwingError(.inputOutput, code: .notWritten, "\(error)")
    }
  }
}

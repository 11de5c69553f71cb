import Foundation

/// A file of the project, found from the position of this source file.
package struct ProjectFile: Sendable {
  package let path: String

  /// - Parameter name: its path inside the project, such as `data/loadings/172m-two-up.json`.
  package init(_ name: String) {
    path =
      URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../" + name)
      .standardized.path
  }

  /// Why a text cannot be changed: it does not contain what was to be replaced.
  package struct NotInFile: Error {
    let text: String
  }

  package var text: String { get throws { try String(contentsOfFile: path, encoding: .utf8) } }

  /// Its text with the first occurrence of one text replaced by another.
  package func text(replacing old: String, by new: String) throws -> String {
    let text = try text
    guard let range = text.range(of: old) else { throw NotInFile(text: old) }
    return text.replacingCharacters(in: range, with: new)
  }

  /// The paths of all files of a folder with a suffix, in order.
  package static func paths(in folder: String, suffix: String = ".json") throws -> [String] {
    let path = ProjectFile(folder).path
    return try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasSuffix(suffix) }.sorted()
      .map { path + "/" + $0 }
  }
}

/// A mistake in a data file, and the expected error.
package struct DataSlip: Sendable, CustomStringConvertible {
  let old: String, new: String
  /// The expected error after the file's name: line, key and sentence, as far as they matter.
  package let message: String
  /// The expected error, which identifies the case in a test report.
  package var description: String { message }

  /// - Parameters:
  ///   - old: the text in the good file.
  ///   - new: the text that replaces it.
  ///   - message: the error after `FILE:`.
  package init(_ old: String, _ new: String, says message: String) {
    self.old = old
    self.new = new
    self.message = message
  }

  /// The result of `lapwing balance check` for the file with the mistake, without the folder's name.
  package func check(in file: ProjectFile) throws -> LapwingProcess.Outcome {
    let folder = try TemporaryFolder()
    let path = try folder.write(try file.text(replacing: old, by: new), to: "slip.json")
    return try LapwingProcess.run(["balance", "check", path])
  }
}

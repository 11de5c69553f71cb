/// What is wrong with an aircraft file, a scenario or a question, and where.
package struct DataFileError: Error, Sendable, Hashable {
  /// The file; empty if the data did not come from a file.
  package let file: String
  package let line: Int
  /// The key whose value is wrong, as a path such as `stations[2].arm`, if there is one.
  package let key: String?
  /// One sentence: what is wrong, and what to do.
  package let sentence: String

  package init(file: String, line: Int, key: String? = nil, _ sentence: String) {
    self.file = file
    self.line = line
    self.key = key
    self.sentence = sentence
  }

  /// `FILE:LINE: KEY: SENTENCE`, without the parts that are missing.
  package var message: String {
    (file.isEmpty ? "" : "\(file):\(line): ") + (key.map { "\($0): " } ?? "") + sentence
  }
}

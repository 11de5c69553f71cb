/// What is wrong with an aircraft, a scenario or a question, and where.
package struct DataFileError: Error, Sendable, Hashable {
  /// The file; empty where the data came without one.
  package let file: String
  package let line: Int
  /// The key whose value is wrong, as a path such as `stations[2].arm`, if it is about one.
  package let key: String?
  /// One sentence: what is wrong, and what to do.
  package let sentence: String

  package init(file: String, line: Int, key: String? = nil, _ sentence: String) {
    self.file = file
    self.line = line
    self.key = key
    self.sentence = sentence
  }

  /// `FILE:LINE: KEY: SENTENCE`, without the parts that there are not.
  package var message: String {
    (file.isEmpty ? "" : "\(file):\(line): ") + (key.map { "\($0): " } ?? "") + sentence
  }
}

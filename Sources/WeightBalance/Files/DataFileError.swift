/// What is wrong with an aircraft, a scenario or a question, and where.
public struct DataFileError: Error, Sendable, Hashable {
  /// The file; empty where the data came without one.
  public let file: String
  /// From 1.
  public let line: Int
  /// The key whose value is wrong, as a path such as `stations[2].arm`, if it is about one.
  public let key: String?
  /// One sentence: what is wrong, and what to do.
  public let sentence: String

  /// All fields.
  public init(file: String, line: Int, key: String? = nil, _ sentence: String) {
    self.file = file
    self.line = line
    self.key = key
    self.sentence = sentence
  }

  /// `FILE:LINE: KEY: SENTENCE`, without the parts that there are not.
  public var message: String {
    (file.isEmpty ? "" : "\(file):\(line): ") + (key.map { "\($0): " } ?? "") + sentence
  }
}

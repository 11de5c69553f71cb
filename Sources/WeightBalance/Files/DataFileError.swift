import Characters

/// What is wrong with an aircraft file, a scenario or a question, and where.
package struct DataFileError: Error, Sendable, Hashable {
  /// The file; empty if the data did not come from a file.
  package let file: String
  package let line: Int
  /// The key whose value is wrong, as a path such as `stations[2].arm`, if there is one.
  package let key: String?
  /// One sentence: what is wrong, and what to do.
  package let sentence: String
  /// What else is wrong with the same file, in the order of its lines; each is a message of its own.
  private let others: [String]

  package init(file: String, line: Int, key: String? = nil, _ sentence: String) {
    self.init(file: file, line: line, key: key, sentence, others: [])
  }

  private init(file: String, line: Int, key: String?, _ sentence: String, others: [String]) {
    self.file = file
    self.line = line
    self.key = key
    self.sentence = sentence
    self.others = others
  }

  /// More than anybody mends at once.
  static let shownFaults = 50

  /// Several faults of one file as one error.
  /// - Parameter more: how many further faults there are.
  init(all faults: [DataFileError], more: Int = 0) {
    var seen: Set<DataFileError> = []
    let distinct = faults.filter { seen.insert($0).inserted }
    let sorted = distinct.enumerated().sorted { ($0.element.line, $0.offset) < ($1.element.line, $1.offset) }
    var others = sorted.dropFirst().prefix(Self.shownFaults - 1).map(\.element.message)
    let left = max(sorted.count - Self.shownFaults, 0) + more
    if left > 0 { others.append("and \(left) more \(left == 1 ? "fault" : "faults")") }
    let first = sorted.first?.element ?? DataFileError(file: "", line: 1, "cannot be used")
    self.init(
      file: first.file, line: first.line, key: first.key, first.sentence,
      others: others)
  }

  /// `FILE:LINE: KEY: SENTENCE`, without the parts that are missing; one line for each fault. Characters that would
  /// change how a terminal shows the text are written as U+XXXX.
  package var message: String {
    let first = (file.isEmpty ? "" : "\(file):\(line): ") + (key.map { "\($0): " } ?? "") + sentence
    return ([HiddenCharacter.visible(first)] + others).joined(separator: "\n")
  }
}

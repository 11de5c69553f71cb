/// Something about a sheet that changes no verdict.
package struct Remark: Sendable, Hashable {
  /// What it is about. Each language has words of its own for it.
  package enum Subject: Sendable, CaseIterable {
    /// Two empty weights are given, and one of them is in force.
    case emptyWeight
    /// Two tails are named, and the file of one of them is in force.
    case tail
    /// Equipment that was changed on the day of the weighing.
    case equipment
    /// A reserve that cannot be checked.
    case reserve
  }

  package let subject: Subject
  package let sentence: String

  init(_ subject: Subject, _ sentence: String) { (self.subject, self.sentence) = (subject, sentence) }
}

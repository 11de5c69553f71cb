/// What is shared by all values of one data file while it is read: the units of its plain numbers, its named sources,
/// and the keys that are missing or unknown.
///
/// A missing key is recorded and reading goes on with a placeholder, so that one pass finds all of them. A wrong value
/// ends the pass. The next pass excuses it, which only serves to find the missing and unknown keys after it.
final class DataReading {
  /// The units of plain numbers; pounds, inches and US gallons if the file gives no others.
  var units = SheetUnits.american
  /// Whether the file gives these units. Only then may a quantity with a source leave out its unit.
  var hasUnits = false
  /// The sources that the file gives once, by name.
  var sources: [String: Source] = [:]
  /// The source of every number that gives none.
  var defaultSource: Source?

  /// Whether the file gives sources by name or for all its numbers. Then a number needs neither `known` nor `source`.
  var givesSourcesOnce: Bool { defaultSource != nil || !sources.isEmpty }

  private(set) var faults: [DataFileError] = []
  /// How many further faults are only counted.
  private(set) var more = 0
  /// Whether a placeholder was used, so that a later fault may only be its consequence.
  private(set) var isIncomplete: Bool
  private let excused: Set<String>

  init(excused: Set<String>) {
    self.excused = excused
    isIncomplete = !excused.isEmpty
  }

  func record(_ fault: DataFileError) {
    faults.append(fault)
    isIncomplete = true
  }

  func recordMore(_ count: Int) { more += count }

  /// Whether the value at this path is replaced by a placeholder.
  func excuses(_ path: String) -> Bool { !excused.isEmpty && excused.contains(path) }
}

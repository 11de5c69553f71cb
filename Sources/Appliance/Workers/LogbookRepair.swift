import FoundationEssentials
import Glibc
import Logbook
import Readings
import System

/// Sets a damaged logbook aside and copies everything that can be read into the new one, a part at a time. The
/// logbook's thread calls it.
struct LogbookRepair {
  /// The path of the latest damaged file, until a new one has taken its place.
  private var aside: String?
  /// Whether an older program has written that file beside the present logbook, and not before it.
  private var isOfOlder = false
  private var salvage: (source: Salvage, file: String)?
  private var damages: [Instant] = []
  /// Messages for people, oldest first. The writer of the logbook collects and reports them.
  private(set) var news: [String] = []

  /// A disk that damages one logbook after another would soon be full of them. Then the logbook is left as it is, which
  /// is an alarm.
  private static let mostDamages = 3
  private static let memory = Duration.seconds(3600)
  /// The newest rows of each table are copied first: a restart needs the last 5,000 readings.
  private static let firstRows = 6_000
  /// The number of rows per second after that, so that new entries are logged meanwhile.
  private static let laterRows = 2_000
  /// In bytes. The salvage leaves this much room for the new logbook: years of alarms.
  private static let leastRoom: Int64 = 32 << 20

  /// Moves the file away.
  /// - Returns: whether a new logbook can be started.
  mutating func setAside(_ path: String, date: Int64, at instant: Instant) -> Bool {
    damages.removeAll { $0.duration(to: instant) > Self.memory }
    guard damages.count < Self.mostDamages,
      let moved = try? Logbook.setAside(path, stamp: Self.stamp(date), announcing: { Self.announce($0, path: path) })
    else { return false }
    damages.append(instant)
    if let salvage { news.append("the salvage of \(salvage.file) ends early, because the new logbook is damaged too") }
    salvage = nil
    (aside, isOfOlder) = (moved, false)
    news.append(
      "the logbook was damaged; it is set aside as \(moved), and everything readable is copied to a new one")
    return true
  }

  /// The file was there and held nothing.
  mutating func beginsEmpty(_ path: String) {
    news.append("\(path) was empty (0 bytes): what it held is lost, and a new logbook is begun")
  }

  /// Sets a logbook aside that a newer program has written, so that this one can begin its own.
  mutating func setAsideNewer(_ path: String, date: Int64) -> Bool {
    guard let moved = try? Logbook.setAsideNewer(path, stamp: Self.stamp(date)) else { return false }
    news.append(
      "a newer Lapwing has written the logbook; it is set aside as \(moved), and a new one is begun; the newer Lapwing will "
        + "take up both")
    return true
  }

  /// Takes a logbook up again that an older program has set aside, if this one may write it.
  mutating func takeUpNewer(_ path: String, date: Int64) throws(LogbookError) {
    let (folder, base) = Self.place(path)
    let names = SystemFiles.entries(of: folder).filter { Logbook.isNewer($0, besides: base) }.sorted()
    guard let newer = names.last(where: { Logbook.mayWrite("\(folder)/\($0)") }) else { return }
    guard access(path, F_OK) != 0 || (Logbook.mayWrite(path) && !Logbook.isSalvaging(path)) else { return }
    // A damaged file of the older program has other rows than this one, with the same ids.
    isOfOlder = aside != nil
    try Logbook.takeUp("\(folder)/\(newer)", as: path, stamp: Self.stamp(date))
    news.append("\(newer), which an older Lapwing had set aside, is the logbook again")
  }

  /// The folder of a logbook, and its name without `.db`.
  private static func place(_ path: String) -> (folder: String, base: String) {
    let name = name(path)
    let folder = path.dropLast(name.count)
    return (folder.isEmpty ? "." : String(folder), name.hasSuffix(".db") ? String(name.dropLast(3)) : name)
  }

  /// The file of an older program whose rows are still to be copied.
  private static func older(_ path: String, in logbook: Logbook) throws(LogbookError) -> String? {
    let (folder, base) = place(path)
    // The latest first: it also holds what was copied into it from earlier ones, and their names.
    for name in SystemFiles.entries(of: folder).sorted().reversed() where Logbook.isOlder(name, besides: base) {
      if try !logbook.knows(damaged: name) { return name }
    }
    return nil
  }

  /// Starts a salvage after a logbook was opened, or continues one: the file may replace a damaged one.
  mutating func begin(in logbook: Logbook, path: String, date: Int64) throws(LogbookError) {
    if aside == nil, let announced = Self.announced(path: path) {
      // The box has stopped between the two steps. A new file that has finished its salvage knows the damaged one.
      if access(announced, F_OK) == 0, try !logbook.knows(damaged: Self.name(announced)) {
        aside = announced
        news.append("the logbook was damaged; it is set aside as \(announced), and everything readable is copied")
      }
    }
    if let aside {
      let file = Self.name(aside)
      let shifts = isOfOlder ? try logbook.shifts() : nil
      try logbook.begin(inPlaceOf: file, at: date, shifts: shifts)
      let source = Salvage(of: aside, shifts: shifts)
      try source.stepThroughAll(into: logbook, rows: Self.firstRows)
      salvage = (source, file)
      self.aside = nil
    } else if salvage == nil, let (file, shifts) = try logbook.unfinishedSalvage() {
      let source = Salvage(of: Self.beside(path, file), isRepeated: true, shifts: shifts)
      // New rows get higher ids than those that are still to be copied.
      try source.stepThroughAll(into: logbook, rows: 0)
      salvage = (source, file)
    } else if salvage == nil, let file = try Self.older(path, in: logbook) {
      let shifts = try logbook.shifts()
      try logbook.begin(inPlaceOf: file, at: date, shifts: shifts)
      let source = Salvage(of: Self.beside(path, file), shifts: shifts)
      try source.stepThroughAll(into: logbook, rows: Self.firstRows)
      salvage = (source, file)
      news.append("what an older Lapwing has logged in \(file) is copied to the logbook")
    }
    unlink(Self.announcement(path).path)
  }

  /// The file beside the logbook with the name that a damaged logbook is about to get. It stays until the new logbook
  /// knows that name, because a crash in between would leave a damaged file for which no program looks.
  private static func announcement(_ path: String) -> StoredFile {
    StoredFile(path: (path.hasSuffix(".db") ? String(path.dropLast(3)) : path) + "-damaged.txt")
  }

  /// Announces the new name. If the disk refuses that, the logbook is set aside in any case.
  private static func announce(_ aside: String, path: String) {
    try? announcement(path).write(Array(aside.utf8)) { LapwingError(.inputOutput, code: "not-announced", $0) }
  }

  private static func announced(path: String) -> String? {
    guard let bytes = try? announcement(path).read(), let text = String(validating: bytes, as: UTF8.self) else {
      return nil
    }
    return text.hasSuffix(".damaged.db") ? text : nil
  }

  mutating func goOn(in logbook: Logbook, path: String) throws(LogbookError) {
    guard let (source, file) = salvage else { return }
    let hasRoom = SystemFiles.room(at: path).map { $0 > Self.leastRoom } ?? true
    if hasRoom, !source.isDone { try source.step(into: logbook, rows: Self.laterRows) }
    guard !hasRoom || source.isDone else { return }
    let report = Self.report(on: source, file: file, hasRoom: hasRoom)
    try logbook.end(salvageOf: file, report: report)
    salvage = nil
    news.append(report)
  }

  /// Returns and deletes the messages for people.
  mutating func takeNews() -> [String] {
    defer { news = [] }
    return news
  }

  private static func beside(_ path: String, _ file: String) -> String { path.dropLast(name(path).count) + file }

  private static func name(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

  private static func report(on salvage: Salvage, file: String, hasRoom: Bool) -> String {
    let parts = salvage.outcomes.compactMap { table -> String? in
      let read = "\(table.table): \(table.read) \(table.read == 1 ? "row" : "rows") read"
      guard table.isDamaged else { return table.read == 0 ? nil : read }
      guard table.read > 0 || table.lost > 0 else { return "\(table.table): nothing could be read" }
      let from = table.lostFrom.map { "from \(time($0))" } ?? "from its beginning"
      let to = table.lostTo.map { "to \(time($0))" } ?? "to its end"
      return "\(read), about \(table.lost) lost \(from) \(to)"
    }
    let found = parts.isEmpty ? "nothing could be read" : parts.joined(separator: "; ")
    return "salvage of \(file): \(found)\(hasRoom ? "" : "; the rest is left there, because the disk is nearly full")"
  }

  private static func time(_ milliseconds: Int64) -> String {
    Date(timeIntervalSince1970: Double(milliseconds / 1000)).formatted(.iso8601)
  }

  /// The date and time in UTC, such as "2026-11-23-221000".
  private static func stamp(_ milliseconds: Int64) -> String {
    time(max(0, milliseconds)).filter { $0 != ":" && $0 != "Z" }.replacing("T", with: "-")
  }
}

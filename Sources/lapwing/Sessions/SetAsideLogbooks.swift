import Logbook
import Readings
import System

/// The logbooks beside one that were set aside, damaged or of another version, which hold what it held.
enum SetAsideLogbooks {
  static func name(_ files: [String]) throws(LapwingError) {
    guard !files.isEmpty else { return }
    try Output.error.line(
      "lapwing: these older files may hold it too; delete them if they are no longer needed: "
        + files.joined(separator: ", "))
  }

  static func files(besides path: String) -> [String] {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "./"
    let name = path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
    let base = String(name.hasSuffix(".db") ? name.dropLast(3) : name)
    return SystemFiles.entries(of: folder).filter { Logbook.isSetAside($0, besides: base) }.sorted().map { folder + $0 }
  }
}

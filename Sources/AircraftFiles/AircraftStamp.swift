import Glibc

/// What shows whether the files of a folder have changed since they were read: their names, sizes, times and numbers.
package struct AircraftStamp: Sendable, Equatable {
  private let files: [String]

  /// - Parameter folder: of aircraft; `nil` for that of the box. One that cannot be read has no files.
  package init(folder: String?) {
    let paths = (try? DataFolder.jsonFilesIfThere(in: folder ?? AircraftLibrary.standardFolder)) ?? []
    files = paths.map { path in
      var status = stat()
      guard stat(path, &status) == 0 else { return path }
      return "\(path) \(status.st_size) \(status.st_mtim.tv_sec) \(status.st_mtim.tv_nsec) \(status.st_ino)"
    }
  }
}

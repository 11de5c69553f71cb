import Glibc
import Readings

/// A file in the folder of the service's runtime data, in which a unit of systemd with more rights expects a request. It is on
/// a RAM disk, so writing it waits for no disk.
package struct RequestFile: Sendable {
  private let path: String

  /// - Parameter name: the name of the file in `/run/lapwing`.
  package init(_ name: String, in folder: String = folder) { path = "\(folder)/\(name)" }

  /// The folder that systemd has made for the service, `/run/lapwing`.
  package static var folder: String { ProcessEnvironment.value(of: "RUNTIME_DIRECTORY") ?? "/run/lapwing" }

  package var isWaiting: Bool { access(path, F_OK) == 0 }

  /// Writes a request. The file appears complete, and replaces a request that was not handled yet.
  /// - Parameter code: of the error, if the file cannot be written.
  package func ask(_ line: String, code: String) throws(LapwingError) {
    let new = path + ".new"
    do {
      let draft = try Descriptor(open(new, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o644), new)
      let bytes = Array(line.utf8)
      guard write(draft.number, bytes, bytes.count) == bytes.count else { throw failure(new, code) }
    }
    guard rename(new, path) == 0 else { throw failure(path, code) }
  }

  private func failure(_ path: String, _ code: String) -> LapwingError {
    LapwingError(.inputOutput, code: code, "\(path): \(SystemFault.reason)")
  }
}

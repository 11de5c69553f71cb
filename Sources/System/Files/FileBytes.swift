import Glibc
import Readings

/// Reads whole files into memory, up to a limit. Errors name the path and say what to do.
package enum FileBytes {
  /// In bytes: more than a day of the busiest radio. More would not fit into the memory of the box.
  private static let longest = 256 << 20

  /// - Parameters:
  ///   - mayWait: whether the file may be a pipe. Reading one can wait for its writer for ever.
  ///   - longest: the largest allowed size in bytes.
  package static func read(_ path: String, mayWait: Bool, longest: Int = longest) throws(LapwingError) -> [UInt8] {
    let number = open(path, O_RDONLY | O_CLOEXEC | (mayWait ? 0 : O_NONBLOCK))
    guard number >= 0 else {
      throw LapwingError(.noInput, code: "no-input", "\(path): \(SystemFault.reason); check the path")
    }
    let file = try Descriptor(number, path)
    var status = stat()
    if !mayWait, fstat(file.number, &status) == 0, status.st_mode & S_IFMT == S_IFIFO {
      throw LapwingError(.noInput, code: "no-input", "\(path): this is a pipe; name a file")
    }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(file.number, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EISDIR {
        throw LapwingError(.noInput, code: "no-input", "\(path): this is a folder; name a file")
      }
      guard count >= 0 else {
        throw LapwingError(.inputOutput, code: "read-failed", "\(path): \(SystemFault.reason)")
      }
      guard count > 0 else { return bytes }
      bytes += chunk[..<count]
      guard bytes.count <= longest else {
        throw LapwingError(.badData, code: "too-long", "\(path): longer than \(longest >> 20) MiB; cut it into parts")
      }
    }
  }
}

extension String {
  /// A text without the mark that some editors put before it. YAML takes it for a character of the first line.
  package var withoutByteOrderMark: String {
    unicodeScalars.first == "\u{FEFF}" ? String(unicodeScalars.dropFirst()) : self
  }
}

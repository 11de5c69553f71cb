import Bluetooth
import FoundationEssentials
import Glibc

/// The file that holds the keys of the paired devices. Whoever has them can listen to these devices, so that nobody but
/// its owner reads it; the kernel forgets them when it restarts, so that it is written whole or not at all.
public struct BondFile: Sendable {
  private let path: String
  private static let longest = 1 << 20

  /// - Parameter path: where it stands, or will.
  public init(path: String) { self.path = path }

  /// What it holds; no keys where it is not there.
  /// - Throws: where it is there and cannot be understood.
  public func read() throws(ApplianceError) -> Bonds {
    guard access(path, F_OK) == 0 || errno != ENOENT else { return Bonds() }
    let bytes = try FileBytes.read(path, mayWait: false, longest: Self.longest)
    do {
      return try JSONDecoder().decode(Bonds.self, from: Data(bytes))
    } catch {
      throw ApplianceError(
        .badData, code: "bad-bonds",
        "\(path): these are no keys of paired devices; move the file away and pair the devices again")
    }
  }

  /// Writes it anew: beside it, to the disk, then in its place.
  public func write(_ bonds: Bonds) throws(ApplianceError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    guard let data = try? encoder.encode(bonds) else { throw fault("can not be encoded") }
    let folder = self.folder
    if folder != "." { try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }
    let new = path + ".new"
    unlink(new)  // Of a process that was killed.
    let number = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard number >= 0 else { throw fault(reason) }
    let file = try Descriptor(number, new)
    do throws(ApplianceError) {
      try giveToOwner(of: folder, file)
      try Output(descriptor: number).write(Array(data) + [UInt8(ascii: "\n")])
      guard fsync(number) == 0, rename(new, path) == 0 else { throw fault(reason) }
    } catch {
      unlink(new)
      throw error.status == .inputOutput ? fault(error.message) : error
    }
    // The new name must be on the disk too.
    let directory = try Descriptor(open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC), folder)
    guard fsync(directory.number) == 0 else { throw fault(reason) }
  }

  /// Root pairs and the service reads: the file belongs to whom its folder belongs to.
  private func giveToOwner(of folder: String, _ file: Descriptor) throws(ApplianceError) {
    var status = stat()
    guard geteuid() == 0, stat(folder, &status) == 0, status.st_uid != 0 else { return }
    guard fchown(file.number, status.st_uid, status.st_gid) == 0 else { throw fault(reason) }
  }

  private var folder: String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private var reason: String { String(cString: strerror(errno)) }

  private func fault(_ reason: String) -> ApplianceError {
    ApplianceError(.inputOutput, code: "bonds-not-written", "\(path): the keys are not stored (\(reason))")
  }
}

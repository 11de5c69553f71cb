import CLinux
import FoundationEssentials
import Glibc
import System

/// The rights with which the doctor checks what the box may open: those of the running process, or else those that the
/// unit gives to the service. The doctor itself often runs as root, who may open everything.
struct DoctorRights: Equatable {
  let name: String
  let user: UInt32
  /// The groups; the primary group of the user comes first.
  let groups: [UInt32]
  /// Whether the service has CAP_NET_ADMIN; `nil` if the unit is unknown.
  var hasNetAdmin: Bool?

  /// - Parameter running: the process of the box, if one is running.
  static func here(running: pid_t?) -> DoctorRights {
    running.flatMap { ofProcess($0) } ?? ofUnit(in: unitFolders, accounts: .here) ?? own
  }

  /// The folders in which systemd looks for units, in its order (systemd.unit(5)).
  private static let unitFolders = [
    "/etc/systemd/system", "/run/systemd/system", "/usr/local/lib/systemd/system", "/usr/lib/systemd/system",
    "/lib/systemd/system",
  ]
  private static let unit = "lapwing.service"

  static var own: DoctorRights {
    var groups = [gid_t](repeating: 0, count: max(0, Int(getgroups(0, nil))))
    let count = getgroups(Int32(groups.count), &groups)
    return DoctorRights(
      name: SystemAccounts.here.user(id: geteuid())?.name ?? "\(geteuid())", user: geteuid(),
      groups: [getegid()] + groups.prefix(max(0, Int(count))))
  }

  static func ofProcess(_ process: pid_t) -> DoctorRights? {
    let status = "/proc/\(process)/status"
    // The fields are the real, effective, saved and file system IDs; the first one is used.
    guard let user = SystemFiles.field("Uid", of: status).flatMap({ UInt32($0) }),
      let group = SystemFiles.field("Gid", of: status).flatMap({ UInt32($0) })
    else { return nil }
    let others = SystemFiles.fields("Groups", of: status).compactMap { UInt32($0) }
    return DoctorRights(
      name: SystemAccounts.here.user(id: user)?.name ?? "\(user)", user: user, groups: [group] + others)
  }

  /// The rights from the unit of the service and its drop-ins; `nil` if there is no unit, or its user does not exist.
  static func ofUnit(in folders: [String], accounts: SystemAccounts) -> DoctorRights? {
    let files: [String] = folders.map { "\($0)/\(unit)" }
    guard let file = files.first(where: { access($0, R_OK) == 0 }) else { return nil }
    var dropIns: [String: String] = [:]
    // A drop-in of an earlier folder hides one of the same name.
    for folder in folders.reversed() {
      for name in SystemFiles.entries(of: "\(folder)/\(unit).d") where name.hasSuffix(".conf") {
        dropIns[name] = "\(folder)/\(unit).d/\(name)"
      }
    }
    let settings = ([file] + dropIns.sorted { $0.key < $1.key }.map(\.value)).flatMap(settings)
    func last(_ key: String) -> String? { settings.last { $0.key == key }?.value }
    /// A list grows with every line, until an empty one resets it.
    func list(_ key: String) -> [String] {
      settings.reduce(into: []) { words, setting in
        guard setting.key == key else { return }
        if setting.value.isEmpty { words = [] } else { words += setting.value.split(separator: " ").map(String.init) }
      }
    }
    guard let user = accounts.user(last("User") ?? "root") else { return nil }
    let group = last("Group").flatMap { accounts.group($0) } ?? user.group
    let others = accounts.groups(listing: user.name) + list("SupplementaryGroups").compactMap { accounts.group($0) }
    return DoctorRights(
      name: user.name, user: user.id, groups: [group] + others,
      hasNetAdmin: user.id == 0 || list("AmbientCapabilities").contains("CAP_NET_ADMIN"))
  }

  private static func settings(of file: String) -> [(key: String, value: String)] {
    let text = String(decoding: FileManager.default.contents(atPath: file) ?? Data(), as: UTF8.self)
    return text.split(separator: "\n").compactMap { line in
      guard !line.hasPrefix("#"), !line.hasPrefix(";"), let equals = line.firstIndex(of: "=") else { return nil }
      let key = line[..<equals].filter { !$0.isWhitespace }
      let value = line[line.index(after: equals)...]
      return (String(key), value.split(whereSeparator: \.isWhitespace).joined(separator: " "))
    }
  }

  /// Why a file cannot be opened for reading (`R_OK`), writing (`W_OK`) or a combination: an errno, or 0 if it can.
  ///
  /// If this process is root, a child process becomes that user and asks the kernel. For any other user only owner,
  /// group and mode of the file count.
  func fault(of path: String, _ mode: Int32) -> Int32 {
    if geteuid() == user { return access(path, mode) == 0 ? 0 : errno }
    if geteuid() == 0 {
      return groups.withUnsafeBufferPointer {
        clinux_access_as(path, mode, user, groups.first ?? user, $0.baseAddress, UInt32($0.count))
      }
    }
    var status = stat()
    guard stat(path, &status) == 0 else { return errno }
    let shift = status.st_uid == user ? 6 : groups.contains(status.st_gid) ? 3 : 0
    return Int32(status.st_mode >> shift) & mode == mode ? 0 : EACCES
  }
}

import FoundationEssentials
import Glibc

/// The users and groups of /etc/passwd and /etc/group (passwd(5), group(5)). The files are read as text, because the
/// look-up functions of glibc load plug-ins, and a static program cannot.
package struct SystemAccounts {
  package struct User: Equatable {
    package let name: String
    package let id: UInt32
    package let group: UInt32
  }

  private let users: [User]
  private let groups: [(name: String, id: UInt32, members: [String])]

  /// - Parameters:
  ///   - users: the text of /etc/passwd.
  ///   - groups: the text of /etc/group.
  package init(users: String, groups: String) {
    self.users = Self.entries(of: users).compactMap { fields in
      guard fields.count > 3, let id = UInt32(fields[2]), let group = UInt32(fields[3]) else { return nil }
      return User(name: fields[0], id: id, group: group)
    }
    self.groups = Self.entries(of: groups).compactMap { fields in
      guard fields.count > 2, let id = UInt32(fields[2]) else { return nil }
      return (fields[0], id, fields.count > 3 ? fields[3].split(separator: ",").map(String.init) : [])
    }
  }

  package static var here: SystemAccounts {
    SystemAccounts(users: text(of: "/etc/passwd"), groups: text(of: "/etc/group"))
  }

  /// Finds a user by name, or by number written as text.
  package func user(_ name: String) -> User? {
    users.first { $0.name == name } ?? UInt32(name).flatMap { user(id: $0) }
  }

  package func user(id: UInt32) -> User? { users.first { $0.id == id } }

  /// The number of a group, found by name or by number written as text.
  package func group(_ name: String) -> UInt32? { groups.first { $0.name == name }?.id ?? UInt32(name) }

  package func groupName(_ id: UInt32) -> String? { groups.first { $0.id == id }?.name }

  package func groups(listing name: String) -> [UInt32] { groups.filter { $0.members.contains(name) }.map(\.id) }

  private static func entries(of text: String) -> [[String]] {
    text.split(separator: "\n").map { $0.split(separator: ":", omittingEmptySubsequences: false).map(String.init) }
  }

  private static func text(of path: String) -> String {
    String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
  }
}

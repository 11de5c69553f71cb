import Glibc
import System
import TestSupport
import Testing
@testable import Appliance

@Suite struct `The doctor's rights` {
  private let accounts = SystemAccounts(
    users: "root:x:0:0:root:/root:/bin/sh\nlapwing:x:990:980::/var/lib/lapwing:/usr/sbin/nologin\nbroken:x\n",
    groups: "root:x:0:\naudio:x:29:pulse,lapwing\ngpio:x:986:pi\nlapwing:x:980:\nplugdev:x:46:\nbroken\n")

  private func folder(_ files: [String: String]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    mkdir(folder.file("lapwing.service.d"), 0o755)
    for (name, text) in files { _ = try folder.write(text, to: name) }
    return folder
  }

  private let unit = """
    [Service]
    User=lapwing
    Group = lapwing
    # User=root
    SupplementaryGroups=plugdev no-such-group
    AmbientCapabilities=CAP_NET_ADMIN

    """

  @Test func `are those of the unit's user with all its groups`() throws {
    let folder = try folder(["lapwing.service": unit])
    let rights = try #require(DoctorRights.ofUnit(in: ["/no/such/folder", folder.path], accounts: accounts))
    #expect(rights.name == "lapwing" && rights.user == 990)
    #expect(rights.groups == [980, 29, 46])
    #expect(rights.hasNetAdmin == true)
  }

  @Test func `follow drop-ins, the last one wins and an empty list begins a new one`() throws {
    let folder = try folder([
      "lapwing.service": unit, "lapwing.service.d/10-a.conf": "[Service]\nSupplementaryGroups=\nUser=990\n",
      "lapwing.service.d/20-b.conf": "[Service]\nSupplementaryGroups=gpio\nAmbientCapabilities=\n",
      "lapwing.service.d/30-c.conf.off": "[Service]\nUser=root\n",
    ])
    let rights = try #require(DoctorRights.ofUnit(in: [folder.path], accounts: accounts))
    #expect(rights.name == "lapwing" && rights.groups == [980, 29, 986])
    #expect(rights.hasNetAdmin == false)
  }

  @Test func `are not the unit's where there is no unit, or no such user`() throws {
    #expect(DoctorRights.ofUnit(in: ["/no/such/folder"], accounts: accounts) == nil)
    let folder = try folder(["lapwing.service": "[Service]\nUser=somebody\n"])
    #expect(DoctorRights.ofUnit(in: [folder.path], accounts: accounts) == nil)
  }

  @Test func `are those of a process that runs`() throws {
    let rights = try #require(DoctorRights.ofProcess(getpid()))
    #expect(rights.user == getuid() && rights.groups.first == getgid())
    #expect(DoctorRights.ofProcess(-1) == nil)
  }

  @Test func `refuse what root may and the user may not`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("x", to: "device")
    chmod(folder.path, 0o755)
    let stranger = DoctorRights(name: "stranger", user: 54_321, groups: [54_321])
    let member = DoctorRights(name: "member", user: 54_322, groups: [54_322, getegid()])
    let owner = DoctorRights.own
    for (mode, expected): (mode_t, [Int32]) in [
      (0o600, [EACCES, EACCES, 0]), (0o660, [EACCES, 0, 0]), (0o666, [0, 0, 0]),
    ] {
      chmod(path, mode)
      #expect([stranger, member, owner].map { $0.fault(of: path, R_OK | W_OK) } == expected, "mode \(mode)")
    }
    #expect(stranger.fault(of: folder.file("none"), R_OK) == ENOENT)
    // Nothing of it has stuck to this process.
    #expect(geteuid() == owner.user)
  }
}

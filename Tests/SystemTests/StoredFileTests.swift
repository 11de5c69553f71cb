import Glibc
import Readings
import System
import TestSupport
import Testing

@Suite struct `A stored file` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func fault(_ reason: String) -> LapwingError { LapwingError(.inputOutput, code: .writeFailed, reason) }

  private func text(_ path: String) throws -> String {
    String(decoding: try StoredFile(path: path).read() ?? [], as: UTF8.self)
  }

  @Test func `that is shared leaves the files of others alone`() throws {
    let path = folder.file("a.json")
    let stranger = try folder.write("mine", to: "a.json.new")
    try StoredFile(path: path, isShared: true).write(Array("new".utf8), fault: fault)
    #expect(try text(path) == "new")
    #expect(try text(stranger) == "mine")
  }

  @Test func `is not replaced if it must not be, and the reason is given once`() throws {
    let path = try folder.write("old", to: "a.json")
    let file = StoredFile(path: path, isShared: true)
    let expected = fault(String(cString: strerror(EEXIST)))
    #expect(throws: expected) { try file.write([1], mayReplace: false, fault: fault) }
    #expect(try text(path) == "old")
  }

  @Test func `that is shared is no folder and no link to nothing`() throws {
    let link = folder.file("link")
    #expect(symlink("nothing", link) == 0)
    #expect(throws: fault("the symbolic link names no file")) {
      try StoredFile(path: link, isShared: true).write([1], fault: fault)
    }
    #expect(throws: fault(String(cString: strerror(EISDIR)))) {
      try StoredFile(path: folder.path, isShared: true).write([1], fault: fault)
    }
  }

  @Test func `that is shared keeps its owner and permissions`() throws {
    let path = try folder.write("old", to: "a.json")
    // Only root can give a file away; then the owner of the folder is another user.
    let owner: uid_t = geteuid() == 0 ? 4321 : geteuid()
    #expect(chmod(path, 0o640) == 0)
    if geteuid() == 0 { #expect(chown(path, owner, 4321) == 0) }
    try StoredFile(path: path, mode: 0o644, isShared: true).write(Array("new".utf8), fault: fault)
    var status = stat()
    #expect(stat(path, &status) == 0)
    #expect(status.st_uid == owner)
    #expect(status.st_mode & 0o777 == 0o640)
  }
}

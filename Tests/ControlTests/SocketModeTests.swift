import Control
import Foundation
import Glibc
import TestSupport
import Testing

@Suite struct `A control socket of the group` {
  @Test func `others may not use it`() throws {
    let folder = try TemporaryFolder()
    let listener = try ControlSocket.listen(at: folder.file("control"))
    var status = stat()
    #expect(lstat(folder.file("control"), &status) == 0)
    #expect(status.st_mode & 0o777 == 0o660)
    withExtendedLifetime(listener) {}
  }

  @Test func `files that another thread creates meanwhile keep their mode`() async throws {
    let folder = try TemporaryFolder()
    let listening = Thread {
      for number in 0..<300 { _ = try? ControlSocket.listen(at: folder.file("control\(number)")) }
    }
    listening.start()
    var modes: Set<mode_t> = []
    var number = 0
    repeat {
      let path = folder.file("file\(number)")
      let file = open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0o644)
      var status = stat()
      if fstat(file, &status) == 0 { modes.insert(status.st_mode & 0o777) }
      close(file)
      unlink(path)
      number += 1
    } while !listening.isFinished
    #expect(modes == [0o644])
  }
}

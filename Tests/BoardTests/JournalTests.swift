import Board
import Foundation
import TestSupport
import Testing

@Suite struct `The journal` {
  @Test func `gets an entry whose fields may hold line ends`() throws {
    let path = try TemporaryFolder().path + "-journal"
    let receiver = try DatagramReceiver(path: "@" + path)
    let journal = try #require(Journal(path: "@" + path))
    #expect(journal.write("a\nb", severity: .alert, fields: [("LAPWING_CONDITION", "co2-high")]))
    let expected =
      "MESSAGE\n\u{3}\0\0\0\0\0\0\0a\nb\nPRIORITY\n\u{1}\0\0\0\0\0\0\01\nSYSLOG_IDENTIFIER\n\u{7}\0\0\0\0\0\0\0lapwing\n"
      + "LAPWING_CONDITION\n\u{8}\0\0\0\0\0\0\0co2-high\n"
    #expect(receiver.nextText() == expected)
  }

  @Test func `knows the stream that goes to it`() throws {
    let folder = try TemporaryFolder()
    let file = try #require(FileHandle(forReadingAtPath: try folder.write("", to: "stream")))
    let descriptor = file.fileDescriptor
    var status = stat()
    #expect(fstat(descriptor, &status) == 0)
    #expect(Journal.isStream(descriptor, named: "\(status.st_dev):\(status.st_ino)"))
    #expect(!Journal.isStream(descriptor, named: "1:1"))
    #expect(!Journal.isStream(descriptor, named: nil))
  }
}

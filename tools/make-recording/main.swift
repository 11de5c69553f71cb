import Foundation
import TestSupport

// Writes the demonstration recording and the list of its packets:
//
//     swift run make-recording data/recordings

guard CommandLine.arguments.count == 2, let folder = CommandLine.arguments.last else {
  FileHandle.standardError.write(Data("usage: make-recording DIR\n".utf8))
  exit(64)  // EX_USAGE
}

do {
  let recording = DemoRecording()
  try Data(recording.bytes).write(to: URL(filePath: folder).appending(path: "demo.btsnoop"))
  try Data(recording.list.utf8).write(to: URL(filePath: folder).appending(path: "demo.md"))
} catch {
  FileHandle.standardError.write(Data("make-recording: \(folder): \(error)\n".utf8))
  exit(74)  // EX_IOERR
}

import Foundation
import GRDB
import Logbook
import Readings
import SensorProtocols
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct `A session whose end is damaged` {
  @Test func `is exported, though its end lies thousands of years ahead`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("lapwing.db")
    let start: Int64 = 1_699_999_200_000
    let logbook = try Logbook(path: path)
    try logbook.append([.runStarted(at: start), .sessionStarted(at: start, profile: "cabin")])
    try logbook.append([.reading(.aranet4(co2: 612), of: "Aranet4", from: DeviceAddress(value: 7), at: start + 60_000)])
    logbook.close()
    try DatabaseQueue(path: path).write {
      try $0.execute(sql: "UPDATE session SET ended_at_ms = 253402300799000")
    }
    let export = try LapwingProcess.run(["sessions", "export", "1", "--csv", "-", "--logbook", path])
    #expect(export.status == 0, "\(export.error)")
    #expect(export.output.split(separator: "\r\n").count == 2)
  }
}

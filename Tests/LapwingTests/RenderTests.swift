import Foundation
import TestSupport
import Testing

@Suite struct `lapwing render` {
  private let folder: TemporaryFolder
  private var path: String { folder.file("sound.wav") }

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [("high", "heart"), ("medium", "air"), ("low", "technical")])
  func `writes a WAV file of the length that was asked for`(priority: String, kind: String) throws {
    let outcome = try LapwingProcess.run(["render", priority, "--kind", kind, "--seconds", "7.5", "-o", path])
    #expect(outcome.status == 0, "\(outcome.error)")
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    #expect(bytes.count == 44 + 2 * 360_000)
    #expect(String(decoding: bytes[0..<4] + bytes[8..<16], as: UTF8.self) == "RIFFWAVEfmt ")
    // Format 1 (PCM), one channel, 48,000 Hz, 96,000 bytes a second, 2 bytes a frame, 16 bits, little-endian.
    #expect(Array(bytes[20..<36]) == [1, 0, 1, 0, 0x80, 0xBB, 0, 0, 0, 0x77, 1, 0, 2, 0, 16, 0])
    #expect(bytes[44...].contains { $0 != 0 })
  }

  @Test func `leaves a burst out that would not end in time`() throws {
    #expect(try LapwingProcess.run(["render", "high", "--kind", "heart", "--seconds", "6", "-o", path]).status == 0)
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    #expect(bytes[(44 + 2 * 48_000 * 5)...].allSatisfy { $0 == 0 })
  }

  @Test(arguments: [
    "loud", "high --kind kidney", "high --seconds 2", "high --seconds -1", "high --seconds nan", "low --seconds 4000",
    "high --loudness nan",
  ])
  func `refuses what it cannot render`(arguments: String) throws {
    let outcome = try LapwingProcess.run(["render"] + arguments.split(separator: " ").map(String.init) + ["-o", path])
    #expect(outcome.status == 64, "\(outcome.error)")
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `names the file that cannot be written`() throws {
    let missing = try LapwingProcess.run(["render", "low", "-o", "/none/sound.wav"])
    #expect(missing.status == 74)
    #expect(missing.error.contains("/none/sound.wav: No such file or directory"))
    let full = try LapwingProcess.run(["render", "low", "-o", "/dev/full"])
    #expect(full.status == 74)
    #expect(full.error.contains("/dev/full"))
  }
}

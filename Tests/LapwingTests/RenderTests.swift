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

  @Test(arguments: [
    ("en", "Person 2. Heart rate low. 38 beats per minute. For 20 seconds. Check the person."),
    ("en", "-4.5 °C, 2610 ppm, 15:05, 99999 ft"), ("ko", "심박수 낮음. 분당 38회. 20초째. 사람을 확인하세요."),
    ("ko", "15:05 이산화탄소 농도 820 ppm 주의"),
  ])
  func `writes speech`(language: String, text: String) throws {
    let outcome = try LapwingProcess.run(["render", "--say=\(text)", "--language", language, "-o", path])
    #expect(outcome.status == 0, "\(outcome.error)")
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    #expect(bytes.count > 44 + 2 * 96_000)
    #expect(bytes[44...].contains { $0 != 0 })
  }

  @Test(arguments: [
    "", " . ", "안나", "Анна", "🦤", "Anna. Heart rate low.", String(repeating: "x", count: 200), "100000", "1.2.3",
    "25:00", "\u{0}", "-",
    String(repeating: "one ", count: 300),
  ])
  func `refuses to speak what has no clip, and names it`(text: String) throws {
    let outcome = try LapwingProcess.run(["render", "--say=\(text)", "-o", path])
    #expect(outcome.status == 64, "\(outcome.output)")
    #expect(outcome.error.count < 400)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `speaks between the bursts, and refuses a text that is too long for the pause`() throws {
    let heart = ["render", "high", "--kind", "heart", "--seconds", "10", "-o", path, "--say"]
    #expect(try LapwingProcess.run(heart + ["Heart rate low. 38."]).status == 0)
    let long = try LapwingProcess.run(heart + ["Ventilate at once. 12345 parts per million. Heart rate low."])
    #expect(long.status == 64)
    #expect(long.error.contains("the pause between two bursts is 2.6 s"))
  }

  @Test func `lists what it can say`() throws {
    for (language, word) in [("en", "number.seven\tseven"), ("ko", "number.seven\t칠")] {
      let lines = try LapwingProcess.run(["render", "--words", "--language", language]).output.split(separator: "\n")
      #expect(lines.count > 100)
      #expect(lines.contains { $0 == word })
    }
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

import Alarms
import Board
import Glibc
import Readings

/// Lights every lamp once and reads its line back; sounds every sounder once. It waits, so it is never called in the
/// critical loop.
public enum SelfTest {
  /// What was found of one part.
  public struct Finding: Sendable, Equatable {
    /// Which part.
    public let part: String
    /// Whether it did what it was told.
    public let isGood: Bool
    /// In words.
    public var sentence: String { "\(part): \(isGood ? "passed" : "FAILED")" }
  }

  /// The part that says whether the sound card was heard.
  static let ear = "tone at the microphone"

  private static let outputMicroseconds: UInt32 = 150_000
  private static let pollMicroseconds: UInt32 = 5_000
  /// The longest burst of low priority lasts half a second; after twice that a card that runs has played it.
  private static let mostPolls = 200

  /// Tests all that a configuration names.
  /// - Throws: where the lines or the card can not be had, or nothing is named.
  public static func run(_ configuration: Configuration) throws(ApplianceError) -> [Finding] {
    let plan = configuration.board
    var findings: [Finding] = []
    guard plan.lines != nil || plan.sound != nil else {
      throw ApplianceError(
        .configuration, code: "no-board",
        "the configuration names no lines and no sound card; board.chip and board.sound.device name them")
    }
    do {
      if let wanted = plan.lines { findings += self.lines(try GPIOLines(wanted)) }
      if let wanted = plan.sound { findings += card(try PCMSounder(wanted, level: plan.level), heardBy: plan.ear) }
    } catch let failure as GPIOLines.Failure {
      throw ApplianceError(.unavailable, code: "no-lines", failure.message)
    } catch let failure as PCMSounder.Failure {
      throw ApplianceError(.unavailable, code: "no-card", failure.message)
    } catch {
      throw ApplianceError(.unavailable, code: "no-board", "\(error)")
    }
    return findings
  }

  /// Switches every output on and off, one after another, and reads it back.
  static func lines(_ lines: GPIOLines) -> [Finding] {
    BoardOutput.allCases.filter(lines.has).map { output in
      lines.set(output, isActive: true)
      let wentOn = lines.isActive(output)
      usleep(outputMicroseconds)
      lines.set(output, isActive: false)
      return Finding(part: "\(output) line", isGood: wentOn == true && lines.isActive(output) == false)
    }
  }

  /// Plays one short signal: the card must take its samples as fast as they are heard, and an ear that the box has must
  /// hear the tone.
  static func card(_ card: PCMSounder, heardBy device: SoundDevice?) -> [Finding] {
    let signal = SoundSignal(priority: .low, family: .technical)
    var ear: Ear?
    // An ear that can not be had hears nothing.
    if let device, let note = signal.notes.first { ear = try? Ear(device, for: note) }
    let isPlayed = play(signal, on: card, heardBy: ear)
    var findings = [Finding(part: "sound card", isGood: isPlayed)]
    if device != nil { findings.append(Finding(part: Self.ear, isGood: ear?.hasHeardTone == true)) }
    return findings
  }

  private static func play(_ signal: SoundSignal, on card: PCMSounder, heardBy ear: Ear?) -> Bool {
    let wanted = card.played + Int(Rhythm.of(.low).length.inSeconds * Double(ToneRenderer.sampleRate))
    do {
      try card.play(signal)
      for _ in 0..<mostPolls where card.played < wanted {
        usleep(pollMicroseconds)
        try card.fill()
        ear?.listen()
      }
      try card.stop()
    } catch {
      return false
    }
    return card.played >= wanted
  }
}

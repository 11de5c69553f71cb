import Alarms
import Board
import Glibc
import Readings
import Settings

/// Lights every lamp once and reads its line back; sounds every sounder once. It waits, so it is never called in the
/// critical loop.
package enum SelfTest {
  /// What was found of one part.
  package struct Finding: Sendable, Equatable {
    package let part: String
    /// Whether it did what it was told.
    package let isGood: Bool
    /// Whether nobody could see or hear it, since an alarm came first.
    package var isBrief = false
    package var sentence: String {
      "\(part): \(isGood ? "passed" : "FAILED")\(isBrief ? ", in brief: an alarm comes first" : "")"
    }
  }

  /// The part that says whether the sound card was heard.
  static let ear = "tone at the microphone"

  /// So long an output is on for somebody to see it: 150 ms.
  private static let outputPolls = 30
  private static let pollMicroseconds: UInt32 = 5_000
  /// The longest burst of low priority lasts half a second; after twice that a card that runs has played it.
  private static let mostPolls = 200
  /// What a card must take of silence in a brief test: more than it holds, so that it has played some.
  private static let briefPeriods = 8

  /// Tests all that a configuration names.
  /// - Throws: where the lines or the card cannot be had, or nothing is named.
  package static func run(_ configuration: Configuration) throws(LapwingError) -> [Finding] {
    let plan = configuration.board
    var findings: [Finding] = []
    guard plan.lines != nil || plan.sound != nil else {
      throw LapwingError(
        .configuration, code: "no-board",
        "the configuration names no lines and no sound card; board.chip and board.sound.device name them")
    }
    do {
      if let wanted = plan.lines { findings += self.lines(try GPIOLines(wanted)) }
      if let wanted = plan.sound { findings += card(try PCMSounder(wanted, level: plan.level), heardBy: plan.ear) }
    } catch let failure as GPIOLines.Failure {
      throw LapwingError(.unavailable, code: "no-lines", failure.message)
    } catch let failure as PCMSounder.Failure {
      throw LapwingError(.unavailable, code: "no-card", failure.message)
    } catch {
      throw LapwingError(.unavailable, code: "no-board", "\(error)")
    }
    return findings
  }

  /// Switches every output on and off, one after another, and reads it back.
  /// - Parameter isBrief: whether nobody need see it, because there is no time.
  static func lines(_ lines: GPIOLines, isBrief: () -> Bool = { false }) -> [Finding] {
    BoardOutput.allCases.filter(lines.has).map { output in
      lines.set(output, isActive: true)
      let wentOn = lines.isActive(output)
      var polls = 0
      while polls < outputPolls, !isBrief() {
        usleep(pollMicroseconds)
        polls += 1
      }
      lines.set(output, isActive: false)
      return Finding(
        part: "\(output) line", isGood: wentOn == true && lines.isActive(output) == false,
        isBrief: polls < outputPolls)
    }
  }

  /// Plays one short signal: the card must take its samples as fast as they are heard, and an ear that the box has must
  /// hear the tone.
  /// - Parameter isBrief: whether there is no time for it. Then silence is played, of a tenth of a second; but an ear
  ///   must hear the tone all the same, since a card that nobody hears would delay the alarm for good.
  static func card(
    _ card: PCMSounder, heardBy device: SoundDevice?, isBrief: () -> Bool = { false }
  ) -> [Finding] {
    if device == nil, isBrief() {
      let isTaken = takes(briefPeriods * PCMSounder.period, card, heardBy: nil)
      return [Finding(part: "sound card", isGood: isTaken, isBrief: true)]
    }
    let signal = SoundSignal(priority: .low, family: .technical)
    var ear: ToneListener?
    // An ear that cannot be had hears nothing.
    if let device, let note = signal.notes.first { ear = try? ToneListener(device, for: note) }
    let isPlayed = play(signal, on: card, heardBy: ear)
    var findings = [Finding(part: "sound card", isGood: isPlayed)]
    if device != nil { findings.append(Finding(part: Self.ear, isGood: ear?.hasHeardTone == true)) }
    return findings
  }

  private static func play(_ signal: SoundSignal, on card: PCMSounder, heardBy ear: ToneListener?) -> Bool {
    let length = Int(Rhythm.of(.low).length.inSeconds * Double(ToneRenderer.sampleRate))
    do { try card.play(signal) } catch { return false }
    let isTaken = takes(length, card, heardBy: ear)
    do { try card.stop() } catch { return false }
    return isTaken
  }

  /// Whether the card takes so many samples of what it plays within a second.
  private static func takes(_ samples: Int, _ card: PCMSounder, heardBy ear: ToneListener?) -> Bool {
    let wanted = card.played + samples
    for _ in 0..<mostPolls where card.played < wanted {
      usleep(pollMicroseconds)
      do { try card.fill() } catch { return false }
      ear?.listen()
    }
    return card.played >= wanted
  }
}

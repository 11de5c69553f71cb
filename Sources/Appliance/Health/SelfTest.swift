import Alarms
import Board
import Glibc
import Readings
import Settings

/// Lights every lamp once and reads its line back, and sounds every sounder once. It waits, so it never runs on the
/// critical loop.
package enum SelfTest {
  package struct Finding: Sendable, Equatable {
    package let part: String
    package let isGood: Bool
    /// Whether the test was too short to see or hear, because an alarm has precedence.
    package var isBrief = false
    package var sentence: String {
      "\(part): \(isGood ? "passed" : "FAILED")\(isBrief ? ", in brief: an alarm comes first" : "")"
    }
  }

  /// The name of the check by microphone.
  static let ear = "tone at the microphone"

  /// How long an output is on, so that a person can see it: 150 ms.
  private static let outputPolls = 30
  private static let pollMicroseconds: UInt32 = 5_000
  /// The longest burst of low priority lasts half a second. A working card has played it after twice that time.
  private static let mostPolls = 200
  /// The silence that a card must take in a brief test: more than it buffers, so that it has played some of it.
  private static let briefPeriods = 8

  /// Tests everything that a configuration names.
  /// - Throws: if the lines or the card cannot be opened, or none are named.
  package static func run(_ configuration: Configuration) throws(LapwingError) -> [Finding] {
    let plan = configuration.board
    var findings: [Finding] = []
    guard plan.lines != nil || plan.sound != nil else {
      throw LapwingError(
        .configuration, code: "no-board",
        "the configuration names no lines and no sound card; board.lamps and board.sound.device name them")
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
  /// - Parameter isBrief: whether the test must be short, because there is no time.
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

  /// Plays one short signal. The card must take its samples as fast as they are played, and a microphone must receive
  /// the tone if the box has one.
  /// - Parameter isBrief: whether there is no time. Then a tenth of a second of silence is played. With a microphone
  ///   the tone is played in any case, because a card without sound would delay the alarm for good.
  static func card(
    _ card: PCMSounder, heardBy device: SoundDevice?, isBrief: () -> Bool = { false }
  ) -> [Finding] {
    if device == nil, isBrief() {
      let isTaken = takes(briefPeriods * PCMSounder.period, card, heardBy: nil)
      return [Finding(part: "sound card", isGood: isTaken, isBrief: true)]
    }
    let signal = SoundSignal(priority: .low, family: .technical)
    var ear: ToneListener?
    // A microphone that cannot be opened counts as one that receives nothing.
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

  /// Whether the card takes this number of samples within a second.
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

import Alarms
import Board
import Engine
import Monitor
import Readings
import Settings
import Speech
import Status
import Testing
@testable import Appliance

@Suite struct `A board whose lines cannot be opened` {
  private func plan(_ outputs: [BoardOutput], sound: String? = nil) throws -> BoardPlan {
    var plan = BoardPlan()
    var lines: [BoardOutput: BoardLine] = [:]
    for output in outputs { lines[output] = BoardLine("LINE\(output.rawValue)") }
    plan.lines = LinePlan(chip: "chip", outputs: lines, isOneLamp: false, buttons: [], debounceMilliseconds: 5)
    plan.sound = try sound.map { try #require(SoundDevice($0)) }
    return plan
  }

  private func failures(_ board: LoopBoard) -> [BoardFault] {
    var failures: [BoardFault] = []
    func collect(_ body: () throws(BoardFault) -> Void) {
      do throws(BoardFault) { try body() } catch { failures.append(error) }
    }
    collect { () throws(BoardFault) in try board.checkLines() }
    collect { () throws(BoardFault) in try board.advance(to: .start) }
    return failures
  }

  @Test func `has no lamp, and no sounder where its sounder hangs on them`() throws {
    for sounder in [BoardOutput.buzzer, .vibration] {
      let board = LoopBoard(plan: try plan([.red, sounder]))
      #expect(failures(board).isEmpty, "not before a person has tried")
      board.loseLines()
      #expect(failures(board) == [.lamp(.red), .sounder])
      #expect(board.isMissing)
    }
  }

  @Test func `says which parts it has, and that none works yet`() throws {
    func parts(_ plan: BoardPlan) -> BoardParts {
      LoopBoard(plan: plan).parts(areLampsBroken: false, isSounderBroken: false)
    }
    let full = parts(try plan([.red, .blue, .buzzer], sound: "hw:CARD=Card"))
    #expect(Lamp.allCases.filter { full[$0] } == [.red, .blue])
    #expect(full.sounder == .card)
    #expect(!full.doLampsWork && !full.doesSounderWork && !full.lacksCard && !full.hasButtons)
    #expect(parts(try plan([.buzzer], sound: "null")).sounder == .buzzer, "that card makes no sound")
    #expect(parts(.terminal) == BoardParts())
    var one = try plan([.red, .green])
    one.lines?.isOneLamp = true
    #expect(Lamp.allCases.filter { parts(one)[$0] } == [.red, .yellow, .green])
  }

  @Test func `has its sounder where a card sounds`() throws {
    let plan = try plan([.red, .buzzer], sound: "null")
    let board = LoopBoard(plan: plan)
    board.loseLines()
    board.adopt(try PCMSounder(try #require(plan.sound), level: .standard), isHeard: true)
    #expect(failures(board) == [.lamp(.red)])
    #expect(!board.isMissing)
    board.loseCard()
    #expect(failures(board) == [.lamp(.red), .sounder])
  }

  @Test func `is missing where its lines are and nothing hears its card: another start would change nothing`() throws {
    let plan = try plan([.red, .buzzer], sound: "null")
    let board = LoopBoard(plan: plan)
    board.loseLines()
    board.adopt(try PCMSounder(try #require(plan.sound), level: .standard), isHeard: false)
    #expect(failures(board) == [.lamp(.red), .sounder])
    #expect(board.isMissing)
  }

  @Test func `speaks by a sound card only, and only if it may`() throws {
    func refusal(_ use: SpeechPlan.Use, hasCard: Bool, isHeard: Bool = true) throws -> String? {
      var plan = try plan([.red, .buzzer], sound: "null")
      plan.speech.use = use
      let board = LoopBoard(plan: plan)
      if hasCard { board.adopt(try PCMSounder(try #require(plan.sound), level: .standard), isHeard: isHeard) }
      let refusal = board.say([.phrase(.noAlarm)], at: .start)
      #expect(board.hasToSpeak == (refusal == nil))
      return refusal?.code
    }
    #expect(try refusal(.off, hasCard: true) == "speech-off")
    #expect(try refusal(.alarms, hasCard: false) == "no-voice")
    #expect(try refusal(.alarms, hasCard: true, isHeard: false) == "no-voice")
    #expect(try refusal(.onRequest, hasCard: true) == nil)
  }

  @Test func `speaks of an alarm after its burst, and no more if it is silenced`() throws {
    var plan = try plan([.red], sound: "null")
    plan.speech.use = .alarms
    let board = LoopBoard(plan: plan)
    let card = try PCMSounder(try #require(plan.sound), level: .standard)
    board.adopt(card, isHeard: true)
    let alarm = HeardAlarm(condition: .co2High, subject: .room, priority: .high, value: 2610, beganAt: .start)
    try board.play(SoundSignal(priority: .high, family: .air))
    #expect(!board.hasToSpeak)
    while !board.hasToSpeak { try card.fill() }
    board.speak(alarm, minuteOfDay: nil, at: .start)
    #expect(!card.mayBeginToSpeak, "it speaks")
    try board.stop()
    board.speak(nil, minuteOfDay: nil, at: .start)
    #expect(card.mayBeginToSpeak)
    #expect(!board.hasToSpeak)
  }

  @Test func `misses no sounder that it never had`() throws {
    let board = LoopBoard(plan: try plan([.red, .yellow]))
    board.loseLines()
    #expect(failures(board) == [.lamp(.red)])
  }
}

@Suite struct `The sentence of the service` {
  private func sentence(_ conditions: [ConditionID]) -> String {
    var status = ApplianceStatus()
    for (number, condition) in conditions.enumerated() {
      let alarm = AlarmTransition(
        sequence: UInt64(number + 1), condition: condition, sensor: nil,
        priority: ConditionTable.standard[condition].priority, isTechnical: true, presence: .on, isOnset: true,
        activation: .on, limit: nil, value: nil)
      status.apply(TimedOutput(instant: .start, record: .action(.alarm(alarm))))
    }
    return status.sentence
  }

  @Test func `says which parts of the board are down, whichever alarm is the worst`() {
    #expect(sentence([.lampFailed, .sounderFailed]).hasSuffix("1 more, lamps and sounder are down"))
    #expect(sentence([.lampFailed]).hasSuffix("low alarm lamp-failed, lamps are down"))
    #expect(sentence([.adapterGone, .sounderFailed]).hasSuffix("1 more, a sounder is down"))
    #expect(!sentence([.adapterGone]).contains("down"))
  }
}

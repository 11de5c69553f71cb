import Alarms
import BoxSupport
import Engine
import Monitor
import Readings
import SensorProtocols
import Sessions
import Settings
import TestSupport
import Testing

@Suite struct `The table of the buttons` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func read(_ text: String, profile: BoxProfile? = nil) throws -> Configuration {
    try Configuration(path: try folder.write(text, to: "lapwing.yaml"), profile: profile)
  }

  private func refusal(of text: String) -> LapwingError? {
    do {
      _ = try read(text)
      return nil
    } catch { return error as? LapwingError }
  }

  @Test(arguments: [
    (BoxProfile.cabin, [ButtonMeaning.silence, .reset, .check, .nothing], ButtonMeaning.nothing),
    (.cockpit, [.silence, .reset, .check, .nothing], .nothing),
    (.bedside, [.silence, .reset, .nothing, .standby], .help),
  ])
  func `has a meaning for each press in each profile`(
    profile: BoxProfile, pressesOfA: [ButtonMeaning], longC: ButtonMeaning
  ) throws {
    let table = try read("", profile: profile).buttons
    let found = Button.allCases.map { button in Press.allCases.map { table[button, $0] } }
    #expect(
      found == [
        pressesOfA, [.nextScenario, .session, .nothing, .nothing], [.well, longC, .nothing, .nothing],
      ])
  }

  @Test func `has a meaning for each two buttons, which no configuration changes`() throws {
    let table = try read("board:\n  presses: {a-short: help, b-long: check, c-double: standby}").buttons
    #expect(ButtonPair.allCases.map { table[.hold($0)] } == [.adopt, .page, .flightMode])
    #expect(table[.a, .short] == .help)
    #expect(table[.b, .long] == .check)
    #expect(table[.c, .double] == .standby)
    #expect(try read("board:\n  presses: {a-double: nothing}", profile: .bedside).buttons[.a, .double] == .nothing)
  }

  @Test(arguments: ["adopt", "page", "flight-mode", "Help"])
  func `takes no other word for a press`(word: String) {
    let error = refusal(of: "board:\n  presses:\n    c-long: \(word)\n")
    #expect(error?.status == .configuration)
    #expect(
      error?.message == "\(folder.file("lapwing.yaml")):3: board.presses.c-long is \"\(word)\"; allowed is one of "
        + "silence, reset, next-scenario, session, well, standby, check, help, nothing")
  }

  @Test func `refuses a press that is named twice`() {
    let error = refusal(of: "board:\n  presses:\n    a-short: silence\n    a-short: reset\n")
    #expect(error?.status == .configuration)
    #expect(error?.message.contains("a-short is given twice") == true)
  }

  @Test(arguments: [("5", "5 active-low pull-up"), ("05", "5"), ("GPIO5 pull-up", "GPIO5")])
  func `refuses two buttons on one line`(one: String, other: String) {
    let file = folder.file("lapwing.yaml")
    let error = refusal(of: "board:\n  buttons:\n    a: \(one)\n    b: 6\n    c: \(other)\n")
    #expect(error?.status == .configuration)
    #expect(
      error?.message
        == "\(file):3, \(file):5: board.buttons.a and board.buttons.c are both line "
        + "\(one.prefix { $0 != " " }), so that one press would mean two things; give each button a line of its own")
  }

  @Test(arguments: [("5", "6"), ("GPIO5", "GPIO6"), ("none", "none"), ("5", "none")])
  func `takes buttons on lines of their own`(one: String, other: String) throws {
    _ = try read("board:\n  buttons: {a: \(one), b: \(other)}\n")
  }

  @Test func `gives a timeline's presses their meaning`() throws {
    let text =
      "{\"t\": 1, \"button\": \"C\"}\n{\"t\": 2, \"button\": \"A\", \"press\": \"long\"}\n"
      + "{\"t\": 3, \"adopt\": \"nearest\"}\n"
    let configuration = try read("board:\n  presses: {c-short: silence, a-long: session}")
    var source = try ReplaySource(
      path: try folder.write(text, to: "timeline.jsonl"), buttons: configuration.buttons)
    var found: [ButtonOrder] = []
    while let (_, input) = try source.next() { if case .button(let order) = input { found.append(order) } }
    #expect(
      found == [
        ButtonOrder(.press(.c, .short), .silence), ButtonOrder(.press(.a, .long), .session),
        ButtonOrder(.hold(.ab), .adopt),
      ])
  }
}

@Suite struct `What was meant by a button` {
  private let strap = DeviceAddress(value: 1)

  /// What a box reports of an order beside readings: notes, beeps, changes of alarms, requests.
  private func reported(_ street: Street, from seconds: Double = 0) -> [String] {
    street.reported.filter { $0.at >= seconds }.compactMap { _, record in
      switch record {
      case .note(let text): text
      case .button(let order): "\(order.gesture): \(order.meaning.rawValue)"
      case .action(.sound(.some(let signal))): signal.beeps > 0 ? "\(signal.beeps) beeps" : signal.priority.name
      case .action(.alarm(let alarm)): "\(alarm.condition.name) \(alarm.presence.name) \(alarm.activation.name)"
      case .action(.sessionStarted): "session started"
      case .action(.sessionEnded): "session ended"
      case .action(.refreshments(.drunk(let amount), _)): "\(amount) ml"
      case .action(.scenarioWanted): "scenario wanted"
      case .pageCodeWanted: "code wanted"
      case .networkWanted(let wish): "\(wish) wanted"
      case .action(.refusal(let condition)): "refused \(condition.name)"
      case .adoption(.refused(let error)): "refused \(error.code)"
      default: nil
      }
    }
  }

  private func box(_ profile: BoxProfile = .cabin, named: [DeviceAddress] = []) -> Street {
    Street(
      Engine(
        settings: MonitorSettings(profile: profile, latchesSound: false, gradesAir: false),
        adoption: Adoption(named: named)))
  }

  private func order(_ meaning: ButtonMeaning) -> EngineInput { .button(ButtonOrder(.press(.b, .double), meaning)) }

  private let noSession = "no session is running; start one with lapwing session start or a long press of button B"

  /// What a healthy box reports when it carries out an order.
  private func answer(
    to meaning: ButtonMeaning, _ profile: BoxProfile = .cabin, hasSession: Bool = false
  ) -> [String] {
    var street = box(profile, named: [strap])
    if hasSession { street.takes(.event(.startSession), at: 0) }
    for second in 0..<20 { street.strap(72, at: Double(second), from: strap) }
    street.takes(order(meaning), at: 19.5)
    return reported(street, from: 19.5)
  }

  @Test func `is reported with its button, and what follows from it is reported after that`() {
    #expect(answer(to: .nothing) == ["B double: nothing"])
    #expect(
      answer(to: .session) == ["B double: session", "session started", "check    started without: sensor, placement"])
    #expect(answer(to: .nextScenario) == ["B double: next-scenario", "scenario wanted"])
    #expect(answer(to: .well, .bedside) == ["B double: well", "well     okay"])
    #expect(answer(to: .well) == ["B double: well", "drink    \(noSession)", "4 beeps"])
    #expect(answer(to: .well, hasSession: true) == ["B double: well", "200 ml"])
    #expect(answer(to: .standby) == ["B double: standby", "refused standby", "4 beeps"])
    #expect(answer(to: .silence) == ["B double: silence"])
    #expect(answer(to: .reset) == ["B double: reset"])
  }

  @Test func `silences and resets what sounds, whichever button it was`() {
    var street = box()
    street.takes(.event(.fault(.adapterGone)), at: 0)
    street.takes(.button(ButtonOrder(.press(.c, .short), .silence)), at: 10)
    #expect(reported(street, from: 10) == ["C short: silence", "adapter-gone on paused"])
  }

  @Test func `asks a thread for flight mode, which answers`() {
    var street = box()
    street.takes(.button(ButtonOrder(.hold(.bc), .flightMode)), at: 1)
    street.waits(until: 60)
    #expect(reported(street) == ["B+C held: flight-mode", "flightMode wanted"])
  }

  @Test func `asks a thread for a code of the page, and beeps four times if none comes`() {
    var street = box()
    street.takes(.button(ButtonOrder(.hold(.ac), .page)), at: 1)
    #expect(reported(street) == ["A+C held: page", "code wanted", "hotSpot wanted"])
    street.waits(until: 20)
    #expect(reported(street, from: 2) == ["4 beeps"])
  }

  @Test func `asks for no code of the page while there is an alarm`() {
    var street = box()
    street.takes(.event(.fault(.frozen)), at: 0)
    street.takes(.event(.silence), at: 1)
    street.takes(.button(ButtonOrder(.hold(.ac), .page)), at: 2)
    #expect(
      reported(street, from: 2) == [
        "A+C held: page", "page     no code is flashed while there is an alarm; answer it first", "4 beeps",
      ])
  }

  @Test func `adopts by two buttons as before`() {
    var street = box()
    street.takes(.button(ButtonOrder(.hold(.ab), .adopt)), at: 1)
    #expect(reported(street).first == "A+B held: adopt")
    #expect(reported(street).last == "4 beeps", "nothing is near")
    #expect(reported(street).count == 3)
  }

  @Test func `calls for help, which the thread of the control socket passes on, and changes no alarm`() {
    #expect(answer(to: .help) == ["B double: help", "help     was called for"])
    var street = box()
    street.takes(.event(.fault(.adapterGone)), at: 0)
    street.takes(order(.help), at: 10)
    street.waits(until: 100)
    #expect(
      reported(street, from: 10).filter { !$0.contains("help") } == [], "it neither silences nor beeps over an alarm")
  }

  // MARK: Check

  @Test func `checks by two beeps where all is fresh`() {
    #expect(
      answer(to: .check, .bedside)
        == ["B double: check", "check    ready: sensor fresh, signals tested, placement confirmed", "2 beeps"])
  }

  @Test func `checks by four beeps and says what is missing`() {
    let other = DeviceAddress(value: 2)
    var street = box(.bedside, named: [strap, other])
    street.begins()
    for second in 0..<20 { street.strap(72, at: Double(second), from: strap) }
    street.takes(order(.check), at: 19.5)
    #expect(
      reported(street, from: 19.5) == ["B double: check", "check    \(other) sends no fresh data", "4 beeps"])
  }

  @Test func `checks by four beeps where no sensor is adopted, also beside one that is not`() {
    var street = box(.bedside)
    street.strap(72, at: 0, from: strap)
    street.takes(order(.check), at: 1)
    let note =
      "check    no heart sensor is adopted; hold it beside the box with A and B held, or adopt it on the page or by lapwing sensors adopt ADDRESS"
    #expect(reported(street, from: 1).suffix(2) == [note, "4 beeps"])
  }

  @Test func `says what alarms, and leaves it as it is`() {
    var street = box(.bedside, named: [strap])
    for second in 0..<20 { street.strap(72, at: Double(second), from: strap) }
    street.takes(.event(.fault(.frozen)), at: 19)
    street.takes(.event(.silence), at: 19.2)
    street.takes(order(.check), at: 19.5)
    #expect(reported(street, from: 19.5) == ["B double: check", "check    frozen is present", "4 beeps"])
  }
}

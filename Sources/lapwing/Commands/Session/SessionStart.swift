import ArgumentParser
import Control
import Engine
import Sessions

/// `lapwing session start`
struct SessionStart: Order {
  static let configuration = CommandConfiguration(
    commandName: "start", abstract: "Begins a session, and says what it is about.",
    discussion: """
      A session that runs ends first. If `lapwing session check` would find something missing, the session begins, the \
      answer says what is missing, and the logbook keeps it. `lapwing sessions edit` says later what a session was about.
      """)

  @OptionGroup(title: "What it is about") var about: SessionDetailOptions

  @Flag(help: "Do not begin if something is missing (exit status 69).")
  var checked = false

  @Flag(help: "Begin whatever is missing, and say nothing about it.")
  var unchecked = false

  @OptionGroup var options: ConfigurationOptions

  func validate() throws {
    guard !checked || !unchecked else { throw ValidationError("--checked and --unchecked exclude each other") }
  }

  var request: ControlRequest {
    let way: UncheckedStart? = checked ? .refused : unchecked ? .silent : nil
    return ControlRequest(
      .session, name: "start", details: about.details.isEmpty ? nil : about.details, unready: way)
  }
}

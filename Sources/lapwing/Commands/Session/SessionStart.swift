import ArgumentParser
import Control
import Sessions

/// `lapwing session start`
struct SessionStart: Order {
  static let configuration = CommandConfiguration(
    commandName: "start", abstract: "Begins a session, and says what it is about.",
    discussion: "A session that runs ends first. `lapwing sessions edit` says later what a session was about.")

  @OptionGroup(title: "What it is about") var about: SessionDetailOptions

  @OptionGroup var options: ConfigurationOptions

  var request: ControlRequest {
    ControlRequest(.session, name: "start", details: about.details.isEmpty ? nil : about.details)
  }
}

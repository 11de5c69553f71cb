import ArgumentParser
import Control
import Readings
import Sessions

/// `lapwing session drink`
struct SessionDrink: Order {
  static let configuration = CommandConfiguration(
    commandName: "drink", abstract: "Notes that you have drunk something.",
    discussion: """
      `lapwing status` shows the sum beside the goal (flight.hydration-goal in the configuration). Button C does the same \
      in cabin and cockpit.
      """)

  @Argument(
    help: ArgumentHelp("How much, in millilitres, from 1 to 2000. (default: \(Refreshments.usual))", valueName: "ml"))
  var amount: Int?

  @Flag(help: "Take the latest drink back: it was noted by mistake.")
  var undo = false

  @OptionGroup var options: ConfigurationOptions

  func validate() throws {
    guard !undo || amount == nil else {
      throw ValidationError("--undo takes back the latest drink, and needs no amount")
    }
    guard let amount else { return }
    do throws(LapwingError) { _ = try Refreshments.amount("\(amount)") } catch { throw ValidationError(error.message) }
  }

  var request: ControlRequest { ControlRequest(.drink, amount: amount, undo: undo ? true : nil) }
}

/// `lapwing session caffeine`
struct SessionCaffeine: Order {
  static let configuration = CommandConfiguration(
    commandName: "caffeine", abstract: "Notes that you have taken caffeine, such as a coffee.",
    discussion: "The status and the summary show when. A second time replaces the first.")

  @Flag(help: "Take it back: it was noted by mistake.")
  var undo = false

  @OptionGroup var options: ConfigurationOptions

  var request: ControlRequest { ControlRequest(.caffeine, undo: undo ? true : nil) }
}

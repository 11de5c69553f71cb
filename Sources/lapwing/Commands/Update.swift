import ArgumentParser
import Control

struct UpdateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "update",
    abstract: "Updates a box that was started from Lapwing's card.",
    discussion: """
      A card holds two systems. An update is written over the one that does not run, is started, and stays only if it \
      proves itself within 3 minutes; else the box goes back and says why. It is refused while an alarm of medium or \
      high priority is on. docs/image.md has the rules.
      """,
    subcommands: [UpdateStatus.self, UpdateShow.self, UpdateInstall.self, UpdateBack.self, UpdateQuiet.self],
    defaultSubcommand: UpdateStatus.self)
}

struct UpdateStatus: Order {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Shows what runs, what there is to go back to, and what happened last.")

  @OptionGroup var options: ConfigurationOptions

  var request: ControlRequest { .update(.status) }
}

struct UpdateShow: Order {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Asks the system what an update changes; installs nothing.",
    discussion: "The file must be in /var/lib/lapwing/updates. `lapwing update status` has the answer a second later.")

  @OptionGroup var options: ConfigurationOptions

  @Argument(help: "The name of the file, such as lapwing-0.2.0-rpi-arm64.raucb.")
  var name: String

  var request: ControlRequest { .update(.show(name)) }
}

struct UpdateInstall: Order {
  static let configuration = CommandConfiguration(
    commandName: "install", abstract: "Asks the system to install an update.",
    discussion: "The file must be in /var/lib/lapwing/updates. A stick with the file does the same without a shell.")

  @OptionGroup var options: ConfigurationOptions

  @Flag(help: "Only if no alarm is on or latched, no flight runs, and no heart sensor was received for ten minutes.")
  var quietly = false

  @Argument(help: "The name of the file, such as lapwing-0.2.0-rpi-arm64.raucb.")
  var name: String

  var request: ControlRequest { .update(.install(name, quietly: quietly)) }
}

struct UpdateBack: Order {
  static let configuration = CommandConfiguration(
    commandName: "back", abstract: "Asks the system to start the version before again, if it had proved itself.")

  @OptionGroup var options: ConfigurationOptions

  var request: ControlRequest { .update(.back) }
}

struct UpdateQuiet: Order {
  static let configuration = CommandConfiguration(
    commandName: "quiet", abstract: "Asks whether the box may start again without anybody's word.",
    discussion:
      "It may if no alarm is on or latched, no flight runs, and no heart sensor was received for ten minutes. The system of the card asks this before it starts again for an update that came by itself."
  )

  @OptionGroup var options: ConfigurationOptions

  var request: ControlRequest { .update(.quiet) }
}

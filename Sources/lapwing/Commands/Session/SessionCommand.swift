import ArgumentParser

/// `lapwing session`: the group of orders about the session of a running box.
struct SessionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "session", abstract: "Begins and ends the session of a running box, and notes what happens in it.",
    discussion: """
      A session is one flight, one night or whatever you begin and end. Before a flight: `session check`, then \
      `session start`. During it: `session drink` and `session caffeine`. After it: `session end`, which prints the \
      summary. Past sessions are in `lapwing sessions`.
      """,
    subcommands: [
      SessionCheck.self, SessionStart.self, SessionEnd.self, SessionDrink.self, SessionCaffeine.self,
    ])
}

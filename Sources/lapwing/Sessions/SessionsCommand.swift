import ArgumentParser

/// `lapwing sessions`: the group of commands about past sessions.
struct SessionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sessions", abstract: "Lists, shows, exports, edits, imports and deletes the sessions of the logbook.",
    discussion: """
      A session is one flight, one night or whatever a person has started and ended with `lapwing session` or a button. \
      The numbers of sessions are those of the list. Times are local in text, and in UTC in JSON and CSV.
      """,
    subcommands: [
      SessionsList.self, SessionsShow.self, SessionsExport.self, SessionsEdit.self, SessionsImport.self,
      SessionsDelete.self,
    ],
    defaultSubcommand: SessionsList.self)
}

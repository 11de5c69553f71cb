import ArgumentParser
import Logbook
import Readings
import Reports
import Sessions
import System

/// What a person says about a session, as options.
struct SessionDetailOptions: ParsableArguments {
  @Option(help: "The airline, such as KE.")
  var airline: String?

  @Option(help: "The flight number, such as KE17.")
  var flight: String?

  @Option(help: "The seat, such as 23A.")
  var seat: String?

  @Option(help: "Where the flight begins, such as ICN.")
  var from: String?

  @Option(help: "Where the flight ends, such as LAX.")
  var to: String?

  var details: SessionDetails {
    SessionDetails(airline: airline, flight: flight, seat: seat, origin: from, destination: to)
  }

  func validate() throws {
    do throws(LapwingError) { try details.check() } catch { throw ValidationError(error.message) }
  }
}

/// Who a report is about, as options.
struct PersonOptions: ParsableArguments {
  @Option(help: "The name of the person who wears the sensor.")
  var person: String?

  @Option(help: "Their birth date, such as 1941-05-30.")
  var born: String?

  @Option(help: "What the doctor is asked.")
  var question: String?

  @Option(help: "What they take, such as 'Bisoprolol 2.5 mg'.")
  var medication: String?

  var notes: PersonNotes {
    var notes = PersonNotes()
    (notes.name, notes.born, notes.question, notes.medication) = (person, born, question, medication)
    return notes
  }
}

/// What the owner writes for a doctor besides, as options.
struct PersonNoteOptions: ParsableArguments {
  @Option(help: "By which a clinic knows the person, for FHIR; with its system as SYSTEM|NUMBER.")
  var identifier: String?

  @Option(help: "About this session, such as 'fever'.")
  var note: String?
}

struct SessionsEdit: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Says what a past session was about: flight, or notes for a doctor.",
    discussion: """
      What is not named stays as it is. An empty text, as in --seat '', deletes what was there. Of what is about the person the \
      latest session with it counts, in `lapwing heart report` and in the FHIR file.
      """)

  @Argument(help: "The number of the session in `lapwing sessions`.")
  var number: Int64

  @OptionGroup(title: "What it was about") var about: SessionDetailOptions

  @OptionGroup(title: "For a doctor") var person: PersonOptions

  @OptionGroup(title: "For a doctor, besides") var doctor: PersonNoteOptions

  @OptionGroup var options: SessionOptions

  private var details: SessionDetails {
    var details = about.details
    details.notes = person.notes
    (details.notes.identifier, details.notes.note) = (doctor.identifier, doctor.note)
    return details
  }

  func validate() throws {
    guard !details.isEmpty else {
      throw ValidationError(
        "give --airline, --flight, --seat, --from, --to, --person, --born, --question, --medication, --identifier or --note "
          + "with a text")
    }
    do throws(LapwingError) { try details.check() } catch { throw ValidationError(error.message) }
  }

  func run() throws {
    let reader = try options.reader()
    _ = try reader.found(number)
    _ = try reader.explained { () throws(LogbookError) in
      try Logbook.edit(session: number, of: reader.path, details)
    }
    try Output.standard.line(try SessionLine(reader.found(number), in: reader).text)
  }
}

import Testing
import Words

@testable import Outside

@Suite("The weekly summary")
struct WeeklySummaryTests {
  private func line(_ kind: String, _ person: String? = nil, _ about: String? = nil, message: String? = nil)
    -> CircleLine
  {
    CircleLine(at: 0, kind: kind, person: person, about: about, message: message)
  }

  @Test func `says that a week was quiet`() {
    #expect(WeeklySummary(Wording()).lines([]) == ["No high alarm this week."])
  }

  @Test func `counts alarms, answers and drills by name`() {
    let log = [
      line("began", nil, "heart-rate-low"), line("told", "anna", "heart-rate-low", message: "alarm"),
      line("taken", "ben"), line("began", nil, "heart-rate-low"), line("began", nil, "no-data"),
      line("help", nil, "room"),
      line("began", nil, "help"), line("okay"), line("drill"), line("drillAnswered", "anna"),
      line("drillMissed", "ben"),
      line("nobodyReady"),
    ]
    #expect(
      WeeklySummary(Wording()).lines(log) == [
        "High alarms: 3 (Heart rate low 2 times, No data from a sensor).",
        "Calls for help: 1.", "Alerted: anna.",
        "Answered \"I have it\": ben.", "Answered \"all is well\": at the box.",
        "Alarms without a person to alert: 1.", "Drills: 1.", "Answered a drill: anna.",
        "Did not answer a drill: ben.",
      ])
  }
}

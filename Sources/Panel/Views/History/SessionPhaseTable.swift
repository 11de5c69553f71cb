import Flight
import Logbook
import Readings
import Reports
import Web
import Words

/// The phases of flight of a session, one after the other, with the figures of each.
enum SessionPhaseTable {
  /// Nothing for a session without a phase that was set or found.
  static func html(_ session: SessionFigures, _ request: PanelRequest) -> HTML {
    guard !session.phases.isEmpty else { return .nothing }
    func text(_ words: HistoryWords) -> String { words.text(request.language) }
    func ppm(_ value: Double?) -> String {
      value.flatMap { ShownFigure.text($0, .co2PartsPerMillion, request.units) } ?? "–"
    }
    func length(_ milliseconds: Int64) -> String { DurationWords.milliseconds(milliseconds).text(request.language) }
    let rows = session.phases.html { phase in
      let known = Phase(rawValue: phase.name)
      let name = known.map { ThingWords.phase($0).text(request.language) } ?? phase.name
      let found: HTML =
        phase.source == PhaseSource.detected.rawValue
        ? " <span class=\"small\">\(text(.detected))</span>" : .nothing
      return """
        <tr><th scope="row">\(name)\(found)</th><td>\(session.line.time(phase.from))</td><td>\(length(phase.to - phase.from))</td>\
        <td>\(phase.readings)</td><td>\(ppm(phase.co2?.mean))</td><td>\(ppm(phase.co2?.maximum))</td>\
        <td>\(phase.aboveExpected.map(length) ?? "–")</td><td>\(phase.alarms)</td></tr>
        """
    }
    let columns: [HistoryWords] = [
      .phase, .began, .duration, .readings, .meanCO2, .peakCO2, .aboveExpected, .alarms,
    ]
    let head = columns.html { "<th scope=\"col\">\(text($0))</th>" }
    return """
      <h2>\(text(.phases))</h2><div class="scroll" tabindex="0" role="region" aria-label="\(text(.phases))"><table>\
      <thead><tr>\(head)</tr></thead><tbody>\(rows)</tbody></table></div>
      """
  }
}

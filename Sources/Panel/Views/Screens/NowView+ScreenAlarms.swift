import Alarms
import Status
import Web
import Words

extension NowView {
  /// The alarms in a line each, for a screen that is read from far: the worst first, as many as it has room for, and
  /// how many more there are.
  var shortAlarms: HTML {
    guard !status.alarms.isEmpty else { return "<p class=\"line calm\">\(text(NowWords.noAlarms))</p>" }
    let shown = sortedAlarms.prefix(2), more = status.alarms.count - shown.count
    let lines = shown.html { alarm in
      let priority = Priority.allCases.first { $0.name == alarm.priority } ?? .high
      let isSounding = alarm.presence == Presence.on.name && alarm.activation == Activation.on.name
      let answered: HTML = state(alarm).map { "<span>\(text($0))</span>" } ?? .nothing
      let button: HTML =
        isSounding && request.mayChange
        ? """
        <form method="post" action="/kiosk/acknowledge">\(others(alarm))<input type="hidden" name="condition" value="\(alarm.condition)">\
        <button id="answer-\(alarm.condition)-\(alarm.address ?? "")">\(text(NowWords.acknowledge))\
        <span class="unseen"> \(name(of: alarm))</span></button></form>
        """ : answered
      return """
        <div class="line alarm \(priority.name)" data-sounds="\(isSounding ? "yes" : "no")"><span class="badge">\
        \(text(ThingWords.priority(priority)))</span> <b>\(name(of: alarm))</b>\(button)</div>
        """
    }
    return more > 0 ? "\(lines)<p class=\"line\">+ \(more)</p>" : lines
  }

  /// The worst alarm and how many there are, for a tile.
  var countedAlarms: HTML {
    guard let worst = sortedAlarms.first else { return "<p class=\"line calm\">\(text(NowWords.noAlarms))</p>" }
    let priority = Priority.allCases.first { $0.name == worst.priority } ?? .high
    let more = status.alarms.count > 1 ? " + \(status.alarms.count - 1)" : ""
    return """
      <p class="line alarm \(priority.name)"><span class="badge">\(text(ThingWords.priority(priority)))</span> \
      <b>\(name(of: worst))</b>\(more)</p>
      """
  }

  /// What stands in the place of the value while there is none.
  var noValue: HTML {
    let isAdopted = status.sensors.contains { $0.identity.isAdopted }
    return "<section class=\"card main\"><p>\(text(isAdopted ? NowWords.noReading : .noSensors))</p></section>"
  }
}

import Readings
import Status
import Web
import Words

/// How the latest order goes, and what is received.
struct SensorVisitView {
  let request: PanelRequest
  let picture: BoxPicture
  let ages: Ages
  var refused: RefusedOrder?

  static let forms = ["/sensors/read", "/sensors/pair", "/sensors/unpair"]

  /// A result is shown this long, s.
  private static let remembered = 300.0

  private func text(_ words: VisitWords) -> String { words.text(request.language) }

  /// The part that is kept current. It is the same text as long as it says the same, so that no one loses what they type.
  var visit: HTML {
    guard let visit = picture.status.visit, !visit.isOver || picture.seconds - visit.since < Self.remembered else {
      return .nothing
    }
    let sensor = picture.status.sensors.first { $0.identity.address == visit.address }
    let name = sensor?.shownName(in: request.language) ?? visit.address
    let stop = form("/sensors/stop", "<button>\(text(.stop))</button>")
    switch visit.step {
    case .awaited: return card("<p role=\"status\">\(text(.awaited(name)))</p>\(stop)")
    case .pairing: return card("<p role=\"status\">\(text(.pairing(name)))</p>\(stop)")
    case .number:
      let field = form(
        "/sensors/number",
        """
        <label for="number">\(text(.numberField))</label><input id="number" name="number" inputmode="numeric" \
        maxlength="7" autocomplete="off" required value="\(typed("/sensors/number"))"> <button class="primary">\(text(.send))</button>
        """)
      return card("<p role=\"status\">\(text(.number(name)))</p>\(field)\(stop)")
    case .done:
      let words = visit.purpose == "pair" ? text(.paired(name)) : text(.wasRead(name))
      let values = sensor.flatMap { sensor in
        sensor.reading.map { reading -> HTML in
          let age = ages.html(of: picture.age(of: sensor), at: picture.seconds, in: request.language)
          return "<p><span class=\"value\">\(ShownValues.html(reading.measurements, request))</span>, \(age)</p>"
        }
      }
      let shown: HTML = visit.purpose == "read" ? values ?? .nothing : .nothing
      // Its age counts on, and is not read out each time.
      return "<div class=\"done\"><p role=\"status\">\(words)</p>\(shown)</div>"
    case .failed:
      let why = Refusal(code: visit.code, sentence: visit.sentence ?? "")
      return """
        <p class="fault" role="alert">\(text(.failed)) \(why.html(request.language))</p>
        """
    }
  }

  /// Longer than the slowest strap or Aranet needs between two messages, s.
  private static let lately = 60.0

  /// What the box receives, in a list that is kept current. One that is silent has its time in its own card.
  var received: HTML {
    let sensors = picture.status.sensors.nearestFirst.filter { picture.silence(of: $0) <= Self.lately }
    guard !sensors.isEmpty else { return "<p>\(text(.receivesNone))</p>" }
    let items = sensors.html { sensor in
      let near = Nearness(sensor).map { " · \(text($0.words))" } ?? ""
      return "<li>\(sensor.shownName(in: request.language))\(near)</li>"
    }
    return "<p>\(text(.receives(sensors.count)))</p><ul>\(items)</ul>"
  }

  func actions(_ sensor: SensorReport) -> HTML {
    guard request.mayChange else { return .nothing }
    let address = sensor.identity.address
    let hidden: HTML = "<input type=\"hidden\" name=\"address\" value=\"\(address)\">"
    let name: HTML = "<span class=\"unseen\"> \(sensor.shownName(in: request.language))</span>"
    let isRefused = refused?.isOf("/sensors/pair", address) == true
    let invalid: HTML = isRefused ? " aria-invalid=\"true\"" : .nothing
    return """
      \(form("/sensors/read", "\(refused.complaint("/sensors/read", address))\(hidden)<button>\(text(.read))\(name)</button>"))
      <details\(refused.unfolded(["/sensors/pair", "/sensors/unpair"], address))><summary>\(text(.more))\(name)</summary><p>\(text(.pairHelp))</p>\
      \(form(
        "/sensors/pair",
        """
        \(refused.complaint("/sensors/pair", address))\(hidden)<label for="fixed-\(address)">\(text(.fixedNumber))</label><input id="fixed-\(address)" name="number" \
        inputmode="numeric" maxlength="7" autocomplete="off" value="\(typed("/sensors/pair", address))" \
        aria-describedby="\(isRefused ? "fault " : "")fixed-help-\(address)"\(invalid)>
        <p id="fixed-help-\(address)" class="small">\(text(.fixedHelp))</p><button>\(text(.pair))\(name)</button>
        """))
      \(form("/sensors/unpair", "\(refused.complaint("/sensors/unpair", address))\(hidden)<button class=\"danger\">\(text(.unpair))\(name)</button>"))</details>
      """
  }

  /// The number that was typed into a form that was refused.
  private func typed(_ path: String, _ address: String? = nil) -> String {
    refused?.isOf(path, address) == true ? request.form["number"] ?? "" : ""
  }

  private func card(_ content: HTML) -> HTML { "<div class=\"card\">\(content)</div>" }

  private func form(_ path: HTML, _ content: HTML) -> HTML {
    guard request.mayChange else { return .nothing }
    return "<form method=\"post\" action=\"\(path)\">\(content)</form>"
  }
}

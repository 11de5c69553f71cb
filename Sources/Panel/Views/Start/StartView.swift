import Alarms
import Engine
import Settings
import Status
import Web
import Words

struct StartView {
  let request: PanelRequest
  let step: Int
  /// What is wrong with what was sent, and the key of the field.
  var fault: Refusal?
  var faultKey: String?

  init(_ request: PanelRequest, step: Int) {
    self.request = request
    self.step = step
  }

  private func text(_ words: some LocalizedText) -> String { words.text(request.language) }
  private var configuration: Configuration { request.panel.configuration }
  private var status: BoxStatus? {
    if case .answers(let picture) = request.panel.feed.state { picture.status } else { nil }
  }

  private func page(_ title: StartWords, _ main: HTML, live: String? = nil) -> HTML {
    Layout(request: request, title: text(StartWords.title), live: live).page(
      "<p class=\"small\">\(text(StartWords.step("\(step)")))</p><h1>\(text(title))</h1>\(main)")
  }

  /// A form of one button, or a sentence for those who may only look.
  private func button(
    _ action: String, _ fields: [(String, String)], _ content: HTML, id: String, look: HTML = "primary"
  ) -> HTML {
    guard request.mayChange else { return "<p>\(content)</p>" }
    let hidden = fields.html { name, value in "<input type=\"hidden\" name=\"\(name)\" value=\"\(value)\">" }
    return """
      <form method="post" action="\(action)">\(hidden)<button class="\(look)" id="\(id)">\(content)</button></form>
      """
  }

  private func link(_ path: String, _ words: StartWords, look: HTML = "button") -> HTML {
    "<p><a class=\"\(look)\" href=\"\(path)\">\(text(words))</a></p>"
  }

  /// Of the link that most people press.
  private static let goesOn: HTML = "button primary"

  private var needs: StartNeeds { StartNeeds(profile: configuration.profile, status: status) }

  /// Which sensor is still missing; nothing if the purpose has one.
  private var missing: HTML {
    needs.isSensorMissing
      ? "<p class=\"fault\">\(text(configuration.profile == .bedside ? StartWords.needsHeart : .needsCO2))</p>"
      : .nothing
  }

  // MARK: What it is for

  private func name(_ profile: BoxProfile) -> (StartWords, help: StartWords) {
    switch profile {
    case .cabin: (.cabin, .cabinHelp)
    case .cockpit: (.cockpit, .cockpitHelp)
    case .bedside: (.bedside, .bedsideHelp)
    }
  }

  func profile() -> HTML {
    let buttons = BoxProfile.allCases.html { profile in
      let (words, help) = name(profile)
      return button(
        "/start/profile", [("profile", profile.rawValue)],
        "\(text(words))<br><span class=\"plain\">\(text(help))</span>", id: "profile-\(profile.rawValue)")
    }
    return page(
      .whatFor, "<p>\(text(StartWords.nextStart(text(name(configuration.profile).0))))</p>\(buttons)")
  }

  // MARK: Which sensor

  func sensors() -> HTML {
    // Who has set limits already goes on from here to the signals.
    let next = request.query["more"] == nil ? "/start/limits" : "/start/signals"
    return page(
      .whichSensor,
      """
      <p>\(text(StartWords.whichHelp))</p><div id="heard">\(heard())</div>
      \(link(next, .skip))
      """, live: "/live/start")
  }

  /// What is missing, and what is received. How near is said in three steps, so that the list keeps still under a finger.
  func heard() -> HTML {
    guard status != nil else { return .nothing }
    let sensors = needs.sensors
    guard !sensors.isEmpty else { return "\(missing)<p>\(text(StartWords.nothing))</p>" }
    let cards = sensors.html { sensor in
      let address = sensor.identity.address, name = sensor.shownName(in: request.language)
      let near = Nearness(sensor).map { "\(text($0.words)) · " } ?? ""
      let values = sensor.reading.map { ShownValues.html($0.measurements, request) } ?? .nothing
      // One that the box has adopted by itself waits for a person to say so.
      let isNamed = [AdoptedSensor.Way.person, .configuration].contains { $0.rawValue == sensor.identity.adoptedBy }
      let own: HTML = isNamed ? "<p class=\"done\">\(text(StartWords.adopted(name)))</p>" : .nothing
      let choice: HTML =
        isNamed
        ? link("/start/limits?address=\(FormFields.encoded(address))", .itsName)
        : button("/start/adopt", [("address", address)], "\(text(StartWords.adopt))", id: "adopt-\(address)")
      return """
        <article class="card"><h2>\(name)</h2>\(own)<p>\(near)\(address)</p><p class="facts">\(values)</p>\(choice)</article>
        """
    }
    return "\(missing)\(cards)"
  }

  // MARK: Name and limits

  /// The conditions whose limits matter for what is adopted, or for the profile while nothing is.
  var limited: [Condition] {
    let own = status?.sensors.filter(\.identity.isAdopted) ?? []
    let hasHeart = own.contains { $0.identity.kind == "heart" } || (own.isEmpty && configuration.profile == .bedside)
    let hasAir = own.contains { $0.identity.kind != "heart" } || (own.isEmpty && configuration.profile != .bedside)
    let ids: [ConditionID] =
      (hasHeart ? [.heartRateLow, .heartRateHigh] : []) + (hasAir ? [.co2Low, .co2Medium, .co2High] : [])
    return ids.map { configuration.conditions[$0] }
  }

  func limits() -> HTML {
    let address = request.form["address"] ?? request.query["address"] ?? ""
    let sensor = status?.sensors.first { $0.identity.address == address && $0.identity.isAdopted }
    let name = request.form["name"] ?? sensor?.identity.name ?? ""
    let nameField: HTML =
      sensor == nil
      ? .nothing
      : """
      <input type="hidden" name="address" value="\(address)"><label for="name">\(text(StartWords.nameHelp))</label>\
      <input id="name" name="name" value="\(name)" maxlength="60">\
      \(WearerField.html(address, of: sensor?.identity.kind, in: request) { request.form[$0] })
      """
    let fields = limited.html { condition in
      guard let key = Keys.limit(of: condition)?.path else { return .nothing }
      let shown = condition.limit.map(EventText.number) ?? "", value = request.form[key] ?? shown
      let wrong: HTML =
        faultKey == key ? "<p class=\"fault\" id=\"fault\">\(fault?.html(request.language))</p>" : .nothing
      let described: HTML = faultKey == key ? " aria-invalid=\"true\" aria-describedby=\"fault\"" : .nothing
      return """
        <label for="\(key)">\(text(ThingWords.condition(condition.id))) (\(condition.trigger.unit))</label>\
        <input id="\(key)" name="\(key)" inputmode="decimal" value="\(value)"\(described)>\(wrong)\
        <input type="hidden" name="was:\(key)" value="\(shown)">
        """
    }
    let other: HTML =
      fault != nil && faultKey == nil
      ? "<p class=\"fault\" role=\"alert\">\(fault?.html(request.language))</p>" : .nothing
    let form: HTML = """
      <form method="post" action="/start/limits" class="card">\(nameField)<h2>\(text(StartWords.limits))</h2>\
      <p>\(text(StartWords.limitsHelp))</p>\(fields)<p><button class="primary">\(text(StartWords.next))</button> \
      <button name="then" value="sensors">\(text(StartWords.another))</button></p></form>
      """
    return page(.nameAndLimits, "\(other)\(request.mayChange ? form : link("/start/signals", .next))")
  }

  /// Whether limits that were sent are followed by another sensor: where a person asks for one, and where the one that was
  /// named is not yet the one that the purpose needs.
  var leadsToSensors: Bool {
    request.form["then"] == "sensors" || request.form.filled("address") != nil && needs.isSensorMissing
  }

  // MARK: Signals

  /// A condition of a priority, of those that the profile is about.
  func example(of priority: Priority) -> ConditionID? {
    let table = configuration.conditions
    let wanted: [ConditionID] =
      configuration.profile == .bedside
      ? [.heartRateHigh, .noContact, .sensorBatteryLow] : [.co2High, .co2Medium, .co2Low]
    return (wanted + ConditionID.allCases).first { table[$0].priority == priority && table[$0].isEnabled }
  }

  func signals() -> HTML {
    let heard = Priority.allCases.first { $0.name == request.query["heard"] }
    let sounding = Priority.allCases.first { $0.name == status?.sound }
    let said: HTML =
      heard.map { heard in
        let name = text(ThingWords.priority(heard))
        // The highest alarm alone sounds.
        let isMute = status?.parts?.doesSounderWork == false
        let isLater = sounding.map { $0 > heard } ?? false
        return
          "<p class=\"done\" role=\"status\">\(text(isMute ? StartWords.unheard(name) : isLater ? .heardLater(name) : .heard(name)))</p>"
      } ?? .nothing
    let buttons = Priority.allCases.reversed().html { priority in
      button(
        "/start/hear", [("priority", priority.name)],
        "\(text(StartWords.hear(text(ThingWords.priority(priority)))))", id: "hear-\(priority.name)", look: "wide")
    }
    return page(
      .signals,
      """
      <p>\(text(StartWords.signalsHelp)) \(text(StartWords.lowHelp))</p>\(said)\(buttons)\(link("/start/person", .next, look: Self.goesOn))
      """)
  }

  // MARK: Whom to call

  func person() -> HTML {
    let value = request.form[Keys.personToCall.path] ?? configuration[Keys.personToCall] ?? ""
    let wrong: HTML = fault.map { "<p class=\"fault\" id=\"fault\">\($0.html(request.language))</p>" } ?? .nothing
    let described: HTML = fault == nil ? .nothing : " aria-invalid=\"true\" aria-describedby=\"fault\""
    let form: HTML = """
      <form method="post" action="/start/person" class="card"><label for="person">\(text(StartWords.whomField))</label>\
      <input id="person" name="\(Keys.personToCall.path)" value="\(value)" maxlength="\(ShownName.longest)" \
      autocomplete="off"\(described)>\(wrong)<p><button class="primary">\(text(StartWords.next))</button></p></form>\(link("/start/done", .skip))
      """
    return page(
      .whomToCall,
      "<p>\(text(StartWords.whomHelp))</p>\(request.mayChange ? form : link("/start/done", .next, look: Self.goesOn))")
  }

  // MARK: The end

  /// Who is alerted if an alarm is not answered.
  private var told: HTML {
    let people = configuration.circleNames
    let isUnseen = status?.parts.map { !$0.doLampsWork && !$0.doesSounderWork } ?? false
    guard !people.isEmpty else { return "\(text(isUnseen ? StartWords.personUnseen : .person))" }
    let tells = StartWords.tells(
      people.joined(separator: ", "), seconds: EventText.number(configuration[Keys.circleCountdown]))
    let link: HTML = request.mayChange ? " <a href=\"/people\">\(text(PeopleWords.title))</a>" : .nothing
    return "\(text(tells))\(link)"
  }

  /// What is not as it should be, and what helps. Nothing if the box watches all that it is there for.
  private var unwatched: HTML {
    let wanted = configuration.profile
    switch needs.outcome {
    case .watched: return .nothing
    case .lost: return "<p class=\"fault\">\(text(StartWords.lost))</p>"
    case .waits(let now):
      let words = StartWords.profileWaits(now: text(name(now).0), then: text(name(wanted).0))
      let restart: HTML =
        request.mayChange
        ? "<form method=\"post\" action=\"/settings/restart\"><button class=\"primary\">\(text(SettingsWords.restart))</button></form>"
        : .nothing
      return
        "<p class=\"fault\">\(text(words))</p>\(missing)\(restart)\(needs.isSensorMissing ? link("/start/sensors?more=1", .choose) : .nothing)"
    case .unwatched:
      let gaps = (status?.notWatched ?? []).html { sentence in
        "<li>\(HTML.sentence(sentence, korean: NowWords.gap(sentence).text(.korean), in: request.language))</li>"
      }
      return "\(missing)\(gaps.isEmpty ? .nothing : "<ul>\(gaps)</ul>")\(link("/start/sensors?more=1", .choose))"
    }
  }

  func done() -> HTML {
    let title: StartWords =
      switch needs.outcome {
      case .watched: .done
      case .waits: .doneWaits
      case .lost, .unwatched: .doneUnwatched
      }
    let calls: HTML =
      PersonToCall.html(request, id: "call").map { "<p>\(text(StartWords.calls))</p>\($0)" } ?? .nothing
    let toNow = link("/", .toNow, look: Self.goesOn)
    return page(title, "\(unwatched)<p>\(told)</p>\(calls)\(toNow)\(PageCode.html(request))")
  }
}

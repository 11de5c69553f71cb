import Alarms
import Documents
import Engine
import Logbook
import Monitor
import Readings
import Settings
import Status
import Web
import Words

enum PersonsPage: PanelPage {
  static let routes = [
    Route.get("/settings/persons") { request in
      .page(page(request, PersonsForm(persons: read(request)), offers: await NightOfferView.html(request)))
    },
    Route.post("/settings/persons") { request in await save(request) },
  ]

  private static func read(_ request: PanelRequest) -> [ConfiguredPerson] { request.panel.configuration.namedPersons }

  private static func save(_ request: PanelRequest) async -> Reply {
    let form = request.form, panel = request.panel, language = request.language
    var said = SettingsForm.Said.saved
    do {
      // The box says if someone changes them at the same moment.
      let configuration = try await panel.work { try panel.freshConfiguration() }, now = configuration.namedPersons
      let wanted = try PersonsForm(persons: now).wanted(form, under: configuration.conditions, in: language)
      if wanted != now {
        func text(_ persons: [ConfiguredPerson]) -> String { "\(ConfigurationValue.persons(persons))" }
        let key = Keys.persons.path
        do {
          let report = try await panel.change(
            SettingsChange(persons: SettingsChange.Value(key, text(wanted), was: text(now))))
          said = SettingsPage.said(of: report, in: language)
        } catch let fault as ConfigurationEditor.Fault {
          throw PersonsForm.Fault(html: Refusal(fault.error).html(language))
        }
      }
    } catch {
      let fault =
        error as? PersonsForm.Fault
        ?? PersonsForm.Fault(html: Refusal(error).html(language))
      panel.forgetConfiguration()
      let fresh = PersonsForm(persons: read(request))
      var shown = request
      // Fields go by the places of the persons: those of other persons would give Anna's limits to someone else.
      if form["was"] != fresh.stamp { shown.form = FormFields() }
      return .page(page(shown, fresh, fault: fault), fault.isIncomplete ? .badRequest : .unusable)
    }
    var fresh = request
    fresh.form = FormFields()
    return .page(page(fresh, PersonsForm(persons: read(fresh)), said: said))
  }

  private static func page(
    _ request: PanelRequest, _ form: PersonsForm, fault: PersonsForm.Fault? = nil, said: SettingsForm.Said? = nil,
    offers: HTML = .nothing
  ) -> HTML {
    let view = PersonsView(request: request, form: form, fault: fault, said: said)
    let title = PersonsWords.title.text(request.language)
    return Layout(request: request, title: title, tab: SettingsPage.tab).page(
      "<h1>\(title)</h1>\(view.top)\(offers)\(view.html)")
  }
}

/// The form, with what was typed if it could not be saved.
private struct PersonsView {
  let request: PanelRequest
  let form: PersonsForm
  let fault: PersonsForm.Fault?
  let said: SettingsForm.Said?

  private func text(_ words: some LocalizedText) -> String { words.text(request.language) }
  private var mayWrite: Bool { request.mayChange && request.panel.canChangeSettings }

  var top: HTML {
    let note: HTML = said?.html(request.language) ?? .nothing
    let general: HTML =
      fault.map { fault in
        fault.field == nil
          ? "<p class=\"fault\" role=\"alert\">\(fault.html)</p>"
          : "<p class=\"fault\" role=\"alert\">\(text(SettingsWords.notSaved))</p>"
      } ?? .nothing
    let shadowed = request.panel.configuration.shadowed.filter {
      [Keys.persons.path, Keys.ownSensors.path].contains($0.key)
    }
    .html { list in
      let sentence = HTML.sentence(
        list.sentence, korean: NoticeWords(list.notice).text(.korean), in: request.language)
      return "<p class=\"card\">\(sentence)</p>"
    }
    return "\(note)\(general)\(shadowed)<p>\(text(PersonsWords.explain))</p>"
  }

  var html: HTML {
    let cards = HTML(form.persons.enumerated().map { card($0, $1) })
    let nobody: HTML = form.persons.isEmpty ? Empty.html(.people, text(PersonsWords.nobody)) : .nothing
    guard mayWrite else { return "\(nobody)\(cards)" }
    return """
      <form method="post" action="/settings/persons"><input type="hidden" name="was" value="\(form.stamp)">\
      \(nobody)\(cards)\(newPerson)<p><button class="primary">\(text(PersonsWords.save))</button></p></form>
      """
  }

  private func card(_ place: Int, _ person: ConfiguredPerson) -> HTML {
    let settings = person.settings, general = request.panel.configuration.conditions
    let kinds = kind("person.\(place)", settings.kind)
    let limits = ConfiguredPerson.limits.html { id in
      let name = PersonsForm.field(place, PersonsForm.limit(id))
      let value = request.form[name] ?? settings.limits[id].map { "\(ConfigurationValue.number($0))" } ?? ""
      let own = settings.kind?.limits[id].map { (PersonsWords.ofKind, $0) }
      let all =
        (own ?? general[id].limit.map { (.general, $0) })
        .map { "\(text($0.0)): \(ConfigurationValue.number($0.1))" } ?? ""
      return field(
        name, "\(text(ThingWords.condition(id))) (\(general[id].trigger.unit))", value, help: all)
    }
    let delayName = PersonsForm.field(place, "oxygen-delay")
    let delay = field(
      delayName, text(PersonsWords.oxygenDelay),
      request.form[delayName] ?? settings.oxygenDelay.map { "\(ConfigurationValue.number($0))" } ?? "",
      help: text(PersonsWords.oxygenDelayHelp))
    let soundName = PersonsForm.field(place, "sound")
    let chosen = request.form[soundName] ?? settings.sound.rawValue
    let sounds = PersonSettings.Sound.allCases.html { sound in
      let words: PersonsWords = sound == .standard ? .standard : .loud
      let selected: HTML = sound.rawValue == chosen ? " selected" : .nothing
      return "<option value=\"\(sound.rawValue)\"\(selected)>\(text(words))</option>"
    }
    let sensors = sensors(of: person)
    let straps: HTML =
      sensors.isEmpty
      ? "<p>\(text(PersonsWords.noSensor)) <a class=\"button\" href=\"/sensors\">\(text(StartWords.choose))</a></p>"
      : "<p class=\"small\">\(text(PersonsWords.straps(sensors.joined(separator: ", "))))</p>"
    let night: HTML =
      settings.night.map { night in
        let times = "\(DayTime.text(night.from)) – \(DayTime.text(night.to))"
        return "<p class=\"small\">\(text(PersonsWords.night(times)))</p>"
      } ?? .nothing
    let remove = PersonsForm.field(place, "remove")
    let removal: HTML =
      mayWrite
      ? """
      <p><input type="checkbox" id="\(remove)" name="\(remove)" value="yes"> <label for="\(remove)">\
      \(text(PersonsWords.remove))<span class="unseen"> \(settings.name)</span></label></p>
      """ : .nothing
    return """
      <fieldset class="card"><legend>\(settings.name)</legend>\(straps)\(kinds)\(limits)\(delay)
      <label for="\(soundName)">\(text(PersonsWords.sound))</label>\(complaint(soundName))\
      <select id="\(soundName)" name="\(soundName)"\(attributes(soundName))>\(sounds)</select>\(night)\(removal)</fieldset>
      """
  }

  /// The addresses of a person's sensors, of the file and of those that were adopted for the person.
  private func sensors(of person: ConfiguredPerson) -> [String] {
    let named = request.panel.configuration.sensors(of: person).map(\.description)
    let adopted = (request.panel.feed.state.status?.sensors ?? []).map(\.identity).filter {
      $0.isAdopted && $0.person == person.settings.name && !named.contains($0.address)
    }
    return named + adopted.map(\.address)
  }

  private var newPerson: HTML {
    let status = request.panel.feed.state.status
    let straps = (status?.sensors ?? []).filter { $0.identity.isAdopted && $0.identity.kind == "heart" }
    let taken = Set(form.persons.flatMap(\.sensors).map(\.description))
    let options = straps.filter { !taken.contains($0.identity.address) }.html { strap in
      let selected: HTML = strap.identity.address == request.form["new.sensor"] ? " selected" : .nothing
      return "<option value=\"\(strap.identity.address)\"\(selected)>\(strap.shownName(in: request.language))</option>"
    }
    return """
      <fieldset class="card"><legend>\(text(PersonsWords.newPerson))</legend>\
      \(field("new.name", text(PersonsWords.name), request.form["new.name"] ?? "", help: "", isNumber: false))
      \(kind("new", nil))
      <label for="new.sensor">\(text(PersonsWords.strap))</label>\(complaint("new.sensor"))\
      <select id="new.sensor" name="new.sensor"\(attributes("new.sensor"))>\
      <option value="">\(text(PersonsWords.noStrap))</option>\(options)</select></fieldset>
      """
  }

  /// The choice of a kind, and the number of those that have one.
  private func kind(_ prefix: String, _ kind: PersonKind?) -> HTML {
    let name = "\(prefix).kind", number = "\(prefix).number"
    let chosen = request.form[name] ?? kind?.word.rawValue ?? ""
    let options = PersonsWords.kindOptions(chosen, in: request.language)
    return """
      <label for="\(name)">\(text(PersonsWords.kindOf))</label>\(complaint(name))\
      <select id="\(name)" name="\(name)"\(attributes(name))>\
      \(options)</select>
      \(field(number, text(PersonsWords.kindNumber), request.form[number] ?? kind?.number.map { "\($0)" } ?? "", help: text(PersonsWords.doctor)))
      """
  }

  /// What is wrong with a field, above it.
  private func complaint(_ name: String) -> HTML {
    guard let fault, fault.field == name else { return .nothing }
    return "<p class=\"fault\" id=\"fault-\(name)\">\(fault.html)</p>"
  }

  private func attributes(_ name: String) -> HTML {
    let disabled: HTML = mayWrite ? .nothing : " disabled"
    guard fault?.field == name else { return disabled }
    return "\(disabled) aria-invalid=\"true\" aria-describedby=\"fault-\(name)\""
  }

  private func field(_ name: String, _ label: String, _ value: String, help: String, isNumber: Bool = true) -> HTML {
    let mode: HTML = isNumber ? " inputmode=\"decimal\"" : .nothing
    let small: HTML = help.isEmpty ? .nothing : "<span class=\"small\">\(help)</span>"
    return """
      <label for="\(name)">\(label)</label>\(complaint(name))\
      <input id="\(name)" name="\(name)" value="\(value)"\(attributes(name))\(mode)> \(small)
      """
  }
}

/// The limits that are offered in the morning after a night in which a heart was beyond one for more than ten minutes.
enum NightOfferView {
  /// - Returns: nothing unless the box stands beside a bed, it is morning, and the logbook can be read.
  static func html(_ request: PanelRequest) async -> HTML {
    let configuration = request.panel.configuration
    guard configuration.profile == .bedside, let night = LastNight.range(at: request.now),
      let limits = try? configuration.readFigureLimits(),
      let found = try? await request.panel.logbook({ try $0.nightOffers(night, limits: limits) })
    else { return .nothing }
    let lines = found.html { line in
      let whose = configuration.person(of: line.sensor) ?? "\(line.sensor)"
      let words = PersonsWords.offer(line.offer, whose).text(request.language)
      return "<p class=\"card\" role=\"note\">\(words) \(PersonsWords.offerDoctor.text(request.language))</p>"
    }
    return lines
  }
}

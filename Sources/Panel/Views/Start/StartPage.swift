import Alarms
import Control
import Engine
import Monitor
import Readings
import Settings
import Status
import Web

/// The first visit: what the box is for, which sensor is yours, its name and limits, what the alarms sound like, whom to
/// call.
///
/// Each step is a page of its own that works without a script, and each answer is kept at once, by the same ways as on
/// the other pages: a visit that is broken off loses nothing.
enum StartPage: PanelPage {
  static let routes = [
    Route.get("/start") { request in .page(StartView(request, step: 1).profile()) },
    Route.post("/start/profile", fields: ["profile"]) { request in try await setProfile(request) },
    Route.get("/start/sensors") { request in .page(StartView(request, step: 2).sensors()) },
    Route.get("/live/start") { request in
      EventStream.reply(request) { request, picture in
        [
          BoxLine.part(request, picture),
          LivePart(id: "heard", html: StartView(request, step: 2).heard(picture.status)),
        ]
      }
    },
    Route.post("/start/adopt", fields: ["address"]) { request in
      let address = request.form["address"] ?? ""
      _ = try await request.panel.order(ControlRequest(.adopt, name: address))
      return .seeOther("/start/limits?address=\(FormFields.encoded(address))")
    },
    Route.get("/start/limits") { request in .page(StartView(request, step: 3).limits()) },
    Route.post("/start/limits") { request in try await setLimits(request) },
    Route.get("/start/signals") { request in .page(StartView(request, step: 4).signals()) },
    Route.post("/start/hear", fields: ["priority"]) { request in try await hear(request) },
    Route.get("/start/person") { request in .page(StartView(request, step: 5).person()) },
    Route.post("/start/person", fields: [Keys.personToCall.path]) { request in try await setPerson(request) },
    Route.get("/start/done") { request in .page(StartView(request, step: 6).done()) },
  ]

  private static func setProfile(_ request: PanelRequest) async throws -> Reply {
    guard let profile = request.form["profile"].flatMap(BoxProfile.init(rawValue:)) else {
      return FaultPage.badForm(request)
    }
    if profile != request.panel.configuration.profile { try await set(Keys.profile.plain, profile.rawValue, request) }
    return .seeOther("/start/sensors")
  }

  /// Sets a key as a person at the box does, with all checks of the file.
  private static func set(_ key: ConfigurationKey, _ value: String, _ request: PanelRequest) async throws {
    try await request.panel.work {
      do { _ = try request.panel.editor.set([(key, value)]) } catch let fault as ConfigurationEditor.Fault {
        throw fault.error
      }
    }
    request.panel.forgetConfiguration()
  }

  /// Whether the box still works for something else. It then reads nothing again before its next start, and takes all over
  /// there; the last step says so.
  private static func waitsForStart(_ request: PanelRequest) -> Bool {
    request.panel.feed.state.status.map { $0.profile != request.panel.configuration.profile.rawValue } ?? false
  }

  /// Keeps the name and the limits that differ. What was typed stays if one is refused.
  private static func setLimits(_ request: PanelRequest) async throws -> Reply {
    var view = StartView(request, step: 3)
    let form = request.form, address = form["address"] ?? ""
    do {
      let name = form.filled("name"), wearer = WearerField.words(form)
      if name != nil || wearer != nil, !address.isEmpty {
        _ = try await request.panel.order(ControlRequest(.adopt, name: address, label: name, wearer: wearer))
      }
      var isChanged = false
      for condition in view.limited {
        guard let limit = Keys.limit(of: condition)?.plain, case let key = limit.path, let typed = form.filled(key),
          typed != form["was:\(key)"] ?? condition.limit.map(EventText.number)
        else { continue }
        view.faultKey = key
        // What the form had shown: a limit that somebody else has set since is not overwritten unseen.
        let now = try request.panel.freshConfiguration().conditions[condition.id].limit.map(EventText.number)
        if let was = form["was:\(key)"], let now, was != now, typed != now {
          throw LapwingError(
            .unavailable, code: "changed-meanwhile",
            "somebody has set this to \(now) since the page was loaded; look at it again, and then change it")
        }
        guard typed != now else { continue }
        try await set(limit, typed.replacing(",", with: "."), request)
        isChanged = true
      }
      view.faultKey = nil
      if isChanged, !waitsForStart(request) { _ = try await request.panel.order(ControlRequest(.reload)) }
    } catch let error as LapwingError {
      view.fault = Refusal(error)
      return .page(view.limits(), .unusable)
    }
    return .seeOther("/start/signals")
  }

  /// Keeps the person to call; an empty field names nobody.
  private static func setPerson(_ request: PanelRequest) async throws -> Reply {
    let path = Keys.personToCall.path
    guard request.form[path] != nil else { return FaultPage.badForm(request) }
    let person = request.form.filled(path) ?? ""
    guard person != request.panel.configuration[Keys.personToCall] ?? "" else { return .seeOther("/start/done") }
    do {
      try await set(Keys.personToCall.plain, person.isEmpty ? "none" : person, request)
    } catch let error as LapwingError {
      var view = StartView(request, step: 5)
      view.fault = Refusal(error)
      return .page(view.person(), .unusable)
    }
    return .seeOther("/start/done")
  }

  /// How long each alarm is heard there: one burst.
  static let heardSeconds = AlarmSystem.testRange.lowerBound

  /// A test of an alarm, which ends by itself. Nothing is acknowledged: an order by the name of
  /// a condition would also silence a real alarm of it.
  private static func hear(_ request: PanelRequest) async throws -> Reply {
    guard let priority = Priority.allCases.first(where: { $0.name == request.form["priority"] }) else {
      return FaultPage.badForm(request)
    }
    guard let condition = StartView(request, step: 4).example(of: priority) else { return .seeOther("/start/signals") }
    _ = try await request.panel.order(ControlRequest(.test, name: condition.name, seconds: Int(heardSeconds)))
    return .seeOther("/start/signals?heard=\(priority.name)")
  }
}

import Alarms
import Characters
import Control
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
          LivePart(id: "heard", html: StartView(request, step: 2).heard()),
        ]
      }
    },
    Route.post("/start/adopt", fields: ["address"]) { request in
      let address = request.form["address"] ?? ""
      _ = try await request.panel.order(.adopt(address))
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

  /// Has keys set as by a person at the box, with all checks of the file.
  private static func set(
    _ values: [(key: ConfigurationKey, value: String, was: String?)], _ request: PanelRequest
  ) async throws -> SettingsReport {
    try await request.panel.change(
      SettingsChange(values: values.map { SettingsChange.Value($0.key.path, $0.value, was: $0.was) }))
  }

  /// The same for one key, if it still is what the page has shown a moment ago.
  private static func set(_ key: ConfigurationKey, _ value: String, _ request: PanelRequest) async throws {
    let was = SettingsForm.value(of: key, in: request.panel.configuration)
    do { _ = try await set([(key, value, was)], request) } catch let fault as ConfigurationEditor.Fault {
      throw fault.error
    }
  }

  /// Keeps the name and the limits that differ. What was typed stays if one is refused.
  private static func setLimits(_ request: PanelRequest) async throws -> Reply {
    var view = StartView(request, step: 3)
    let form = request.form, address = form["address"] ?? ""
    do {
      let name = form.filled("name"), wearer = WearerField.words(form)
      if name != nil || wearer != nil, !address.isEmpty {
        _ = try await request.panel.order(.adopt(address, label: name, wearer: wearer))
      }
      var changed: [(key: ConfigurationKey, value: String, was: String?)] = []
      for condition in view.limited {
        guard let limit = Keys.limit(of: condition)?.plain, case let key = limit.path, let typed = form.filled(key),
          case let was = form["was:\(key)"] ?? condition.limit.map(EventText.number), typed != was
        else { continue }
        changed.append((limit, DecimalComma.pointed(typed), was))
      }
      // A box that still works for something else uses all of it from its next start; the last step says so. Any other reason is a
      // fault that a person must read.
      if !changed.isEmpty, let unused = try await set(changed, request).unused, unused.code != "other-profile" {
        throw LapwingError(.unavailable, code: unused.code, unused.message)
      }
    } catch let fault as ConfigurationEditor.Fault {
      (view.faultKey, view.fault) = (fault.key, Refusal(fault, in: form))
      return .page(view.limits(), .unusable)
    } catch let error as LapwingError {
      view.fault = Refusal(error)
      return .page(view.limits(), .unusable)
    }
    return .seeOther(view.leadsToSensors ? "/start/sensors?more=1" : "/start/signals")
  }

  /// Keeps the person to call; an empty field names no one.
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

  /// How long each alarm sounds there: one burst.
  static let heardSeconds = AlarmSystem.testRange.lowerBound

  /// A test of an alarm, which ends by itself. Nothing is acknowledged: an order by the name of
  /// a condition would also silence a real alarm of it.
  private static func hear(_ request: PanelRequest) async throws -> Reply {
    guard let priority = Priority.allCases.first(where: { $0.name == request.form["priority"] }) else {
      return FaultPage.badForm(request)
    }
    guard let condition = StartView(request, step: 4).example(of: priority) else { return .seeOther("/start/signals") }
    _ = try await request.panel.order(.test(condition.name, seconds: Int(heardSeconds)))
    return .seeOther("/start/signals?heard=\(priority.name)")
  }
}

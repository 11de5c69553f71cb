import Alarms
import Simulation
import Yams

/// A scenario of the simulated world, read from YAML; nothing in it that is not known.
///
///     title: A night at the bedside
///     profile: bedside
///     sensors: [strap]
///     parameters: {resting-bpm: 66}
///     events:
///       - {at: 600, trouble: strap-off, for: 120}
///       - {at: 1800, fault: adapter-gone, for: 30}
///       - {at: 2000, restart: true}
public struct ScenarioFile: Sendable {
  /// The profile that the box has, unless the command line says otherwise.
  public let profile: Profile
  /// The world.
  public let scenario: WorldScenario

  private struct Content: Decodable {
    let title: String
    let profile: String?
    let sensors: [String]?
    let tellsPhases: Bool?
    let parameters: [String: Double]?
    let events: [Entry]?

    enum CodingKeys: String, CodingKey, CaseIterable {
      case title, profile, sensors, parameters, events
      case tellsPhases = "tells-phases"
    }
  }

  private struct Entry: Decodable {
    let at: Double
    let duration: Double?
    let trouble: String?
    let fault: String?
    let press: Bool?
    let restart: Bool?

    enum CodingKeys: String, CodingKey, CaseIterable {
      case at, trouble, fault, press, restart
      case duration = "for"
    }
  }

  /// Reads a file.
  public init(path: String) throws(ApplianceError) {
    let bytes = try FileBytes.read(path, mayWait: false)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Self.fault(path, "not a text in UTF-8")
    }
    let content: Content
    do {
      try Self.refuseUnknownKeys(text, path)
      content = try YAMLDecoder().decode(Content.self, from: text)
    } catch let error as ApplianceError {
      throw error
    } catch let error as DecodingError {
      throw Self.fault(path, Self.sentence(error))
    } catch {
      throw Self.fault(path, "not YAML: \(error)")
    }
    var scenario = WorldScenario(title: content.title)
    guard let profile = Profile(rawValue: content.profile ?? Profile.cabin.rawValue) else {
      throw Self.fault(path, "profile must be one of \(Profile.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    self.profile = profile
    let sensors = content.sensors ?? ["strap", "air"]
    if let unknown = sensors.first(where: { $0 != "strap" && $0 != "air" }) {
      throw Self.fault(path, "\(unknown) is no sensor of the world; write strap or air")
    }
    scenario.hasStrap = sensors.contains("strap")
    scenario.hasAirSensor = sensors.contains("air")
    scenario.tellsPhases = content.tellsPhases ?? false
    for (name, value) in (content.parameters ?? [:]).sorted(by: { $0.key < $1.key }) {
      if let complaint = scenario.parameters.set(name, to: value) { throw Self.fault(path, complaint) }
    }
    for (number, entry) in (content.events ?? []).enumerated() {
      scenario.events.append(try Self.event(entry, "\(path): event \(number + 1)"))
    }
    scenario.events.sort { $0.at < $1.at }
    self.scenario = scenario
  }

  private static func event(_ entry: Entry, _ place: String) throws(ApplianceError) -> WorldEvent {
    guard (0...1e9).contains(entry.at), (0...1e9).contains(entry.duration ?? 0) else {
      throw fault(place, "at and for must be seconds, 0 or more")
    }
    var kinds: [WorldEvent.Kind] = []
    if let name = entry.trouble {
      guard let trouble = WorldEvent.Trouble(rawValue: name) else {
        throw fault(
          place, "trouble must be one of \(WorldEvent.Trouble.allCases.map(\.rawValue).joined(separator: ", "))")
      }
      kinds.append(.trouble(trouble))
    }
    if let name = entry.fault {
      guard let id = ConditionID(rawValue: name) else { throw fault(place, "\(name) is no condition") }
      kinds.append(.fault(id))
    }
    if entry.press == true { kinds.append(.press) }
    if entry.restart == true { kinds.append(.restart) }
    guard let kind = kinds.first, kinds.count == 1 else {
      throw fault(place, "needs one of trouble, fault, press: true, restart: true")
    }
    return WorldEvent(at: entry.at, kind, for: entry.duration ?? 0)
  }

  private static func refuseUnknownKeys(_ text: String, _ path: String) throws(ApplianceError) {
    let node: Node?
    do { node = try Yams.compose(yaml: text) } catch { throw fault(path, "not YAML: \(error)") }
    guard case .mapping(let root)? = node else { throw fault(path, "must hold keys such as title and events") }
    try refuse(root, Content.CodingKeys.allCases.map(\.rawValue), path)
    guard case .sequence(let events)? = root["events"] else { return }
    for case .mapping(let event) in events { try refuse(event, Entry.CodingKeys.allCases.map(\.rawValue), path) }
  }

  private static func refuse(_ mapping: Node.Mapping, _ known: [String], _ path: String) throws(ApplianceError) {
    for key in mapping.keys {
      guard let name = key.string, known.contains(name) else {
        let place = key.mark.map { "\(path):\($0.line)" } ?? path
        throw fault(place, "\(key.string ?? "a key") is not known; allowed are \(known.joined(separator: ", "))")
      }
    }
  }

  private static func sentence(_ error: DecodingError) -> String {
    func place(_ path: [any CodingKey]) -> String { path.map(\.stringValue).joined(separator: ".") }
    return switch error {
    case .keyNotFound(let key, let context): "\(place(context.codingPath + [key])) is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      "\(place(context.codingPath)) can not be read: \(context.debugDescription)"
    @unknown default: "it can not be read"
    }
  }

  private static func fault(_ place: String, _ sentence: String) -> ApplianceError {
    ApplianceError(.badData, code: "bad-scenario", "\(place): \(sentence)")
  }
}

import Alarms
import Readings
import System
import Yams

/// Reads a scenario of the simulated world from YAML. Unknown keys are errors.
///
///     title: A night at the bedside
///     profile: bedside
///     sensors:
///       - {kind: strap, rr: false, contact: true}
///       - {kind: oximeter, adopted: false}
///     limits: {heart-rate-low: 40}
///     parameters: {resting-bpm: 66, artefact-length: uniform}
///     events:
///       - {at: 600, trouble: strap-off, for: 120}
///       - {at: 900, heart: asystole, for: 90}
///       - {at: 1800, fault: adapter-gone, for: 30}
///       - {at: 2000, restart: true}
package struct WorldScriptFile: Sendable {
  /// The profile of the box, if the command line gives none.
  package let profile: BoxProfile
  package let scenario: WorldScript

  /// The keys of the file. Values are checked when they are converted to a ``WorldScript``.
  private struct Content: Decodable {
    let title: String
    let profile: String?
    let sensors: [WorldScriptSensor]?
    let limits: [String: Double]?
    let reportsPhases: Bool?
    let parameters: [String: Parameter]?
    let events: [Entry]?

    enum CodingKeys: String, CodingKey, CaseIterable {
      case title, profile, sensors, limits, parameters, events
      case reportsPhases = "tells-phases"
    }
  }

  /// The value of a parameter: most are numbers, some are words.
  private enum Parameter: Decodable {
    case number(Double)
    case word(String)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Double.self) {
        self = .number(number)
      } else {
        self = .word(try container.decode(String.self))
      }
    }
  }

  /// One entry of `events`: a time and exactly one kind of event.
  private struct Entry: Decodable {
    let at: Double
    let duration: Double?
    let trouble: String?
    let heart: String?
    let fault: String?
    let press: Bool?
    let hold: Bool?
    let restart: Bool?

    enum CodingKeys: String, CodingKey, CaseIterable {
      case at, trouble, heart, fault, press, hold, restart
      case duration = "for"
    }
  }

  package init(path: String) throws(LapwingError) {
    let bytes = try FileBytes.read(path, mayWait: false)
    guard let text = String(validating: bytes, as: UTF8.self)?.withoutByteOrderMark else {
      throw Self.fault(path, "not a text in UTF-8")
    }
    let content: Content
    do {
      try Self.refuseUnknownKeys(text, path)
      content = try YAMLDecoder().decode(Content.self, from: text)
    } catch let error as LapwingError {
      throw error
    } catch let error as DecodingError {
      throw Self.fault(path, Self.sentence(error))
    } catch {
      throw Self.fault(path, "not YAML: \(error)")
    }
    var scenario = WorldScript(title: content.title)
    guard let profile = BoxProfile(rawValue: content.profile ?? BoxProfile.cabin.rawValue) else {
      throw Self.fault(path, "profile must be one of \(BoxProfile.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    self.profile = profile
    if let sensors = content.sensors {
      (scenario.strap, scenario.airSensor) = (nil, nil)
      for sensor in sensors { if let violation = sensor.add(to: &scenario) { throw Self.fault(path, violation) } }
    }
    for (name, limit) in content.limits ?? [:] {
      guard let id = ConditionID(name: name) else { throw Self.fault(path, "there is no condition \(name)") }
      scenario.limits[id] = limit
    }
    if let violation = scenario.complaintAboutLimits { throw Self.fault(path, violation) }
    scenario.reportsPhases = content.reportsPhases ?? false
    for (name, value) in (content.parameters ?? [:]).sorted(by: { $0.key < $1.key }) {
      let violation =
        switch value {
        case .number(let number): scenario.parameters.set(name, to: number)
        case .word(let word): scenario.parameters.set(name, to: word)
        }
      if let violation { throw Self.fault(path, violation) }
    }
    for (number, entry) in (content.events ?? []).enumerated() {
      scenario.events.append(try Self.event(entry, "\(path): event \(number + 1)"))
    }
    scenario.events.sort { $0.at < $1.at }
    self.scenario = scenario
  }

  private static func event(_ entry: Entry, _ place: String) throws(LapwingError) -> WorldEvent {
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
    if let name = entry.heart {
      guard let event = HeartEvent(rawValue: name) else {
        throw fault(place, "heart must be one of \(HeartEvent.allCases.map(\.rawValue).joined(separator: ", "))")
      }
      kinds.append(.heart(event))
    }
    if let name = entry.fault {
      guard let id = ConditionID(name: name) else { throw fault(place, "there is no condition \(name)") }
      kinds.append(.fault(id))
    }
    if entry.press == true { kinds.append(.press) }
    if entry.hold == true { kinds.append(.hold) }
    if entry.restart == true { kinds.append(.restart) }
    guard let kind = kinds.first, kinds.count == 1 else {
      throw fault(place, "needs one of trouble, heart, fault, press: true, hold: true, restart: true")
    }
    return WorldEvent(at: entry.at, kind, for: entry.duration ?? 0)
  }

  private static func refuseUnknownKeys(_ text: String, _ path: String) throws(LapwingError) {
    let node: Node?
    do { node = try Yams.compose(yaml: text) } catch { throw fault(path, "not YAML: \(error)") }
    guard case .mapping(let root)? = node else { throw fault(path, "must contain keys such as title and events") }
    try refuse(root, Content.CodingKeys.allCases.map(\.rawValue), path)
    func refuseEntries(of list: String, _ known: [String]) throws(LapwingError) {
      guard case .sequence(let entries)? = root[list] else { return }
      for case .mapping(let entry) in entries { try refuse(entry, known, path) }
    }
    try refuseEntries(of: "events", Entry.CodingKeys.allCases.map(\.rawValue))
    try refuseEntries(of: "sensors", WorldScriptSensor.CodingKeys.allCases.map(\.rawValue))
  }

  private static func refuse(_ mapping: Node.Mapping, _ known: [String], _ path: String) throws(LapwingError) {
    for key in mapping.keys {
      guard let name = key.string, known.contains(name) else {
        let place = key.mark.map { "\(path):\($0.line)" } ?? path
        throw fault(place, "\(key.string ?? "a key") is not known; use \(known.joined(separator: ", "))")
      }
    }
  }

  private static func sentence(_ error: DecodingError) -> String {
    func place(_ path: [any CodingKey]) -> String { path.map(\.stringValue).joined(separator: ".") }
    return switch error {
    case .keyNotFound(let key, let context): "\(place(context.codingPath + [key])) is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      "\(place(context.codingPath)) cannot be read: \(context.debugDescription)"
    @unknown default: "it cannot be read"
    }
  }

  private static func fault(_ place: String, _ sentence: String) -> LapwingError {
    LapwingError(.badData, code: "bad-scenario", "\(place): \(sentence)")
  }
}

/// A sensor in a scenario file: its kind alone, or its kind with ownership and capabilities.
package struct WorldScriptSensor: Decodable {
  private let kind: String
  private let isAdopted: Bool?
  private let sendsBeats: Bool?
  private let feelsSkin: Bool?

  /// The keys of a sensor that is written as a mapping.
  package enum CodingKeys: String, CodingKey, CaseIterable {
    case kind
    case isAdopted = "adopted"
    case sendsBeats = "rr"
    case feelsSkin = "contact"
  }

  package init(from decoder: any Decoder) throws {
    if let name = try? decoder.singleValueContainer().decode(String.self) {
      (kind, isAdopted, sendsBeats, feelsSkin) = (name, nil, nil, nil)
      return
    }
    let container = try decoder.container(keyedBy: CodingKeys.self)
    kind = try container.decode(String.self, forKey: .kind)
    isAdopted = try container.decodeIfPresent(Bool.self, forKey: .isAdopted)
    sendsBeats = try container.decodeIfPresent(Bool.self, forKey: .sendsBeats)
    feelsSkin = try container.decodeIfPresent(Bool.self, forKey: .feelsSkin)
  }

  /// Adds the sensor to a scenario.
  /// - Returns: a message if that is not possible.
  package func add(to scenario: inout WorldScript) -> String? {
    let ownership = isAdopted == false ? WorldScript.Ownership.stranger : .adopted
    let isThere =
      switch kind {
      case "strap": scenario.strap != nil
      case "air": scenario.airSensor != nil
      case "oximeter": scenario.oximeter != nil
      default: false
      }
    if isThere { return "sensors has \(kind) twice; the world has only one of each kind, so delete one" }
    if kind != "strap", sendsBeats != nil || feelsSkin != nil { return "rr and contact are for a strap; delete them" }
    switch kind {
    case "strap":
      var strap = WorldScript.Strap()
      strap.ownership = ownership
      strap.sendsBeats = sendsBeats ?? true
      strap.feelsSkin = feelsSkin ?? true
      scenario.strap = strap
    case "air": scenario.airSensor = ownership
    case "oximeter": scenario.oximeter = ownership
    default: return "\(kind) is not a sensor of the world; write strap, oximeter or air"
    }
    return nil
  }
}

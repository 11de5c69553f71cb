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

import Characters
import Readings
import Sync
import System
import WeightBalance

/// Records as rows of a server of the specified protocol, and back. A station that means another place there is translated by a table,
/// and what is not in it is refused by its name.
package struct RowTranslation: Sendable {
  private let library: AircraftLibrary

  package init(library: AircraftLibrary) { self.library = library }

  /// What the server would have of a record, in our names.
  /// - Throws: what of it the server cannot have.
  package func values(of record: SyncRecord) throws(LapwingError) -> [String: String] {
    let (loading, table) = try read(record)
    var values = ["aircraft": "{\"aircraftId\":\(JSONEdit.quoted(loading.aircraft))}"]
    values[SyncField.name] = JSONEdit.quoted(loading.name)
    if !loading.notes.isEmpty { values["notes"] = JSONEdit.quoted(loading.notes) }
    var weights: [String: Weight] = [:]
    for load in loading.stationLoads where load.weight != .zero {
      let field = "load \(load.station)"
      guard table.theirs(of: field) != nil else { throw Self.unknown(load.station, of: loading) }
      guard load.arm == nil else {
        throw Self.refusal(loading.name, "\(load.station) has an arm of its own, which the server does not know")
      }
      weights[field, default: .zero] += load.weight
    }
    for load in loading.fuelLoads where load.volume != .zero {
      guard table.theirs(of: "fuel \(load.tank)") != nil else { throw Self.unknown(load.tank, of: loading) }
      values["fuel \(load.tank)"] = Self.amount(load.volume, .usGallons)
    }
    for (field, weight) in weights { values[field] = Self.amount(weight, .pounds) }
    if record.item.isDeleted { values[SyncField.deleted] = SyncField.yes }
    return values
  }

  package func row(of record: SyncRecord) throws(LapwingError) -> ScenarioRow {
    let values = try values(of: record), (loading, table) = try read(record)
    func number(_ field: String) -> Double {
      values[field].flatMap { try? JSONNode.parse($0) }.flatMap(Self.number) ?? 0
    }
    func theirs(_ start: String) -> [(name: String, amount: Double)] {
      values.keys.filter { $0.hasPrefix(start) }.sorted().compactMap { field in
        table.theirs(of: field).map { (String($0.dropFirst(start.count)), number(field)) }
      }
    }
    var row = ScenarioRow(
      id: record.item.id.text, aircraftId: loading.aircraft, name: loading.name,
      stationLoads: theirs("load ").map { ScenarioRow.StationLoad(stationId: $0.name, weight: $0.amount) },
      fuelLoads: theirs("fuel ").map { ScenarioRow.FuelLoad(tankId: $0.name, gallons: $0.amount) })
    row.notes = loading.notes
    row.updatedAt = UnixTime(milliseconds: record.item.changed).isoText()
    row.deletedAt = record.item.deletedAt.map { UnixTime(milliseconds: $0).isoText() }
    return row
  }

  /// - Throws: what of it is not understood here.
  package func read(_ row: ScenarioRow) throws(LapwingError) -> SyncRow {
    let name = String(row.name.prefix(200))
    guard let id = SyncID(row.id), let changed = row.updatedAt.flatMap(UnixTime.init(iso:)) else {
      throw Self.refusal(name, "its id is no UUID, or its time is none")
    }
    guard let table = StationTable(aircraft: row.aircraftId) else {
      throw Self.refusal(name, "how the server names the stations of \(row.aircraftId.prefix(60)) is not known here")
    }
    var values = [
      "aircraft": "{\"aircraftId\":\(JSONEdit.quoted(row.aircraftId))}", SyncField.name: JSONEdit.quoted(name),
    ]
    if let notes = row.notes, !notes.isEmpty { values["notes"] = JSONEdit.quoted(notes) }
    for load in row.stationLoads where load.weight != 0 {
      try set(&values, "load \(load.stationId)", load.weight, WeightUnit.pounds, table, name)
    }
    for load in row.fuelLoads where load.gallons != 0 {
      try set(&values, "fuel \(load.tankId)", load.gallons, VolumeUnit.usGallons, table, name)
    }
    if row.deletedAt != nil { values[SyncField.deleted] = SyncField.yes }
    return SyncRow(id: id, values: values, changed: changed.milliseconds)
  }

  private func set<Unit: QuantityUnit>(
    _ values: inout [String: String], _ field: String, _ amount: Double, _ unit: Unit, _ table: StationTable,
    _ name: String
  ) throws(LapwingError) {
    guard let ours = table.ours(of: field), values[ours] == nil else {
      throw Self.refusal(name, "the server's \(field.dropFirst(5).prefix(60)) is another place here, or occurs twice")
    }
    guard let value = ExactDecimal("\(amount)").flatMap({ try? Exact<Unit>($0, unit) }) else {
      throw Self.refusal(name, "\(field.dropFirst(5).prefix(60)) has no usable amount")
    }
    values[ours] = Self.amount(value, unit)
  }

  private func read(_ record: SyncRecord) throws(LapwingError) -> (Loading, StationTable) {
    let path = record.file ?? record.item.id.text, loading: Loading
    do throws(DataFileError) {
      let fields = record.item.fields.compactMapValues(\.value).filter { LoadingFields.knows($0.key) }
      let bytes = try LoadingFields.file(
        Array("{}".utf8), with: fields, unseen: [], changed: Loading.unknownTime, deleted: nil, path: path)
      do throws(LapwingError) { loading = try library.scenario(bytes, file: path) } catch {
        throw DataFileError(file: path, line: 1, error.message)
      }
    } catch { throw LapwingError(error) }
    guard let table = StationTable(aircraft: loading.aircraft) else {
      throw Self.refusal(loading.name, "how the server names the stations of \(loading.aircraft) is not known here")
    }
    return (loading, table)
  }

  private static func number(_ node: JSONNode) -> Double? {
    guard case .number(let text)? = node["value"]?.kind else { return nil }
    return Double(text)
  }

  /// To two places, as everything is shown, without noughts at the end.
  private static func amount<Unit: QuantityUnit>(_ amount: Exact<Unit>, _ unit: Unit) -> String {
    var text = amount.text(in: unit, places: 2)
    while text.contains("."), let last = text.last, last == "0" || last == "." { text.removeLast() }
    return "{\"unit\":\(JSONEdit.quoted(unit.symbol)),\"value\":\(text)}"
  }

  private static func unknown(_ place: String, of loading: Loading) -> LapwingError {
    refusal(loading.name, "\(place) of \(loading.aircraft) is another place there, or none")
  }

  private static func refusal(_ name: String, _ why: String) -> LapwingError {
    LapwingError(
      .badData, code: "other-place",
      "“\(HiddenCharacter.visible(name))” is not exchanged with this server: \(why); nothing is guessed")
  }
}

import Logbook
import Readings
import System

/// Reads the heart rates and oxygen saturations of `export.xml`, which Apple's Health app writes, a piece of the file at a time:
///
///     <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="Anna's Watch" unit="count/min"
///       startDate="2026-07-04 22:40:00 -0400" endDate="…" value="98"/>
///
/// A saturation is a share of 1; some apps write percent. The rest is counted by its type. Form of the file: the declarations at its
/// head, and public programs that read it.
struct HealthRecords {
  private var tags = XMLTags()
  /// How many elements of each kind were not read.
  private var others: [String: Int] = [:]

  static func isHealth(_ head: [UInt8]) -> Bool {
    let text = String(decoding: head.prefix(64 * 1024), as: UTF8.self)
    return text.contains("<HealthData") || text.contains("<!DOCTYPE HealthData")
  }

  /// What is left out, the most frequent first.
  var leftOut: [String] {
    others.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.value) of \($0.key)" }
  }

  mutating func read(_ piece: [UInt8], into rows: inout [ImportedRow]) throws(LapwingError) {
    var found: [XMLTags.Tag] = []
    do throws(XMLTags.Fault) {
      try tags.read(piece, only: Self.isWanted, into: &found)
    } catch { throw Self.explained(error) }
    for tag in found { try add(tag, to: &rows) }
  }

  func finish() throws(LapwingError) {
    do throws(XMLTags.Fault) { try tags.finish() } catch { throw Self.explained(error) }
  }

  private static func explained(_ fault: XMLTags.Fault) -> LapwingError {
    let reason =
      switch fault {
      case .notXML(let line): "line \(line): this is no XML"
      case .longTag(let line): "line \(line): a tag has more than 64 kB; a quote may be missing"
      case .cut: "the file seems to be cut off"
      }
    return LapwingError(.badData, code: "bad-xml", reason)
  }

  /// What stands in a record, and what is about the file.
  private static let parts: Set<Substring> = [
    "HealthData", "ExportDate", "Me", "MetadataEntry", "Correlation", "HeartRateVariabilityMetadataList",
  ]

  private static func isWanted(_ name: Substring) -> Bool { !parts.contains(name) }

  private static let types: [String: (quantity: Quantity, part: Int, units: [String])] = [
    "HKQuantityTypeIdentifierHeartRate": (.heartRateBeatsPerMinute, 0, ["count/min", "bpm"]),
    "HKQuantityTypeIdentifierOxygenSaturation": (.oxygenSaturationPercent, 1, ["%"]),
  ]

  private mutating func add(_ tag: XMLTags.Tag, to rows: inout [ImportedRow]) throws(LapwingError) {
    let name = tag.attributes["type"] ?? tag.name
    guard tag.name == "Record", let type = Self.types[name], type.units.contains(tag.attributes["unit"] ?? "") else {
      let plain = name.replacing("HKQuantityTypeIdentifier", with: "").replacing("HKCategoryTypeIdentifier", with: "")
      let isNew = others[plain] == nil
      // A damaged file may have any number of names.
      others[isNew && others.count >= 500 ? "other types" : plain, default: 0] += 1
      return
    }
    let text = tag.attributes["startDate"] ?? ""
    guard let time = ImportedTime(text, order: nil, zone: .utc) else {
      throw Self.fault(tag, text.isEmpty ? "there is no startDate" : "\(text) is no time")
    }
    let value = tag.attributes["value"] ?? ""
    guard let number = Double(value), number.isFinite else {
      throw Self.fault(tag, value.isEmpty ? "there is no value" : "\(value) is no number")
    }
    var row = ImportedRow(at: time.milliseconds)
    (row.part, row.line) = (type.part, tag.line)
    row.source = tag.attributes["sourceName"] ?? "Apple Health"
    row.model = row.source.map { String($0.prefix(60)) }
    row.set(type.quantity, number)
    rows.append(row)
  }

  private static func fault(_ tag: XMLTags.Tag, _ reason: String) -> LapwingError {
    LapwingError(.badData, code: "bad-row", "line \(tag.line): \(reason)")
  }
}

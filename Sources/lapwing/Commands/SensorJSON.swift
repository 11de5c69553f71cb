import Readings
import SensorProtocols
import Status

/// A kind of sensor in the JSON of `lapwing sensors`.
enum SensorJSON {
  static func object(_ entry: CatalogueEntry) -> JSONLine {
    var object = JSONLine()
    object.add("model", entry.name)
    if !entry.products.isEmpty { object.add("products", entry.products) }
    object.add("marks", entry.marks.map(mark))
    object.add("advertisement", entry.advertisesReadings)
    object.add("connection", entry.accesses.map(access))
    if let pairing = entry.pairing { object.add("pairing", pairing) }
    object.add("main", entry.mainQuantity.key)
    object.add("freshness_s", entry.freshness.inSeconds)
    var ranges = JSONLine()
    for quantity in Quantity.allCases {
      guard let range = entry.plausible[quantity] else { continue }
      ranges.add(quantity.key, [range.lowerBound, range.upperBound])
    }
    object.add("plausible", ranges)
    if let co2 = entry.co2Pressure {
      var correction = JSONLine()
      correction.add("corrected", co2.rule.name)
      if let law = co2.rule.law { correction.add("law_pct_kpa", law.percentPerKilopascal) }
      correction.add("source", co2.source)
      object.add("co2_pressure", correction)
    }
    if entry.sendsOnEvents { object.add("sends_on_events", true) }
    if let limitation = entry.limitation { object.add("cannot_be_known", limitation) }
    object.add("without_reading", entry.adviceWithoutReading.sentence)
    return object
  }

  private static func mark(_ mark: CatalogueEntry.Mark) -> JSONLine {
    var object = JSONLine()
    switch mark {
    case .company(let number): object.add("company", hexadecimal(number))
    case .serviceData(let number): object.add("service_data", hexadecimal(number))
    case .service(let uuid): object.add("service", uuid.description)
    case .name(let prefix): object.add("name", prefix)
    case .usb(let vendor, let product):
      object.add("usb_vendor", hexadecimal(vendor))
      object.add("usb_product", hexadecimal(product))
    }
    return object
  }

  private static func access(_ access: CatalogueEntry.Access) -> JSONLine {
    var object = JSONLine()
    object.add("characteristic", access.characteristic.description)
    if let message = access.message {
      object.add("write_hex", message.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
      if let interval = access.readEvery { object.add("write_every_s", interval.inSeconds) }
      return object
    }
    if let interval = access.readEvery { object.add("read_every_s", interval.inSeconds) }
    object.add("subscribe", access.readEvery == nil)
    return object
  }

  private static func hexadecimal(_ number: UInt16) -> String { BluetoothUUID(number).description }
}

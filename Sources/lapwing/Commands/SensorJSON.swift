import Readings
import SensorProtocols
import Status

/// A kind of sensor in the JSON of `lapwing sensors`.
enum SensorJSON {
  static func object(_ entry: CatalogueEntry) -> JSONObject {
    let ranges = Quantity.allCases.compactMap { quantity in
      entry.plausible[quantity].map { (quantity.key, [$0.lowerBound, $0.upperBound]) }
    }
    return [
      "model": entry.name, "products": entry.products.isEmpty ? nil : entry.products, "marks": entry.marks.map(mark),
      "advertisement": entry.advertisesReadings, "connection": entry.accesses.map(access), "pairing": entry.pairing,
      "main": entry.mainQuantity.key, "freshness_s": entry.freshness.inSeconds,
      "plausible": JSONObject(ranges.map { ($0.0, $0.1) }), "co2_pressure": entry.co2Pressure.map(correction),
      "sends_on_events": entry.sendsOnEvents ? true : nil, "cannot_be_known": entry.limitation,
      "without_reading": entry.adviceWithoutReading.sentence,
    ]
  }

  private static func correction(_ co2: CO2Pressure) -> JSONObject {
    ["corrected": co2.rule.name, "law_pct_kpa": co2.rule.law?.percentPerKilopascal, "source": co2.source]
  }

  private static func mark(_ mark: CatalogueEntry.Mark) -> JSONObject {
    switch mark {
    case .company(let number): ["company": hexadecimal(number)]
    case .serviceData(let number): ["service_data": hexadecimal(number)]
    case .service(let uuid): ["service": uuid.description]
    case .name(let prefix): ["name": prefix]
    case .usb(let vendor, let product): ["usb_vendor": hexadecimal(vendor), "usb_product": hexadecimal(product)]
    }
  }

  private static func access(_ access: CatalogueEntry.Access) -> JSONObject {
    let interval = access.readEvery?.inSeconds
    let message = access.message?.map { $0.digits(2, radix: 16) }.joined()
    let object: JSONObject = ["characteristic": access.characteristic.description, "write_hex": message]
    return object.adding(
      message == nil
        ? ["read_every_s": interval, "subscribe": interval == nil] as JSONObject
        : ["write_every_s": interval] as JSONObject)
  }

  private static func hexadecimal(_ number: UInt16) -> String { BluetoothUUID(number).description }
}

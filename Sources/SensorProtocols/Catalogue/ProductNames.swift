import Readings

extension CatalogueEntry {
  /// What people call devices of this kind, and type when they look for one: products, chips, firmwares. The maker's
  /// name is in ``name`` or here.
  package var products: [String] { Self.products[model] ?? [] }

  private static let products: [SensorModel: [String]] = [
    .aranet4: ["Aranet4 Home", "Aranet4 Pro", "SAF Tehnika"], .aranetRadon: ["Aranet Rn+", "Aranet Radon One"],
    .sensirionCO2: ["MyCO2", "SCD30", "SCD40", "SCD41", "SCD4x Gadget", "SEN63C", "SEN66"],
    .sensirion: ["SHT31 Smart Gadget", "SHT40", "SHT41", "SHT43", "SHT45", "SHT4x", "SEN50", "SEN54", "SEN55"],
    .sensirionPM: ["SPS30"],
    .switchBotMeter: ["WoSensorTH"], .switchBotMeterPlus: ["W2301500", "WoSensorTHP"],
    .switchBotMeterPro: ["WoTHP"], .switchBotMeterProCO2: ["WoTHPc"],
    .switchBotOutdoorMeter: ["WoIOSensor", "W3400010", "Outdoor Thermo-Hygrometer"],
    .goveeH5140: ["Smart CO2 Monitor"], .goveeH5106: ["Smart Air Quality Monitor"],
    .bthome: ["Shelly BLU H&T", "Xiaomi thermometers with pvvx or ATC firmware", "b-parasite", "home-made"],
    .bthomeCO2: ["home-made CO2 sensors"],
    .radonEye: ["RD200", "Ecosense", "FTLab"], .radonEyeV2: ["RD200N", "RD200V3", "Ecosense", "FTLab"],
    .radonEyePlus2: ["RD200P2", "RD200PLUS", "Ecosense", "FTLab"],
    .zyAura: ["AirCO2ntrol Mini", "AirCO2ntrol Coach", "CO2Meter CO2Mini", "RAD-0301", "ZGm053", "ZyAura", "Holtek"],
    .heartRateService: [
      "Polar H7", "Polar H9", "Polar H10", "Polar OH1", "Polar Verity Sense", "Garmin HRM-Dual", "Wahoo TICKR",
      "CooSpo", "Magene H64", "Movesense", "XOSS X2", "ActiGraph", "watches that broadcast their heart rate",
    ],
    .polar: ["Polar H7", "Polar H9", "Polar H10", "Polar OH1", "Polar Verity Sense"],
    .xoss: ["XOSS X2"], .movesense: ["Suunto Smart Sensor"],
    .pulseOximeter: ["ChoiceMMed"], .berryMed: ["BM1000B", "BM1000C", "BM1000E", "Adafruit 4582"],
    .o2Ring: [
      "Wellue", "SleepO2", "SleepU", "WearO2", "KidsO2", "BabyO2", "Oxylink", "Oxyfit", "O2 Max", "CheckMe O2",
    ],
    .pc60FW: ["Wellue", "PC-60NW", "KS-60FW", "OxySmart", "Creative Medical"], .contec: ["EMAY SleepO2", "SpO208"],
  ]

  /// Whether the words that a person typed mean this kind. Case, spaces and hyphens do not count. The maker may stand in
  /// one name and the product in another: a "Wellue O2Ring" is a Viatom O2Ring.
  package func isMeant(by words: String) -> Bool {
    let names = ([name] + products).map(\.searchable)
    func isNamed(_ word: String) -> Bool { names.contains { $0.contains(word) } }
    guard !words.searchable.isEmpty else { return false }
    // A single letter distinguishes products, as in O2Ring S, and is in every name.
    return isNamed(words.searchable)
      || words.split(separator: " ").allSatisfy { $0.count > 1 && isNamed(String($0).searchable) }
  }
}

/// A device that people ask for and that Bluetooth cannot read. It never has a value here, so it is never missed.
package struct UnreadableSensor: Sendable {
  package let name: String
  package let reason: String
  package let advice: String

  package static let all: [UnreadableSensor] = [
    UnreadableSensor(
      name: "Airthings View Plus, View Pollution, View Radon, Renew",
      reason: "Bluetooth only carries its serial number; its values go to its maker over Wi-Fi.",
      advice: "Airthings Wave Plus, Wave Radon, Wave Enhance and Corentium Home 2 can be read."),
    UnreadableSensor(
      name: "Qingping CGS1, CGS2 (Air Monitor)",
      reason: "It sends its values by Wi-Fi (MQTT); no values over Bluetooth are known.",
      advice: "Qingping CGDN1 and CGP22C can be read."),
    UnreadableSensor(
      name: "Masimo MightySat",
      reason: "It sends one finished measurement (a spot-check) when the finger has left, and no live values.",
      advice: "Viatom O2Ring, SleepO2 and PC-60FW can be read."),
    UnreadableSensor(
      name: "Viatom O2Ring S (T8520, S8-AW)",
      reason: "It speaks another protocol than the O2Ring, and wants a login.",
      advice: "Viatom O2Ring, SleepO2 and PC-60FW can be read."),
  ]

  package func isMeant(by word: String) -> Bool {
    let word = word.searchable
    return !word.isEmpty && name.searchable.contains(word)
  }
}

extension String {
  /// In small letters, without spaces, hyphens and the like.
  fileprivate var searchable: String { lowercased().filter { $0.isLetter || $0.isNumber } }
}

import Readings
import SensorProtocols
import Testing

/// The words by which people look for a sensor.
@Suite struct `A word for a sensor` {
  private func kinds(_ word: String) -> [String] {
    Catalogue.entries.filter { $0.isMeant(by: word) }.map(\.name)
  }

  @Test(arguments: [
    ("H10", "Heart Rate Service"), ("H10", "Polar advertisement"), ("MyCO2", "Sensirion CO2 gadget"),
    ("SCD41", "Sensirion CO2 gadget"), ("Shelly", "BTHome"), ("govee", "Govee H5106"), ("GOVEE", "Govee H5140"),
    ("o2ring", "Viatom O2Ring"), ("wellue", "Viatom PC-60FW"), ("aranet 4", "Aranet4"), ("rd200", "RadonEye RD200"),
    ("AirCO2ntrol Coach", "TFA AirCO2ntrol"), ("wave plus", "Airthings Wave Plus"), ("EMAY", "Contec CMS50D-BT"),
    ("bm1000c", "BerryMed BM1000"), ("pc-60nw", "Viatom PC-60FW"),
    ("Wellue O2Ring", "Viatom O2Ring"), ("Suunto Movesense", "Movesense advertisement"),
  ])
  func `may be a product, a chip or part of the name`(word: String, kind: String) {
    #expect(kinds(word).contains(kind))
  }

  @Test(arguments: ["", " ", "-", "toaster"]) func `that is none finds nothing`(word: String) {
    #expect(kinds(word).isEmpty)
    #expect(!UnreadableSensor.all.contains { $0.isMeant(by: word) })
  }

  @Test(arguments: ["CGS1", "CGS2", "View Plus", "O2Ring S", "T8520"])
  func `may be one that cannot be read`(word: String) {
    #expect(UnreadableSensor.all.contains { $0.isMeant(by: word) })
  }

  @Test func `with a letter that tells products apart does not mean the other one`() {
    #expect(!kinds("O2Ring S").contains("Viatom O2Ring"))
  }

  @Test func `is never one of both lists by its name alone`() {
    for sensor in UnreadableSensor.all {
      #expect(!Catalogue.entries.contains { $0.name == sensor.name })
      #expect(sensor.reason.hasSuffix(".") && sensor.advice.hasSuffix("."))
    }
  }
}

import Foundation
import TestSupport
import Testing
import WeightBalance

@Suite("A load sheet as JSON")
struct SheetKeysTests {
  private func sheet(_ scenario: String, _ more: String...) throws -> [String: Any] {
    let outcome = try LapwingProcess.run(
      ["balance", "compute", "--json", "--scenario", ProjectFile("data/loadings/\(scenario).json").path] + more)
    return try #require(JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
  }

  @Test("has the keys that others rely on, each with a value of its kind")
  func keys() throws {
    let sheet = try sheet("pa31-middle-out")
    let phases = try #require(sheet["phases"] as? [[String: Any]])
    #expect(phases.map { $0["name"] as? String } == ["ramp", "takeoff", "landing", "zeroFuel"])
    for phase in phases {
      for key in ["weight", "moment", "cg"] { #expect(phase[key] is NSNumber, "\(key)") }
      #expect(phase["inEnvelope"] is Bool)
      #expect(phase.keys.contains("forwardLimit") && phase.keys.contains("aftLimit"))
    }
    for key in ["isWithinWeightLimit", "isWithinCGEnvelope", "isWithinAllStationLimits"] {
      #expect(sheet[key] is Bool, "\(key)")
    }
    for key in ["weightMargin", "cgForwardMargin", "cgAftMargin"] { #expect(sheet[key] is NSNumber, "\(key)") }
    #expect((sheet["stationDetails"] as? [[String: Any]])?.isEmpty == false)
    #expect((sheet["fuelDetails"] as? [[String: Any]])?.isEmpty == false)
    #expect(sheet["limitingFactor"] is String)
    let warnings = try #require(sheet["warnings"] as? [[String: Any]])
    #expect(!warnings.isEmpty)
    for warning in warnings {
      #expect(Set(warning.keys) == ["level", "code", "message", "detail", "regulatoryRef"])
      #expect(["advisory", "caution", "warning", "danger"].contains(warning["level"] as? String))
    }
  }

  @Test("and as text ends with the whole disclaimer")
  func disclaimer() throws {
    #expect(try sheet("172m-two-up")["disclaimer"] as? String == LoadSheet.disclaimer)
    let text = try LapwingProcess.run(
      ["balance", "compute", "--scenario", ProjectFile("data/loadings/172m-two-up.json").path])
    let words = text.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.hasSuffix(" " + LoadSheet.disclaimer))
    for part in ["14 CFR 91.103", "pilot in command", "14 CFR 91.9(a)", "those documents prevail."] {
      #expect(LoadSheet.disclaimer.contains(part), "\(part)")
    }
  }
}

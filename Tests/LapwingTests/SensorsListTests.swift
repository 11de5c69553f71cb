import Foundation
import TestSupport
import Testing

@Suite struct `The list of sensors` {
  private func list(_ words: [String]) throws -> LapwingProcess.Outcome {
    try LapwingProcess.run(["sensors"] + words)
  }

  @Test(arguments: [[], ["govee"], ["H10"], ["aranet"], ["viatom"], ["meter", "pro"], ["list", "shelly"], ["CGS1"]])
  func `fits 80 columns`(words: [String]) throws {
    let outcome = try list(words)
    #expect(outcome.status == 0, "\(outcome.error)")
    for line in outcome.output.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
  }

  @Test func `has all kinds, what some need, and what cannot be read`() throws {
    let output = try list([]).output
    for part in ["Aranet4", "RadonEye Plus2", "TFA AirCO2ntrol", "6-digit PIN", "Bluetooth cannot read:", "CGS1"] {
      #expect(output.contains(part), "\(part)")
    }
  }

  @Test func `says what cannot be known from what measures a heart, and from nothing else`() throws {
    func words(_ arguments: [String]) throws -> String {
      try list(arguments).output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    let sentence = "frozen shows it after 5 minutes"
    #expect(try words([]).contains("What cannot be known: Heart Rate Service"))
    #expect(try words([]).components(separatedBy: sentence).count == 2, "once")
    #expect(try words(["H10"]).contains(sentence))
    #expect(try !words(["aranet"]).contains(sentence))
    #expect(try words(["--json", "H10"]).contains("\"cannot_be_known\":\"without beats"))
  }

  @Test func `of a word has the kinds that it means, and all about them if they are few`() throws {
    let output = try list(["SCD41"]).output
    #expect(output.contains("Sensirion CO2 gadget"))
    #expect(output.contains("MyCO2"))
    #expect(!output.contains("Aranet4"))
    #expect(!output.contains("Bluetooth cannot read"))
  }

  @Test func `in JSON is filtered too`() throws {
    let lines = try list(["--json", "govee"]).output.split(separator: "\n")
    #expect(lines.count == 2 && lines.allSatisfy { $0.contains("\"Govee") })
  }

  @Test func `of an unknown word says so`() throws {
    let outcome = try list(["toaster"])
    #expect(outcome.status == 66)
    #expect(outcome.error.contains("no sensor is called \"toaster\""))
  }
}

import Foundation
import Settings
import TestSupport
import Testing
import Web
import Words

@testable import Panel

@Suite(.timeLimit(.minutes(20))) struct `The page Balance` {
  private static let scenario = """
    // The Sunday flight
    {
      "aircraftId": "cessna-172m",
      "name": "Sunday",
      // two in front
      "stationLoads": {"front-seats": [170, {"weight": 150, "name": "Ann"}], "baggage-1": 40},
      "fuelLoads": {"main-fuel": 38},
      "tripFuel": 20
    }
    """
  /// The fields of the form as a browser sends them, with what a test changes.
  private static func query(_ changes: [String: String] = [:]) -> String {
    let fields = [
      "scenario": "sunday.json", "typed": "imperial", "units": "imperial", "category": "normal",
      "load.front-seats.0": "170", "load.front-seats.1": "150", "load.baggage-1.0": "40", "fuel.main-fuel": "38",
      "trip": "20", "taxi": "1",
    ].merging(changes) { $1 }
    return fields.map { "\($0.key)=\(FormFields.encoded($0.value))" }.joined(separator: "&")
  }

  private func bench() throws -> PanelBench {
    let bench = try PanelBench()
    try FileManager.default.createDirectory(atPath: bench.folder.file("scenarios"), withIntermediateDirectories: true)
    _ = try bench.folder.write(Self.scenario, to: "scenarios/sunday.json")
    return bench
  }

  private func stored(_ bench: PanelBench, _ name: String = "sunday.json") throws -> String {
    try String(contentsOfFile: bench.folder.file("scenarios/\(name)"), encoding: .utf8)
  }

  @Test func `offers the aircraft that are built in and the scenarios of the box`() async throws {
    let page = try await bench().ask("GET", "/balance").body
    for name in ["Cessna 172M Skyhawk", "Beechcraft Bonanza A36", "Sunday", "sunday.json"] {
      #expect(page.contains(name))
    }
  }

  /// Added up by hand: 1353 lb at 38.8 in, 340 at 37, 340 at 73, 45 at 95 and 37 gal of 6 lb at 48 are 2300 lb, which is
  /// the limit, and 104,827.4 lb·in.
  @Test func `computes a Cessna 172M on the edge and inside, in any units`() async throws {
    let bench = try bench()
    let sample = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "data/loadings/172m-poh-sample.json")
    try FileManager.default.copyItem(at: sample, to: URL(filePath: bench.folder.file("scenarios/sample.json")))
    for units in ["imperial", "metric"] {
      let page = try await bench.ask("GET", "/balance/sheet?scenario=sample.json&units=\(units)").body
      #expect(page.contains(units == "metric" ? "1043.3 kg" : "2300 lb"))
      #expect(page.contains(units == "metric" ? "1157.7 mm" : "45.58 in"))
      #expect(!page.contains("NOT WITHIN LIMITS"))
    }
  }

  @Test func `says every limit that is broken in words, with its regulation`() async throws {
    let answer = try await bench().ask("GET", "/balance/sheet?" + Self.query(["load.rear-seats.0": "400"])).body
    #expect(answer.contains("NOT WITHIN LIMITS"))
    #expect(answer.contains("Take-off weight exceeds its maximum by 148 lb."))
    #expect(answer.contains("14 CFR 91.9(a)"))
  }

  @Test func `describes its chart for people who do not see it`() async throws {
    let page = try await bench().ask("GET", "/balance/sheet?scenario=sunday.json").body
    #expect(page.contains("<desc id=\"description\">INSIDE, unverified empty weight. Worst point:"))
    #expect(page.contains("landing: 1928 lb at 41.52 in, inside"))
  }

  @Test func `follows a change with the parts that change`() async throws {
    let answer = try await bench().ask("GET", "/balance/live?" + Self.query(["load.rear-seats.0": "400"]))
    #expect(answer.field("Content-Type") == "application/json")
    let news = try #require(try JSONSerialization.jsonObject(with: Data(answer.body.utf8)) as? [String: Any])
    let parts = try #require(news["parts"] as? [String: String])
    #expect(parts["verdict"]?.contains("Take-off weight exceeds its maximum by 148 lb.") == true)
    #expect(parts["picture"]?.contains("<svg") == true)
    #expect((news["faults"] as? [String: String])?.isEmpty == true)
  }

  @Test(arguments: [
    ("170 lbs", "is not a number"), ("12,5.3", "is not a number"), ("1,250", "is not a number"),
    ("99999999999", "is too large"),
  ])
  func `says beside the field what is wrong, and keeps what was typed`(text: String, sentence: String) async throws {
    let page = try await bench().ask("GET", "/balance/sheet?" + Self.query(["load.front-seats.0": text])).body
    #expect(page.contains("value=\"\(text)\""))
    #expect(page.contains(sentence))
    #expect(page.contains("aria-invalid=\"true\""))
    // No result is shown that is not of these numbers.
    #expect(!page.contains("<svg xmlns"))
  }

  @Test func `takes a comma for a point, and no fuel below nothing`() async throws {
    let bench = try bench()
    let comma = try await bench.ask("GET", "/balance/sheet?" + Self.query(["load.front-seats.0": "170,5"])).body
    #expect(comma.contains("2048.5 lb"))
    let less = try await bench.ask("GET", "/balance/sheet?" + Self.query(["trip": "-1"])).body
    #expect(less.contains("too small"))
  }

  @Test func `converts what was typed into other units`() async throws {
    let page = try await bench().ask("GET", "/balance/sheet?" + Self.query(["units": "metric"])).body
    #expect(page.contains("value=\"77.11\""))
    #expect(page.contains("value=\"143.85\""))
    #expect(page.contains("929 kg"))
  }

  @Test func `takes fuel by weight, as handbooks have it, and keeps it so`() async throws {
    let bench = try bench()
    let chosen = try await bench.ask("GET", "/balance/sheet?" + Self.query(["fuel-in": "weight"])).body
    #expect(
      chosen.contains(
        "id=\"fuel.main-fuel\" name=\"fuel.main-fuel\" inputmode=\"decimal\" autocomplete=\"off\" value=\"228\""))
    #expect(chosen.contains("id=\"trip\" name=\"trip\" inputmode=\"decimal\" autocomplete=\"off\" value=\"120\""))
    let typed = ["fuel-in": "weight", "typed-fuel": "weight", "fuel.main-fuel": "210", "trip": "120", "taxi": "6"]
    let page = try await bench.ask("GET", "/balance/sheet?" + Self.query(typed)).body
    #expect(page.contains("value=\"210\""))
    let back = try await bench.ask(
      "GET", "/balance/sheet?" + Self.query(typed.merging(["fuel-in": "volume", "units": "metric"]) { $1 })
    ).body
    #expect(back.contains("value=\"132.49\""), "210 lb are 35 gal")
    let kept = try await bench.ask(
      "POST", "/balance/keep", body: Self.query(typed.merging(["name": "Sunday", "file": "sunday.json"]) { $1 }))
    #expect(kept.status == 303, "\(kept.body)")
    let stored = try stored(bench)
    #expect(stored.contains("\"main-fuel\": {\"value\": 210, \"unit\": \"lb\"}"), "\(stored)")
    #expect(stored.contains("\"tripFuel\": 20"), "what was not changed stays as the file has it")
  }

  @Test func `stores nothing by looking`() async throws {
    let bench = try bench()
    for path in ["/balance/sheet?", "/balance/live?"] {
      _ = try await bench.ask("GET", path + Self.query(["load.rear-seats.0": "120", "file": "other", "name": "x"]))
    }
    #expect(try stored(bench) == Self.scenario)
    #expect(try FileManager.default.contentsOfDirectory(atPath: bench.folder.file("scenarios")) == ["sunday.json"])
  }

  @Test func `keeps a loading when told to, with the comments of its file`() async throws {
    let bench = try bench()
    let form = Self.query(["trip": "25", "file": "sunday.json", "name": "Sunday, longer", "notes": "with Ann"])
    let answer = try await bench.ask("POST", "/balance/keep", body: form)
    #expect(answer.status == 303)
    let text = try stored(bench)
    for part in [
      "// two in front", "\"name\": \"Ann\"", "\"Sunday, longer\"", "with Ann", "\"value\": 25", "2027-01-15T",
    ] {
      #expect(text.contains(part))
    }
    let page = try await bench.ask("GET", answer.field("Location") ?? "").body
    #expect(page.contains("Kept as sunday.json"))
  }

  @Test func `takes back nothing that has changed since the form was shown`() async throws {
    let bench = try bench()
    let page = try await bench.ask("GET", "/balance/sheet?" + Self.query([:])).body
    let was = try #require(page.firstMatch(of: /name="was" value="([0-9a-f]{16})"/)?.1)
    let changed = Self.scenario + "\n"
    _ = try bench.folder.write(changed, to: "scenarios/sunday.json")
    let form = Self.query(["trip": "25", "file": "sunday.json", "was": String(was)])
    let answer = try await bench.ask("POST", "/balance/keep", body: form)
    #expect(answer.status == 422)
    #expect(answer.body.contains("has changed since this page was loaded"))
    #expect(try stored(bench) == changed)
  }

  @Test func `writes over no other scenario, and nowhere else`() async throws {
    let bench = try bench()
    _ = try bench.folder.write(Self.scenario, to: "scenarios/other.json")
    let other = try await bench.ask("POST", "/balance/keep", body: Self.query(["file": "other"]))
    #expect(other.status == 422)
    #expect(other.body.contains("There is a scenario “other” already"))
    #expect(try stored(bench, "other.json") == Self.scenario)
    for name in ["../lapwing", "/etc/passwd", ".hidden", "a/b", ""] {
      let answer = try await bench.ask("POST", "/balance/keep", body: Self.query(["file": name]))
      #expect(answer.status == 422)
      #expect(answer.body.contains("Write a file name"))
    }
  }

  @Test(arguments: ["../lapwing.yaml", "/etc/passwd", "..%2f..%2fetc%2fpasswd"])
  func `reads no file outside the folder`(name: String) async throws {
    let answer = try await bench().ask("GET", "/balance/sheet?scenario=\(name)")
    #expect(answer.status == 422)
    let aircraft = try await bench().ask("GET", "/balance/sheet?aircraft=\(name)")
    #expect(aircraft.status == 404)
  }

  @Test func `lets somebody who may only look compute, and not keep`() async throws {
    let bench = try bench()
    let fields = [PanelBench.fromAfar, try bench.cookie(.look)]
    #expect(try await bench.ask("GET", "/balance/sheet?scenario=sunday.json", fields).status == 200)
    #expect(try await bench.ask("POST", "/balance/keep", fields, body: Self.query(["file": "new"])).status == 403)
    #expect(try await bench.ask("GET", "/balance/live?" + Self.query(), [PanelBench.fromAfar]).status == 303)
  }

  @Test func `shows where each number is from and how sure it is`() async throws {
    let page = try await bench().ask("GET", "/balance/sources?aircraft=cessna-172m").body
    for part in ["limits.takeoff", "TCDS 3A12", "checked", "unchecked", "stations.front-seats.arm", "claimed"] {
      #expect(page.contains(part))
    }
  }

  @Test func `prints the load sheet as the command does`() async throws {
    let answer = try await bench().ask("GET", "/balance/sheet.pdf?" + Self.query(["load.rear-seats.0": "400"]))
    #expect(answer.status == 200)
    #expect(answer.field("Content-Type") == "application/pdf")
    #expect(answer.body.hasPrefix("%PDF"))
  }

  @Test(arguments: ["typed=", "typed=stones", ""])
  func `shows no other loading when the units of its numbers are missing`(typed: String) async throws {
    let bench = try bench()
    let fields = "aircraft=cessna-172m&\(typed)&load.front-seats.0=900&fuel.main-fuel=38"
    for path in ["/balance/sheet?", "/balance/live?", "/balance/sheet.pdf?"] {
      let answer = try await bench.ask("GET", path + fields)
      #expect(
        answer.status == 400 && answer.body.contains("typed") && !answer.body.contains("INSIDE"), "\(answer.head)")
    }
  }
}

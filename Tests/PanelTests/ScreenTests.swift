import Status
import Testing
import Web

@testable import Panel

@Suite(.timeLimit(.minutes(20))) struct `A screen beside the box` {
  @Test(arguments: ["/kiosk", "/tile"])
  func `is live, and says that the box is lost as the page Now does`(path: String) async throws {
    let bench = try PanelBench()
    let lost = try await bench.ask("GET", path).body
    #expect(lost.contains("The box has not answered since"))
    #expect(lost.contains("data-live=\"/live\(path)\""))
    bench.answer()
    let page = try await bench.ask("GET", path).body
    #expect(page.contains("No alarm"))
    #expect(page.contains("No sensor is adopted yet."))
    #expect(page.contains("http-equiv=\"refresh\""))
  }

  @Test(arguments: ["/kiosk", "/tile", "/doctor", "/heart", "/air", "/start", "/balance"])
  func `and every other page is for nobody without a code`(path: String) async throws {
    let bench = try PanelBench()
    #expect(try await bench.ask("GET", path, [PanelBench.fromAfar]).field("Location") == "/enter")
  }
}

@Suite(.timeLimit(.minutes(20))) struct `The doctor's page` {
  @Test func `reads the lines of the command`() {
    let good = DoctorFinding(line: "good  disk: 300 MiB are free for /var/lib/lapwing/lapwing.db")
    #expect(good?.isGood == true && good?.part == "disk")
    let bad = DoctorFinding(line: "BAD   sound card: hw:9: no such card; name one of board.sound.device")
    #expect(bad?.isGood == false && bad?.part == "sound card")
    #expect(bad?.sentence == "hw:9: no such card; name one of board.sound.device")
    #expect(DoctorFinding(line: "lapwing: these parts have a fault: disk") == nil)
  }

  @Test func `shows what the command finds here`() async throws {
    let page = try await PanelBench().ask("GET", "/doctor").body
    for part in ["disk", "clock", "MiB are free"] { #expect(page.contains(part)) }
    #expect(page.contains("Looked at "))
  }

  @Test func `says that the box does not answer, and not that all is well`() async throws {
    let page = try await PanelBench().ask("GET", "/doctor").body
    #expect(page.contains("The box does not answer, so it may be watching no one."))
    #expect(!page.contains("Every part that is set up works."))
  }
}

@Suite(.timeLimit(.minutes(20))) struct `Heart and air by day` {
  @Test(arguments: ["/heart", "/air"])
  func `say in a sentence that there is no logbook`(path: String) async throws {
    let answer = try await PanelBench().ask("GET", path)
    #expect(answer.status >= 400)
    #expect(answer.body.contains("lapwing.db"))
  }
}

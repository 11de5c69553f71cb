import Engine
import Readings
import Settings
import Status
import Testing
import Words
import Web

@testable import Panel

@Suite(.timeLimit(.minutes(20))) struct `Flight mode on the page` {
  @Test(arguments: [
    (NetworkMode.flight, "Flight mode is on: Wi-Fi is off", "비행 모드 켜짐"),
    (.hotSpot, "The hot spot of this box is open", "핫스팟이 열려 있음"),
  ]) func `and the hot spot are told in both languages, and the usual network is not`(
    mode: NetworkMode, english: String, korean: String
  ) async throws {
    let bench = try PanelBench()
    var status = BoxStatus(ApplianceStatus(), in: bench.panel.configuration)
    for network in [mode.rawValue, NetworkMode.normal.rawValue] {
      status.network = network
      bench.panel.feed.tell(status, at: bench.now)
      let isTold = network == mode.rawValue
      #expect(try await bench.ask("GET", "/").body.contains(english) == isTold)
      #expect(try await bench.ask("GET", "/", ["Accept-Language: ko"]).body.contains(korean) == isTold)
    }
  }
}

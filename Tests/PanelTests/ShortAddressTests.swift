import Settings
import Testing
import Web

@testable import Panel

/// What port 80 answers. A real client meets it in `Tests/page/test_tls.py`.
@Suite(.timeLimit(.minutes(20))) struct `An address without the port of the page` {
  /// The answer to a visitor of the network.
  private func answer(
    _ host: String, method: String = "GET", target: String = "/history?text=a%20b", withTLS: Bool = true,
    peer: String = "192.0.2.7"
  ) async throws -> Reply {
    let bench = try PanelBench()
    let certificate = withTLS ? try PanelCertificate(bench.panel.configuration, name: "testbox", at: bench.now) : nil
    let request = RawRequest(method: method, target: target, fields: [(name: "Host", value: host)], peer: peer)
    return await PanelResponder(panel: bench.panel, certificate: certificate)
      .answer(request, at: bench.now, elsewhere: 8437)
  }

  @Test(arguments: [
    "testbox", "testbox.local", "TESTBOX-2.local:80", "testbox.fritz.box", "testbox.lan", "testbox.home.arpa",
    "192.168.1.5", "[fe80::1]", "[2001:db8::5]:80",
  ]) func `leads to it by each name of the box`(host: String) async throws {
    let place = host.hasSuffix(":80") ? String(host.dropLast(3)) : host
    let reply = try await answer(host)
    #expect(reply.status == .seeOther)
    #expect(reply[field: "Location"] == "https://\(place):8437/history?text=a%20b")
  }

  @Test func `leads to http if that is how the page is served, or for the box itself`() async throws {
    #expect(try await answer("box.lan").status == .misdirected)
    #expect(try await answer("testbox", withTLS: false)[field: "Location"]?.hasPrefix("http://testbox:8437/") == true)
    #expect(try await answer("localhost", peer: "::1")[field: "Location"]?.hasPrefix("http://localhost:8437/") == true)
  }

  @Test func `leads nowhere for a form, another name, or what could name another host`() async throws {
    #expect(try await answer("testbox", method: "POST").status == .forbidden)
    #expect(try await answer("evil.example").status == .misdirected)
    #expect(try await answer("testbox", target: "@evil.example").status == .badRequest)
  }
}

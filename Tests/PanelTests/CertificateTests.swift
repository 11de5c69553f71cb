import Glibc
import NIOSSL
import Readings
import Settings
import TestSupport
import Testing
import Web

@testable import Panel

/// Real clients (openssl, curl, Chromium) meet it in `Tests/page/test_tls.py`.
@Suite(.timeLimit(.minutes(20))) struct `The certificate of the page` {
  private let now: Int64 = 1_800_000_000_000

  private func configuration(_ folder: TemporaryFolder, _ page: String = "") throws -> Configuration {
    let path = try folder.write("panel: {access-file: \(folder.file("panel.json"))\(page)}\n", to: "lapwing.yaml")
    return try Configuration(path: path, profile: nil)
  }

  @Test func `that the box makes stays, whatever its address becomes`() throws {
    let folder = try TemporaryFolder()
    let first = try #require(try PanelCertificate(try configuration(folder), name: "box", at: now))
    #expect(try folder.mode(of: "panel.pem") == 0o600)
    let second = try #require(try PanelCertificate(try configuration(folder), name: "box", at: now + 86_400_000))
    #expect(first.fingerprint == second.fingerprint)
    #expect(first.fingerprint.description.split(separator: ":").count == 32)
    // A box whose clock stands in 1970, or was set to a year that has not come, has the same.
    #expect(try PanelCertificate(try configuration(folder), name: "box", at: 0)?.fingerprint == first.fingerprint)
    let in2047: Int64 = 2_440_000_000_000
    #expect(try PanelCertificate(try configuration(folder), name: "box", at: in2047)?.fingerprint == first.fingerprint)
  }

  @Test func `that two processes make at once is one`() async throws {
    let folder = try TemporaryFolder()
    let configuration = try configuration(folder), now = now
    let made = try await withThrowingTaskGroup(of: String?.self) { group in
      for _ in 0..<8 {
        group.addTask { try PanelCertificate(configuration, name: "box", at: now)?.fingerprint.description }
      }
      return try await group.reduce(into: Set<String?>()) { $0.insert($1) }
    }
    #expect(made.count == 1 && !made.contains(nil))
    #expect(try PanelCertificate.known(configuration)?.fingerprint.description == made.first ?? nil)
    #expect(try folder.mode(of: "panel.pem") == 0o600)
  }

  @Test func `that the box makes is made again for another name, a damaged file, and two years before its end`() throws
  {
    let folder = try TemporaryFolder()
    func made(_ name: String, at now: Int64) throws -> Fingerprint? {
      try PanelCertificate(try configuration(folder), name: name, at: now)?.fingerprint
    }
    let first = try made("box", at: now)
    let second = try made("kitchen", at: now)
    #expect(first != second)
    _ = try folder.write("-----BEGIN CERTIFICATE-----\nnothing", to: "panel.pem")
    chmod(folder.file("panel.pem"), 0o644)
    let third = try made("kitchen", at: now)
    #expect(third != second)
    #expect(try folder.mode(of: "panel.pem") == 0o600, "no other user may read the key")
    let twoYearsBefore = (SelfSignedCertificate.end - 2 * 365 * 86_400) * 1000
    #expect(try made("kitchen", at: twoYearsBefore - 1) == third)
    #expect(try made("kitchen", at: twoYearsBefore) != third)
  }

  /// Below a file there is nothing whose permissions could be set, also for root.
  @Test func `is not written where others might read its key`() throws {
    let folder = try TemporaryFolder()
    let place = try folder.write("", to: "file") + "/panel.pem"
    #expect {
      try PanelCertificate.keepToOwner(place)
    } throws: { error in
      let error = error as? LapwingError
      return error?.code == "no-certificate"
        && error?.message.hasPrefix("\(place): its permissions cannot be set") == true
    }
    // One that was deleted meanwhile is made with the right mode.
    try PanelCertificate.keepToOwner(folder.file("panel.pem"))
  }

  @Test func `ends when the code says so`() throws {
    let made = try SelfSignedCertificate(names: ["box"], addresses: [])
    let read = try NIOSSLCertificate(bytes: made.certificate, format: .der)
    #expect(Int64(read.notValidAfter) == SelfSignedCertificate.end)
    #expect(read.notValidBefore == 1_514_764_800)
  }

  @Test func `of the owner is used, and its names are those of the page`() throws {
    let folder = try TemporaryFolder()
    let made = try SelfSignedCertificate(names: ["lapwing.home.example", "*.wild.example"], addresses: [])
    let pem = try folder.write(made.pem, to: "own.pem")
    let files = try configuration(folder, ", tls: files, certificate: \(pem), key: \(pem)")
    let own = try #require(try PanelCertificate(files, name: "box", at: now))
    #expect(own.fingerprint == Fingerprint(of: made.certificate))
    let hosts = HostNames(host: "box", others: own.names)
    #expect(hosts.allow("lapwing.home.example:8437") && hosts.allow("Any.wild.example") && hosts.allow("box.local"))
    #expect(!hosts.allow("wild.example") && !hosts.allow("a.b.wild.example") && !hosts.allow("evil.example"))
  }

  @Test func `of everybody lets no other name in, and neither does a Host that is none`() {
    let hosts = HostNames(host: "box", others: ["*", "*.example", "*.*.example", ""])
    for host in [
      "", ":8437", "evil", "evil.example", "box/x", "box:1:2", "box:x", "box:0", "box:70000", "[::1", "box@evil",
      "b ox",
    ] {
      #expect(!hosts.allow(host), "\(host)")
    }
    for host in ["box", "BOX.local:8437", "[::1]:8437", "192.168.1.2", "[fe80::1]"] {
      #expect(hosts.allow(host), "\(host)")
    }
  }

  @Test func `is in force between its beginning and its end`() throws {
    let folder = try TemporaryFolder()
    let own = try #require(try PanelCertificate(try configuration(folder), name: "box", at: now))
    #expect(
      own.isInForce(at: now) && !own.isInForce(at: 0) && !own.isInForce(at: (SelfSignedCertificate.end + 1) * 1000))
  }

  @Test(arguments: [
    ("/history?text=a", 303, "https://localhost/history?text=a"),
    ("//evil.example/", 303, "https://localhost//evil.example/"),
    ("@evil.example/", 400, nil), (".evil.example/", 400, nil), ("http://evil.example/", 400, nil), ("", 400, nil),
  ])
  func `sends a visitor without TLS to the same host and to no other one`(
    target: String, status: Int, place: String?
  ) async throws {
    let bench = try PanelBench(), folder = try TemporaryFolder()
    let own = try PanelCertificate(try configuration(folder), name: "box", at: now)
    let request = RawRequest(method: "GET", target: target, fields: [("Host", "localhost")], peer: "192.0.2.7")
    let reply = await PanelResponder(panel: bench.panel, certificate: own).answer(request, at: now)
    #expect(reply.status.rawValue == status && reply[field: "Location"] == place)
  }

  @Test(arguments: ["", ", certificate: /nowhere/a.pem, key: /nowhere/b.pem"])
  func `of the owner that is not there is a clear error`(files: String) throws {
    let folder = try TemporaryFolder()
    #expect {
      _ = try PanelCertificate(try configuration(folder, ", tls: files" + files), name: "box", at: now)
    } throws: { error in
      let error = error as? LapwingError
      return error?.status == .configuration && error?.message.contains("panel.key") == true
    }
  }

  @Test func `of the owner with the key of another one is a clear error`() throws {
    let folder = try TemporaryFolder()
    let one = try folder.write(try SelfSignedCertificate(names: ["a"], addresses: []).pem, to: "one.pem")
    let other = try SelfSignedCertificate(names: ["a"], addresses: [])
    let key = try folder.write(PEM.text("EC PRIVATE KEY", other.key), to: "two.pem")
    let files = try configuration(folder, ", tls: files, certificate: \(one), key: \(key)")
    #expect(throws: LapwingError.self) { try PanelCertificate(files, name: "box", at: now) }
  }

  @Test func `is not read as a certificate of the box where there is no TLS`() throws {
    let folder = try TemporaryFolder()
    #expect(try PanelCertificate(try configuration(folder, ", tls: none"), name: "box", at: now) == nil)
    #expect(try PanelCertificate.known(try configuration(folder)) == nil)
  }
}

import Control
import Settings
import Testing
import Web

@testable import Panel

@Suite(.timeLimit(.minutes(20))) struct `A part of an update that a browser sends` {
  private static let name = "lapwing-0.2.0-rpi-arm64.raucb"

  @Test func `is not taken by a box that installs none, nor from somebody who only looks`() async throws {
    let bench = try PanelBench(), folder = UpdateFolder(in: bench.panel.configuration)
    let box = try FakeBox(bench)
    defer { box.end() }
    let body = "name=\(Self.name)&from=0&of=1&part=AQ%3D%3D"
    let form = "Content-Type: application/x-www-form-urlencoded"
    let answer = try await bench.ask("POST", "/update/part", [form], body: body)
    #expect(answer.status == 422)
    #expect(answer.body.contains("it was not started from Lapwing's card"))
    let looker = try await bench.ask(
      "POST", "/update/part", [form, PanelBench.fromAfar, try bench.cookie(.look)], body: body)
    #expect(looker.status == 403)
    #expect(folder.names == [])
  }
}

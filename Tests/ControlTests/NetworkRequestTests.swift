import Engine
import Foundation
import Readings
import TestSupport
import Testing
@testable import Control

/// What a person may ask of the network of Lapwing's card.
@Suite struct `A request for another network` {
  private let folder: TemporaryFolder
  private var request: NetworkRequest {
    NetworkRequest(folder: folder.file("lapwing"), system: folder.file("box"))
  }

  init() throws {
    folder = try TemporaryFolder()
    for name in ["lapwing", "box"] {
      try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: false)
    }
    try shows("normal\n\n\n")
  }

  private func shows(_ text: String) throws { _ = try folder.write(text, to: "box/network-mode") }

  private var asked: String? {
    try? String(contentsOfFile: folder.file("lapwing/network"), encoding: .utf8)
  }

  @Test(arguments: ["normal", "flight", "hot-spot"])
  func `is a line in the file that the system waits for`(name: String) throws {
    #expect(try request.answer(name).contains("lapwing network shows"))
    #expect(asked == name + "\n")
  }

  @Test func `from the buttons has a number, by which its end is known`() throws {
    try request.ask(.flight, number: "17")
    #expect(asked == "flight 17\n")
    try shows("flight\n17\n\n")
    #expect(request.state == NetworkRequest.State(mode: .flight, order: "17", refusal: nil))
  }

  @Test func `for the status tells what the network does, and why an order was refused`() throws {
    try shows("flight\n\nflight mode is on; end it first\n")
    let answer = try request.answer("status")
    #expect(answer.hasPrefix("flight mode is on: Wi-Fi is off"))
    #expect(answer.hasSuffix("the latest order: flight mode is on; end it first"))
    #expect(asked == nil)
  }

  @Test(arguments: ["", "Flight", "flight 3", "on", "normal\nflight"])
  func `that names no network is refused`(name: String) {
    #expect(throws: LapwingError.self) { try request.answer(name) }
    #expect(asked == nil)
  }

  @Test(arguments: ["", "on\n", "\nflight\n", "fligh"])
  func `is refused where the system says nothing that is known`(text: String) throws {
    try shows(text)
    #expect(request.state == nil)
    #expect(throws: LapwingError.self) { try request.answer("flight") }
    #expect(asked == nil)
  }

  @Test func `of a box that was not started from the card says so`() throws {
    try FileManager.default.removeItem(atPath: folder.file("box/network-mode"))
    do throws(LapwingError) {
      _ = try request.answer("flight")
      Issue.record("no error")
    } catch {
      #expect(error.message.contains("not started from Lapwing's card"))
      #expect(error.status == .unavailable)
    }
    try request.refuseInFlight()
  }

  @Test func `to connect to any device is refused in flight only`() throws {
    try request.refuseInFlight()
    try shows("flight\n\n\n")
    #expect(throws: LapwingError.self) { try request.refuseInFlight() }
  }
}

import Foundation
import Testing

@testable import Board

@Suite struct `The sound card that is chosen` {
  private struct Card {
    let name: String
    let bus: String
    let driver: String
    var plays = true
  }

  private static let kinds = [
    "jack": Card(name: "Headphones", bus: "vchiq-bus", driver: "bcm2835_audio"),
    "hdmi": Card(name: "vc4hdmi0", bus: "platform", driver: "vc4_hdmi"),
    "hat": Card(name: "HAT", bus: "platform", driver: "asoc-simple-card"),
    "usb": Card(name: "Device", bus: "usb", driver: "snd-usb-audio"),
    "usb 2": Card(name: "Audio", bus: "usb", driver: "snd-usb-audio"),
    "microphone": Card(name: "Mic", bus: "usb", driver: "snd-usb-audio", plays: false),
  ]

  @Test(arguments: [
    (["jack"], "Headphones"), (["hdmi", "jack"], "Headphones"), (["jack", "hat", "hdmi"], "HAT"),
    (["jack", "hat", "usb"], "Device"), (["usb", "usb 2"], "Audio"), (["microphone", "jack"], "Headphones"),
  ])
  func `comes by USB, else from the pins, else from the jack`(names: [String], chosen: String) throws {
    #expect(SoundCard.best(of: try cards(names))?.name == chosen)
  }

  @Test(arguments: [[], ["hdmi"], ["microphone"]])
  func `is never a screen nor a microphone`(names: [String]) throws {
    #expect(SoundCard.best(of: try cards(names)) == nil)
  }

  @Test(arguments: [
    ("raspberrypi,model-zero-2-w\0brcm,bcm2837\0", nil), ("raspberrypi,400\0brcm,bcm2711\0", nil),
    ("raspberrypi,4-compute-module-io\0raspberrypi,4-compute-module\0brcm,bcm2711\0", nil),
    ("raspberrypi,4-model-b\0brcm,bcm2711\0", "Headphones"),
    ("raspberrypi,3-model-a-plus\0brcm,bcm2837\0", "Headphones"),
  ])
  func `is not the jack of a board that has none`(board: String, chosen: String?) throws {
    #expect(SoundCard.best(of: try cards(["jack"], board: board))?.name == chosen)
    #expect(SoundCard.best(of: try cards(["jack", "hat"], board: board))?.name == "HAT")
  }

  @Test func `has the number by which the kernel knows it`() throws {
    try withCards(["hdmi", "usb"]) { folder in
      #expect(SoundCard.number(of: "Device", in: folder) == 1)
      #expect(SoundCard.number(of: "0", in: folder) == 0)
      #expect(SoundCard.number(of: "2", in: folder) == nil)
      #expect(SoundCard.number(of: "Other", in: folder) == nil)
    }
  }

  @Test func `is none where the kernel has no sound`() { #expect(SoundCard.all(in: "/nonexistent").isEmpty) }

  @Test func `is opened as any other`() throws {
    let device = try #require(SoundDevice("auto"))
    #expect(device.isHeard && device.isChosen)
  }

  private func cards(_ names: [String], board: String = "") throws -> [SoundCard] {
    try withCards(names) { folder in
      try Data(board.utf8).write(to: URL(filePath: "\(folder)/compatible"))
      return SoundCard.all(in: folder, board: "\(folder)/compatible")
    }
  }

  /// A folder as `/sys/class/sound`.
  private func withCards<Result>(_ names: [String], _ body: (String) throws -> Result) throws -> Result {
    let files = FileManager.default
    let folder = files.temporaryDirectory.appending(path: "cards-\(UUID().uuidString)").path
    defer { try? files.removeItem(atPath: folder) }
    try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for (number, name) in names.enumerated() {
      let card = try #require(Self.kinds[name])
      let device = "\(folder)/card\(number)/device"
      try files.createDirectory(atPath: device, withIntermediateDirectories: true)
      try Data("\(card.name)\n".utf8).write(to: URL(filePath: "\(folder)/card\(number)/id"))
      try files.createSymbolicLink(atPath: "\(device)/subsystem", withDestinationPath: "../../bus/\(card.bus)")
      try files.createSymbolicLink(atPath: "\(device)/driver", withDestinationPath: "../../drivers/\(card.driver)")
      let stream = "\(folder)/pcmC\(number)D0\(card.plays ? "p" : "c")"
      try files.createDirectory(atPath: stream, withIntermediateDirectories: true)
    }
    return try body(folder)
  }
}

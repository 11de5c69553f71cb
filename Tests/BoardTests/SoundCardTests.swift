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

  @Test func `is none where the kernel has no sound`() { #expect(SoundCard.all(in: "/nonexistent").isEmpty) }

  @Test func `is opened as any other`() throws {
    let device = try #require(SoundDevice("auto"))
    #expect(device.isHeard && device.isChosen)
  }

  /// A folder as `/sys/class/sound`.
  private func cards(_ names: [String]) throws -> [SoundCard] {
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
    return SoundCard.all(in: folder)
  }
}

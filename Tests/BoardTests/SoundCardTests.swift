import Foundation
import Testing

@testable import Board

@Suite struct `The sound card that is chosen` {
  private static let lists: [String: (cards: String, usb: [Int], playing: [Int])] = [
    "jack": (" 0 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones\n", [], [0]),
    "hdmi": (" 1 [vc4hdmi0       ]: vc4-hdmi - vc4-hdmi-0\n", [], [1]),
    "hat": (" 2 [HAT            ]: simple-card - HAT\n", [], [2]),
    "usb": (" 3 [Device         ]: USB-Audio - USB Audio Device\n                      C-Media at usb-1.2\n", [3], [3]),
    "usb 2": (" 4 [Audio          ]: USB-Audio - USB Audio\n", [4], [4]),
    "microphone": (" 5 [Mic            ]: USB-Audio - USB Microphone\n", [5], []),
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

  private func cards(_ names: [String]) throws -> [SoundCard] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "cards-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var text = ""
    for name in names {
      let list = try #require(Self.lists[name])
      text += list.cards
      for number in list.usb + list.playing {
        try FileManager.default.createDirectory(atPath: "\(folder)/card\(number)", withIntermediateDirectories: true)
      }
      for number in list.usb { try Data("x".utf8).write(to: URL(filePath: "\(folder)/card\(number)/usbid")) }
      for number in list.playing {
        try FileManager.default.createDirectory(
          atPath: "\(folder)/card\(number)/pcm0p", withIntermediateDirectories: true)
      }
      if name == "microphone" {
        try FileManager.default.createDirectory(atPath: "\(folder)/card5/pcm0c", withIntermediateDirectories: true)
      }
    }
    try Data(text.utf8).write(to: URL(filePath: "\(folder)/cards"))
    return SoundCard.all(in: folder)
  }
}

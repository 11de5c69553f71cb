import Glibc

/// A sound card that can play, as the kernel lists it in `/proc/asound`.
package struct SoundCard: Sendable, Equatable {
  /// Where its sound comes out. The order is that in which Lapwing chooses.
  package enum Place: Int, Sendable, Comparable, CaseIterable {
    case usb
    /// A card on the pins of a Raspberry Pi, or in the machine.
    case own
    /// The jack of a Raspberry Pi.
    case jack
    /// A screen, which may be off. It is never chosen.
    case screen

    package static func < (one: Place, other: Place) -> Bool { one.rawValue < other.rawValue }
  }

  /// Its name in ALSA's configuration: `hw:CARD=NAME`.
  package let name: String
  package let place: Place

  /// The card for alarms where the configuration names none: by USB before one on the pins before the jack. Of two at one
  /// place it is the first by name, so that it is the same at each start. A screen is never chosen.
  package static func best(of cards: [SoundCard]) -> SoundCard? {
    cards.filter { $0.place != .screen }.min { ($0.place, $0.name) < ($1.place, $1.name) }
  }

  /// The cards that can play now.
  package static func all(in folder: String = "/proc/asound") -> [SoundCard] {
    // " 0 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones", and below each a line that begins with more blanks.
    text(of: "\(folder)/cards").split(separator: "\n").compactMap { line in
      guard let open = line.firstIndex(of: "["), let close = line.firstIndex(of: "]"), open < close,
        let number = Int(line[..<open].filter { $0 != " " })
      else { return nil }
      let name = line[line.index(after: open)..<close].filter { $0 != " " }
      let own = "\(folder)/card\(number)"
      guard plays(own) else { return nil }
      return SoundCard(name: name, place: place(line[close...].lowercased(), isUSB: access("\(own)/usbid", F_OK) == 0))
    }
  }

  private static func place(_ words: String, isUSB: Bool) -> Place {
    if words.contains("hdmi") { return .screen }
    if isUSB { return .usb }
    return words.contains("bcm2835") ? .jack : .own
  }

  /// Whether a card has a device that plays: `pcm0p`.
  private static func plays(_ card: String) -> Bool {
    guard let entries = opendir(card) else { return false }
    defer { closedir(entries) }
    while let entry = readdir(entries) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasPrefix("pcm"), name.hasSuffix("p") { return true }
    }
    return false
  }

  private static func text(of path: String) -> String {
    guard let file = fopen(path, "r") else { return "" }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 16_384)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }
}

import Glibc

/// A sound card that can play, as the kernel lists it in `/sys/class/sound`: the service of the box does not see
/// `/proc/asound`.
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
  package static func all(in folder: String = "/sys/class/sound") -> [SoundCard] {
    let entries = entries(of: folder)
    return entries.compactMap { entry in
      guard entry.hasPrefix("card"), let number = Int(entry.dropFirst(4)), let name = name(of: "\(folder)/\(entry)"),
        // pcmC0D0p: card 0, device 0, plays.
        entries.contains(where: { $0.hasPrefix("pcmC\(number)D") && $0.hasSuffix("p") })
      else { return nil }
      let device = "\(folder)/\(entry)/device"
      let isUSB = target(of: "\(device)/subsystem") == "usb"
      return SoundCard(name: name, place: place("\(name) \(target(of: "\(device)/driver"))".lowercased(), isUSB: isUSB))
    }
  }

  private static func place(_ words: String, isUSB: Bool) -> Place {
    if words.contains("hdmi") { return .screen }
    if isUSB { return .usb }
    return words.contains("bcm2835") || words.contains("headphones") ? .jack : .own
  }

  private static func entries(of folder: String) -> [String] {
    guard let entries = opendir(folder) else { return [] }
    defer { closedir(entries) }
    var names: [String] = []
    while let entry = readdir(entries) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        })
    }
    return names
  }

  /// The name that ALSA knows a card by.
  private static func name(of card: String) -> String? {
    guard let file = fopen("\(card)/id", "r") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = fread(&bytes, 1, bytes.count, file)
    let name = String(decoding: bytes.prefix(count).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    return name.isEmpty ? nil : name
  }

  /// The last part of what a link points to; empty if there is no such link.
  private static func target(of link: String) -> String {
    var bytes = [CChar](repeating: 0, count: 1024)
    let count = readlink(link, &bytes, bytes.count)
    guard count > 0 else { return "" }
    let path = String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return path.split(separator: "/").last.map(String.init) ?? ""
  }
}

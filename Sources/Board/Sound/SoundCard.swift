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
    /// A screen, which may be off, or the jack of a board that has none. It is never chosen.
    case nowhere

    package static func < (one: Place, other: Place) -> Bool { one.rawValue < other.rawValue }
  }

  package let name: String
  package let place: Place

  /// The card for alarms if the configuration names none: by USB before one on the pins before the jack. Of two at one
  /// place it is the first by name, so that it is the same at each start.
  package static func best(of cards: [SoundCard]) -> SoundCard? {
    cards.filter { $0.place != .nowhere }.min { ($0.place, $0.name) < ($1.place, $1.name) }
  }

  /// The cards that can play now.
  /// - Parameter board: what the kernel says of the board, in the words of its device tree.
  package static func all(
    in folder: String = "/sys/class/sound", board: String = "/sys/firmware/devicetree/base/compatible"
  ) -> [SoundCard] {
    let entries = entries(of: folder)
    let hasJack = !boardsWithoutJack.contains { text(of: board).contains($0) }
    return entries.compactMap { entry in
      guard entry.hasPrefix("card"), let number = Int(entry.dropFirst(4)), let name = name(of: "\(folder)/\(entry)"),
        // pcmC0D0p: card 0, device 0, plays.
        entries.contains(where: { $0.hasPrefix("pcmC\(number)D") && $0.hasSuffix("p") })
      else { return nil }
      let device = "\(folder)/\(entry)/device"
      let isUSB = target(of: "\(device)/subsystem") == "usb"
      let words = "\(name) \(target(of: "\(device)/driver"))".lowercased()
      return SoundCard(name: name, place: place(words, isUSB: isUSB, hasJack: hasJack))
    }
  }

  /// The number of a card that is there, by its number or its name; `nil` if there is none.
  package static func number(of card: String, in folder: String = "/sys/class/sound") -> Int? {
    entries(of: folder).lazy.filter { $0.hasPrefix("card") }.compactMap { Int($0.dropFirst(4)) }
      .first { Int(card) == $0 || name(of: "\(folder)/card\($0)") == card }
  }

  /// The kernel's own driver makes a card for the jack on these too, though their pins end nowhere
  /// (Linux, drivers/staging/vc04_services/bcm2835-audio; names: arch/arm64/boot/dts/broadcom).
  private static let boardsWithoutJack = [
    "raspberrypi,model-zero", "raspberrypi,400", "raspberrypi,500", "-compute-module",
  ]

  private static func place(_ words: String, isUSB: Bool, hasJack: Bool) -> Place {
    if words.contains("hdmi") { return .nowhere }
    if isUSB { return .usb }
    guard words.contains("bcm2835") || words.contains("headphones") else { return .own }
    return hasJack ? .jack : .nowhere
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

  private static func name(of card: String) -> String? {
    let name = text(of: "\(card)/id").prefix { $0 != "\n" }
    return name.isEmpty ? nil : String(name)
  }

  /// The beginning of a file; empty if it cannot be read.
  private static func text(of path: String) -> String {
    guard let file = fopen(path, "r") else { return "" }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes.prefix(count), as: UTF8.self)
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

import Glibc

/// The name of a sound device, as the ALSA tools write it: `hw:CARD=Audio,DEV=0`, `plughw:Audio`, `hw:0,0`. Also `auto`, the
/// card that ``SoundCard/best(of:)`` chooses, `null`, which discards the sound, and `file:PATH`, which writes raw samples.
package struct SoundDevice: Sendable, Equatable {
  enum Kind: Sendable, Equatable {
    case card(String, device: Int, isConverted: Bool)
    case auto
    case null
    case file(String)
  }

  let kind: Kind
  /// As it was given.
  package let name: String

  package init?(_ text: String) {
    name = text
    if let word: Kind = ["null": .null, "auto": .auto][text] {
      kind = word
      return
    }
    let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
    guard parts.count == 2, let prefix = parts.first, let rest = parts.last,
      rest.allSatisfy({ $0.isASCII && $0 != "\"" && $0 != "\\" && !$0.isNewline })
    else { return nil }
    switch prefix {
    case "file": kind = .file(rest)
    case "hw", "plughw":
      let fields = rest.split(separator: ",", omittingEmptySubsequences: false).map { field in
        String(field.hasPrefix("CARD=") ? field.dropFirst(5) : field.hasPrefix("DEV=") ? field.dropFirst(4) : field)
      }
      guard fields.count <= 2, let card = fields.first, !card.isEmpty,
        let device = fields.count == 2 ? Int(fields[1]) : 0, (0...31).contains(device)
      else { return nil }
      kind = .card(card, device: device, isConverted: prefix == "plughw")
    default: return nil
    }
  }

  /// The name or number of the card; `nil` if it is not a card, or there is none to choose.
  package var card: String? {
    switch kind {
    case .card(let card, _, _): card
    case .auto: SoundCard.best(of: SoundCard.all())?.name
    case .null, .file: nil
    }
  }

  /// Whether it is a card, so that people can hear it.
  package var isHeard: Bool {
    switch kind {
    case .card, .auto: true
    case .null, .file: false
    }
  }

  package var isChosen: Bool { kind == .auto }

  /// The device of a box whose configuration names none: on the SD card's system one that is chosen, elsewhere none, since
  /// a sound card of a workstation belongs to its user.
  package static let standard: SoundDevice? =
    access("/usr/lib/box/version", F_OK) == 0 ? SoundDevice("auto") : nil

  /// The definition of the device in ALSA's configuration language; `nil` if there is no card to choose.
  var definition: String? {
    switch kind {
    case .card(let card, let device, false): "pcm.lapwing { type hw card \"\(card)\" device \(device) }"
    case .card(let card, let device, true): Self.converted(card, device)
    case .auto: card.map { Self.converted($0, 0) }
    case .null: "pcm.lapwing { type null }"
    case .file(let path): "pcm.lapwing { type file file \"\(path)\" format raw slave.pcm { type null } }"
    }
  }

  private static func converted(_ card: String, _ device: Int) -> String {
    "pcm.lapwing { type plug slave.pcm { type hw card \"\(card)\" device \(device) } }"
  }
}

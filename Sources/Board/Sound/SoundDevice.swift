/// The name of a sound device, as the ALSA tools write it: `hw:CARD=Audio,DEV=0`, `plughw:Audio`, `hw:0,0`. Also
/// `null`, which discards the sound, and `file:PATH`, which writes raw samples.
package struct SoundDevice: Sendable, Equatable {
  /// The kind of device.
  enum Kind: Sendable, Equatable {
    case card(String, device: Int, isConverted: Bool)
    case null
    case file(String)
  }

  let kind: Kind
  /// As it was given.
  package let name: String

  /// `nil` if the name is not valid.
  package init?(_ text: String) {
    name = text
    if text == "null" {
      kind = .null
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

  /// The name or number of the card; `nil` if it is not a card.
  package var card: String? {
    if case .card(let card, _, _) = kind { card } else { nil }
  }

  /// Whether it is a card, so that people can hear it.
  package var isHeard: Bool { card != nil }

  /// The definition of the device in ALSA's configuration language.
  var definition: String {
    switch kind {
    case .card(let card, let device, false): "pcm.lapwing { type hw card \"\(card)\" device \(device) }"
    case .card(let card, let device, true):
      "pcm.lapwing { type plug slave.pcm { type hw card \"\(card)\" device \(device) } }"
    case .null: "pcm.lapwing { type null }"
    case .file(let path): "pcm.lapwing { type file file \"\(path)\" format raw slave.pcm { type null } }"
    }
  }
}

import Alarms
import Glibc

/// Plays a list of clips at the rate of the sounder, one after the other. It is a stream, as ``ToneRenderer`` is, and
/// allocates only in its initializer.
package struct SpeechPlayer: Sendable {
  /// The silence between two clips, and after a part, in samples of a clip: 20 and 150 ms.
  private static let gap = ClipStore.sampleRate / 50
  private static let pause = ClipStore.sampleRate * 3 / 20
  /// How long a clip takes to rise and to fall: 5 ms. It begins and ends at 0, so a seam makes no step.
  private static let fade = ClipStore.sampleRate / 200
  /// Samples of the sounder for each sample of a clip.
  private static let ratio = ToneRenderer.sampleRate / ClipStore.sampleRate
  /// The most clips of a text.
  private static let mostClips = 256

  private struct Piece: Sendable {
    let entry: ClipStore.Entry
    let silenceBefore: Int
  }

  private let stores: [ClipStore]
  private var store: Int
  private var pieces: [Piece] = []
  private var piece = 0
  /// The samples of silence that are left, and the next sample of the clip.
  private var silence = 0
  private var position = 0
  private var decoder = ADPCMDecoder(firstStep: 0)
  private var filter = UpsamplingFilter()
  private var step = 0
  /// From 0 to 1, relative to full scale.
  private var gain: Float = 1

  package init(_ stores: [ClipStore] = SpokenLanguage.allCases.map(ClipStore.of), language: SpokenLanguage = .english) {
    self.stores = stores
    store = 0
    pieces.reserveCapacity(Self.mostClips)
    self.language = language
    choose(language)
  }

  package var language: SpokenLanguage { didSet { if language != oldValue { choose(language) } } }

  private mutating func choose(_ language: SpokenLanguage) {
    cut()
    store = min(SpokenLanguage.allCases.firstIndex(of: language) ?? 0, stores.count - 1)
  }

  package var clips: ClipStore { stores[store] }

  package var isSpeaking: Bool { piece < pieces.count }

  /// How long these clips take, in samples of the sounder; `nil` if one of them is missing, or if they are too many.
  package func length(of list: some Collection<Clip>) -> Int? {
    guard list.count <= Self.mostClips else { return nil }
    var sum = 0, isFirst = true
    for clip in list {
      let entry = clips[clip]
      guard entry.samples > 0 else { return nil }
      sum += entry.samples + (isFirst ? 0 : Self.gap)
      isFirst = false
    }
    return sum * Self.ratio + UpsamplingFilter.delay
  }

  /// Speaks a part, in place of what is spoken now.
  /// - Parameter level: how loud, in dB relative to the clips, which are as loud as the sounder's standard level.
  package mutating func say(_ list: some Collection<Clip>, decibels: Double) {
    cut()
    gain = Float(pow(10, min(decibels, 0) / 20))
    var silence = 0
    for clip in list where pieces.count < Self.mostClips {
      let entry = clips[clip]
      guard entry.samples > 0 else { continue }
      pieces.append(Piece(entry: entry, silenceBefore: silence))
      silence = Self.gap
    }
    begin()
  }

  /// Silent from the next sample on.
  package mutating func cut() {
    pieces.removeAll(keepingCapacity: true)
    (piece, silence, position, step) = (0, 0, 0, 0)
    filter = UpsamplingFilter()
  }

  /// Adds the next samples to the first ones of a buffer.
  mutating func mix(into samples: inout MutableSpan<Int16>, first count: Int) {
    var index = 0
    while index < count, isSpeaking {
      if step == 0 { filter.push(Float(next()) * gain) }
      let sum = Int32(samples[index]) + Int32(filter.value(step).rounded())
      samples[index] = Int16(clamping: sum)
      step = (step + 1) % Self.ratio
      index += 1
    }
  }

  private mutating func begin() {
    guard isSpeaking else { return }
    silence = pieces[piece].silenceBefore
    position = 0
    decoder = ADPCMDecoder(firstStep: pieces[piece].entry.firstStep)
  }

  /// The next sample of a clip.
  private mutating func next() -> Int16 {
    if silence > 0 {
      silence -= 1
      return 0
    }
    let entry = pieces[piece].entry
    // After the last clip the filter runs empty, and the part has its pause.
    guard position < entry.samples else {
      position += 1
      if piece + 1 < pieces.count || position >= entry.samples + Self.pause {
        piece += 1
        begin()
      }
      return 0
    }
    let sample = decoder.decode(clips.code(position, of: entry))
    let edge = min(position, entry.samples - 1 - position)
    position += 1
    return edge >= Self.fade ? sample : Int16(Int(sample) * edge / Self.fade)
  }
}

/// Three samples for each one: a windowed sinc with a pass band up to 7 kHz.
private struct UpsamplingFilter: Sendable {
  static let taps = 16
  /// How much later a sample comes out, in samples of the sounder.
  static var delay: Int { taps * phases }
  private static let phases = ToneRenderer.sampleRate / ClipStore.sampleRate

  private static let weights: [Float] = {
    let count = taps * phases, middle = Double(count - 1) / 2
    let raw = (0..<count).map { index in
      // Cut off at 0.45 of the rate of the clips, with the window of Hann.
      let x = 0.9 * (Double(index) - middle) / Double(phases)
      let sinc = x == 0 ? 1 : sin(.pi * x) / (.pi * x)
      return sinc * (0.5 - 0.5 * cos(2 * .pi * (Double(index) + 0.5) / Double(count)))
    }
    let scale = Double(phases) / raw.reduce(0, +)
    return raw.map { Float($0 * scale) }
  }()

  private let weights = UpsamplingFilter.weights
  private var history = InlineArray<16, Float>(repeating: 0)
  private var latest = 0

  mutating func push(_ sample: Float) {
    latest = (latest + 1) % Self.taps
    history[latest] = sample
  }

  func value(_ phase: Int) -> Float {
    var sum: Float = 0
    for tap in 0..<Self.taps {
      sum += weights[tap * Self.phases + phase] * history[(latest - tap + Self.taps) % Self.taps]
    }
    return sum
  }
}

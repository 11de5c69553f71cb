/// The providers and phones of a night. Delays after docs/sources.md: of Apple's pushes none came later than 100 s on Wi-Fi;
/// of Google's 40 % came within 10 s; phones that doze are hours late. The rest are own choices.
struct Surroundings {
  enum Provider: Int, CaseIterable {
    case push, ntfy, sms, mail

    var channel: String { ["push", "ntfy", "sms", "mail"][rawValue] }
    /// Whether a phone reports what has arrived.
    var confirms: Bool { self == .push || self == .ntfy }

    init?(_ channel: String) {
      guard let found = Self.allCases.first(where: { $0.channel == channel }) else { return nil }
      self = found
    }
  }

  static let night = 28_800.0
  /// Shorter failures are bridged by the queue's retries (1, 2, 4 … 60 s).
  static let blip = 20.0
  /// The longest delay of a phone that does not doze.
  static let slowest = 100.0

  /// By provider: failures of minutes and hours, and short ones.
  var outages: [Intervals]
  var blips: [Intervals]
  /// The line to the internet fails for ``blip`` of every 40 s.
  let isFlapping: Bool
  /// By person: phone off, phone dozing.
  var off: [Intervals]
  var dozing: [Intervals]
  /// By person and provider: the address is wrong.
  var isWrong: [[Bool]]
  /// By person: how likely an answer is.
  var answers: [Double]

  init(people: Int, _ random: inout SeededRandom) {
    func nothing(_ count: Int) -> [Intervals] { Array(repeating: Intervals(), count: count) }
    outages = nothing(4)
    blips = nothing(4)
    off = nothing(people)
    dozing = nothing(people)
    isWrong = Array(repeating: Array(repeating: false, count: 4), count: people)
    answers = []
    isFlapping = random.happens(0.2)
    let allSleep = random.happens(0.6)
    for provider in 0..<4 {
      if random.happens(0.3) { outages[provider].add(random.uniform(-7200, Self.night), random.logUniform(60, 14_400)) }
      for _ in 0..<random.below(9) { blips[provider].add(random.uniform(0, Self.night), random.uniform(1, Self.blip)) }
    }
    for person in 0..<people {
      if random.happens(0.25) {
        off[person].add(-1, 2 * Self.night)
      } else if random.happens(0.25) {
        off[person].add(random.uniform(0, Self.night), random.logUniform(60, Self.night))
      }
      if random.happens(0.3) { dozing[person].add(random.uniform(0, Self.night), random.logUniform(300, Self.night)) }
      for provider in 0..<4 where random.happens(0.05) { isWrong[person][provider] = true }
      answers.append(allSleep ? 0.01 : random.happens(0.3) ? 0.8 : 0.3)
    }
  }

  func isUp(_ provider: Provider, at time: Double) -> Bool {
    !(isFlapping && time.truncatingRemainder(dividingBy: 40) < Self.blip)
      && !outages[provider.rawValue].contains(time) && !blips[provider.rawValue].contains(time)
  }

  /// How long a message takes from the provider to the phone, s.
  func delay(_ provider: Provider, _ person: Int, at time: Double, _ random: inout SeededRandom) -> Double {
    let usual = provider == .push ? random.logNormal(1.5, 0.7) : random.logNormal(12, 1)
    if dozing[person].contains(time) { return random.logUniform(10, 14_400) }
    return min(usual, Self.slowest)
  }

  /// Whether a phone that confirms can be reached by this person's channels for a whole time.
  func canBeReached(_ person: Int, by channels: [String], _ begin: Double, _ end: Double) -> Bool {
    !off[person].overlap(begin, end) && !dozing[person].overlap(begin, end)
      && channels.contains { channel in
        guard let provider = Provider(channel), provider.confirms, !isWrong[person][provider.rawValue] else {
          return false
        }
        return !outages[provider.rawValue].overlap(begin, end)
      }
  }
}

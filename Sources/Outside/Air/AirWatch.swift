import AirQuality
import Foundation
import NIOPosix
import Readings
import Settings
import System
import Web

/// Asks the sources of outdoor air, each in its time, and keeps what they answer in the record that everything else reads.
struct AirWatch {
  private let place: Place
  private var readers: [AirSourceID: any AirReader]
  private let file: AirRecordFile
  private let log: OutsideLog
  private var record: AirRecord
  private var said: [AirSourceID: String] = [:]
  private var saidOfFile: String?

  /// The longest sleep: the date may be set meanwhile. In s.
  private static let longestSleep: Int64 = 60
  /// A source that cannot be reached is asked again after its pause, twice, four times as long, and so on. In s.
  static let longestWait: Int64 = 3600
  /// A source that refuses does so until a person acts. In s.
  static let waitOfRefused: Int64 = 6 * 3600

  /// - Returns: `nil` if no place or no source is configured.
  /// - Throws: `configuration` if the certificates of this machine cannot be read.
  init?(_ configuration: Configuration, log: OutsideLog) throws(LapwingError) {
    guard let settings = configuration.air else { return nil }
    // A thread of its own: a long answer must not delay messages.
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1), trust = try Trust(file: nil)
    var readers: [AirSourceID: any AirReader] = [:]
    for setting in settings.sources {
      guard setting.hasConsent else {
        log.say(
          "air: \(setting.source.rawValue) is not asked, since \(Keys.airSources.path) has no consent to it (PRIVACY.md)"
        )
        continue
      }
      do throws(LapwingError) {
        readers[setting.source] = try Self.reader(setting, configuration, group, trust)
      } catch {
        log.say(
          "air: \(error.message); until that is mended and this process started again, \(setting.source.rawValue) is not asked"
        )
      }
    }
    self.init(settings, readers: readers, log: log)
  }

  init(_ settings: AirSettings, readers: [AirSourceID: any AirReader], log: OutsideLog) {
    file = AirRecordFile(path: settings.record)
    // One that is damaged, or of another place, begins again.
    record = (try? file.read(of: settings.place)) ?? AirRecord(place: settings.place)
    place = record.place ?? settings.place
    (self.readers, self.log) = (readers, log)
  }

  private static func reader(
    _ setting: AirSourceSetting, _ configuration: Configuration, _ group: MultiThreadedEventLoopGroup, _ trust: Trust
  ) throws(LapwingError) -> any AirReader {
    func service() throws(LapwingError) -> AirService {
      guard let base = WebAddress(setting[.url] ?? setting.source.service) else {
        throw LapwingError(
          .configuration, code: "bad-configuration", "\(Keys.airSources.path).\(setting.source.rawValue).url is wrong")
      }
      let key = try setting[.keyFile].map { name throws(LapwingError) in try SecretFile.read(name) } ?? ""
      let client = HTTPClient(group: group, trust: trust, secrets: key.isEmpty ? [] : [key])
      return AirService(fetch: AirFetch(client: client), base: base, key: key)
    }
    switch setting.source {
    case .own: return OwnParticles(socket: configuration.controlSocket, sensor: setting[.sensor] ?? "")
    case .file: return AirFile(path: setting[.path] ?? "")
    case .openAQ: return OpenAQ(service: try service())
    case .sensorCommunity: return SensorCommunity(service: try service())
    case .airNow: return AirNow(service: try service())
    case .airKorea: return AirKorea(service: try service())
    case .waqi: return WAQI(service: try service())
    case .openMeteo:
      let service = try service(), weather = setting[.url] == nil ? WebAddress(OpenMeteo.weatherService) : nil
      return OpenMeteo(service: service, weather: weather ?? service.base)
    }
  }

  /// What is configured no more leaves nothing behind, though no source is asked.
  mutating func begin(at now: Int64) async {
    let before = record
    record.tidy(at: now, sources: Set(readers.keys))
    if record != before { await keep() }
  }

  mutating func run() async {
    await begin(at: Clock.now / 1000)
    while !Task.isCancelled {
      await turn(at: Clock.now / 1000)
      try? await Task.sleep(for: .seconds(min(Self.longestSleep, max(1, pause(at: Clock.now / 1000)))))
    }
  }

  /// How long no source is due, s.
  func pause(at now: Int64) -> Int64 { (readers.keys.map { record.state(of: $0).next }.min() ?? .max) - now }

  /// Asks the sources that are due, stations before the model that uses them.
  /// - Parameter now: s since 1970.
  mutating func turn(at now: Int64) async {
    let due = AirSourceID.allCases.filter { readers[$0] != nil && isDue(record.state(of: $0), at: now) }
    guard !due.isEmpty else { return }
    var hasNews = false
    for source in due where await ask(source, at: now) { hasNews = true }
    record.tidy(at: now, sources: Set(readers.keys))
    let file = file
    record.forget(like: try? await Thread.run(named: "air record") { () throws(LapwingError) in try file.read() })
    if hasNews { record.receiveHour(at: now) }
    if hasNews, let past = AirPicture(record, at: now).past { record.add(past) }
    await keep()
  }

  /// A date that was set back must not stop it.
  private func isDue(_ state: AirRecord.SourceState, at now: Int64) -> Bool {
    now >= state.next || state.next - now > Self.waitOfRefused
  }

  private mutating func ask(_ source: AirSourceID, at now: Int64) async -> Bool {
    var state = record.state(of: source)
    state.asked = now
    do {
      guard let answer = try await readers[source]?.ask(record, around: place, at: now) else { return false }
      switch answer {
      case .stations(let claims):
        record.receive(claims.stations, from: source)
        state.leftOut = claims.doubtful
      case .sky(let sky, let pairs):
        record.sky = sky
        record.receive(pairs)
      }
      (state.answered, state.failures, state.fault) = (now, 0, nil)
      state.next = now + source.terms.pause
      if said.removeValue(forKey: source) != nil { log.say("air: \(source.terms.name) answers again", isFine: true) }
      record.set(state)
      return true
    } catch {
      let (sentence, isRefused, wait) = Self.words(error)
      state.failures += 1
      state.fault = sentence
      state.next = now + Self.wait(source.terms.pause, failures: state.failures, isRefused: isRefused, asked: wait)
      if said.updateValue(sentence, forKey: source) != sentence { log.say("air: \(sentence)") }
      record.set(state)
      return false
    }
  }

  /// - Parameter asked: what the service asks for, s.
  static func wait(_ pause: Int64, failures: Int, isRefused: Bool, asked: Int64) -> Int64 {
    guard !isRefused else { return max(waitOfRefused, asked) }
    return max(min(pause << min(max(failures - 1, 0), 8), max(longestWait, pause)), asked)
  }

  private static func words(_ error: any Error) -> (sentence: String, isRefused: Bool, wait: Int64) {
    switch error {
    case let fault as DeliveryFault: (fault.sentence, !fault.isTemporary, fault.retryAfter?.components.seconds ?? 0)
    case let error as LapwingError: (error.message, false, 0)
    default: ("\(error)", false, 0)
    }
  }

  private mutating func keep() async {
    do throws(LapwingError) {
      let file = file, known = record
      record = try await Thread.run(named: "air record") { () throws(LapwingError) in try file.keep(known) }
      saidOfFile = nil
    } catch {
      if saidOfFile != error.message { log.say("air: \(error.message)") }
      saidOfFile = error.message
    }
  }
}

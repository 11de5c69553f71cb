import AirQuality
import Foundation

/// Stations in towns, with a field of fine particles over them that is alike over 200 km and some hours, as measured in the US:
/// all made up. A thirtieth of the stations is damaged, and the check is to find them.
struct Sabotage {
  enum Damage: Int, CaseIterable {
    case frozen, tenfold, code999, indoor, moved, clock
  }

  private static let hours = StationSeries.longest
  private static let waves = 300

  private let stations: Int
  private var random: SplitMix

  init(stations: Int, seed: UInt64) {
    self.stations = stations
    random = SplitMix(state: seed)
  }

  func run() {
    var world = self
    var (series, observations) = world.network()
    var damages: [Int: Damage] = [:]
    for number in 0..<stations / 30 {
      // A prime step, so that no station is damaged twice.
      let at = number * 7919 % stations
      guard let damage = Damage(rawValue: number % Damage.allCases.count), damages[at] == nil else { continue }
      damages[at] = damage
      series[at] = world.damaged(series[at], damage)
    }
    let before = Self.seconds()
    let check = StationCheck(series)
    let verdicts = series.indices.map { check.verdict(of: $0) }
    let checked = Self.seconds() - before
    let bad = verdicts.map { if case .bad = $0 { true } else { false } }
    let found = damages.keys.filter { bad[$0] }.count
    let lost = bad.indices.filter { bad[$0] && damages[$0] == nil }.count
    let kinds = Damage.allCases.map { kind in
      let places = damages.filter { $0.value == kind }.keys
      return #""\#(kind)":[\#(places.filter { bad[$0] }.count),\#(places.count)]"#
    }
    let start = Self.seconds()
    observations = zip(observations, bad).filter { !$1 }.map(\.0)
    let network = AirNetwork(observations, period: .hour)
    let home = Place(latitude: 37.5, longitude: 127).map { network.stationTier(at: $0) }
    let one = Self.seconds() - start
    var known = home.map { _ in 0 } ?? 0
    for (index, observation) in observations.enumerated() {
      if case .success = network.stationTier(at: observation.place, without: index) { known += 1 }
    }
    print(
      """
      {"stations":\(stations),"damaged":\(damages.count),"found":\(found),"good":\(stations - damages.count),"lost":\(lost),\
      "alone":\(verdicts.count { $0 == .unknown }),"kinds":{\(kinds.joined(separator: ","))},"checkSeconds":\(checked),\
      "networkSeconds":\(one),"allSeconds":\(Self.seconds() - start),"estimates":\(known),"peakMB":\(Self.peak())}
      """)
  }

  /// Series of a week, and the observations of its last hour.
  private mutating func network() -> ([StationSeries], [Observation]) {
    struct Town {
      let place: (latitude: Double, longitude: Double)
      let level: Double
      let daily: Double
    }
    let towns = (0..<max(1, stations / 20)).map { _ in
      Town(
        place: (asin(random.next(in: -0.6...0.9)) * 180 / .pi, random.next(in: -180...180)),
        level: 0.35 * random.normal(), daily: random.next(in: 0.3...1.3))
    }
    let sizes = towns.map { _ in min(40, pow(random.next(in: 1e-9...1), -1 / 1.1) - 0.7) }
    var sums: [Double] = [], sum = 0.0
    for size in sizes {
      sum += size
      sums.append(sum)
    }
    // Waves in space with amplitudes that drift in time: their sum is alike over 200 km, exponentially.
    let waves = (0..<Self.waves).map { _ in
      let width = 200 * abs(random.normal())
      return [
        random.normal() / width, random.normal() / width, random.normal() / width, random.next(in: 0...(2 * .pi)),
      ]
    }
    let drifts = waves.map { _ in drift(over: 10) }
    var series: [StationSeries] = [], observations: [Observation] = []
    for number in 0..<stations {
      let pick = random.next(in: 0...sum)
      let town = towns[min(sums.firstIndex { $0 >= pick } ?? 0, towns.count - 1)]
      let spread = random.next(in: 0...1) < 0.2 ? 80.0 : 15
      let latitude = min(max(town.place.latitude + random.normal() * spread / 111, -85), 85)
      let longitude = town.place.longitude + random.normal() * spread / 111 / cos(latitude * .pi / 180)
      guard let place = Place(latitude: latitude, longitude: longitude) else { continue }
      let point = Self.point(place)
      let heights = waves.map { cos($0[0] * point[0] + $0[1] * point[1] + $0[2] * point[2] + $0[3]) }
      let own = drift(over: 3), wholeNumbers = random.next(in: 0...1) < 0.3
      let level = log(17) + town.level + 0.17 * random.normal()
      let noise = (0.2 * 0.18 * 0.7).squareRoot() * random.next(in: 0.5...1.6)
      let values = (0..<Self.hours).map { hour -> Float in
        guard random.next(in: 0...1) > 0.03 else { return .nan }
        var field = 0.0
        for (wave, height) in heights.enumerated() { field += height * drifts[wave][hour] }
        field *= (2 * 0.18 / Double(Self.waves)).squareRoot()
        let daily = 0.2 * town.daily * cos(2 * .pi * (Double(hour) - 7 + longitude / 15) / 24)
        let amount = max(0, exp(level + field + daily + noise * own[hour]) - 5) + 0.7 * random.normal()
        return Float(wholeNumbers ? max(0, amount).rounded() : (max(0, amount) * 10).rounded() / 10)
      }
      series.append(StationSeries(place: place, values: values))
      let last = values.last { !$0.isNaN } ?? 10
      observations.append(Observation(station: "\(number)", place: place, concentration: Double(last)))
    }
    return (series, observations)
  }

  private mutating func damaged(_ series: StationSeries, _ damage: Damage) -> StationSeries {
    var values = series.values, place = series.place, earlier: [Place] = []
    switch damage {
    case .frozen:
      let last = values.first { !$0.isNaN } ?? 5
      values = values.map { _ in last }
    case .tenfold: values = values.map { $0 * 10 }
    case .code999: values = values.map { _ in 999 }
    case .indoor:
      let share = Float(random.next(in: 0.3...0.6))
      var slow = values.first { !$0.isNaN } ?? 10, cooking: Float = 0
      for hour in values.indices {
        if !values[hour].isNaN { slow += (values[hour] - slow) / 3 }
        cooking *= Float(exp(-1 / 1.5))
        if random.next(in: 0...1) < 2.0 / 24 { cooking += Float(-30 * log(random.next(in: 1e-9...1))) }
        values[hour] = ((share * slow + cooking) * 10).rounded() / 10
      }
    case .moved:
      let angle = random.next(in: 0...(2 * .pi))
      earlier = [place]
      place =
        Place(
          latitude: place.latitude + 50 / 111 * cos(angle),
          longitude: place.longitude + 50 / 111 * sin(angle) / cos(place.latitude * .pi / 180)) ?? place
    case .clock: values = Array(values[24...] + values[..<24])
    }
    return StationSeries(place: place, earlierPlaces: earlier, values: values)
  }

  /// A number that keeps a memory of some hours.
  private mutating func drift(over hours: Double) -> [Double] {
    let kept = exp(-1 / hours), new = (1 - kept * kept).squareRoot()
    var value = random.normal()
    return (0..<Self.hours).map { _ in
      value = kept * value + new * random.normal()
      return value
    }
  }

  private static func point(_ place: Place) -> [Double] {
    let (latitude, longitude) = (place.latitude * .pi / 180, place.longitude * .pi / 180)
    return [cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude)].map {
      $0 * Place.earthRadius
    }
  }

  /// The most memory that the process has had, in MB.
  private static func peak() -> Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss / 1000
  }

  /// Of computing: other programs do not count.
  private static func seconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// Numbers that look random and are the same for the same seed.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func next(in range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &self) }

  mutating func normal() -> Double {
    (-2 * log(next(in: 1e-300...1))).squareRoot() * cos(2 * .pi * next(in: 0...1))
  }
}

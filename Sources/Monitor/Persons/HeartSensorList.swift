import Readings

/// The sensors of one person's heart, and which of them counts: the speaker.
///
/// Good data go before all other data, a strap goes before an oximeter, and of equal sensors the one that has counted
/// until now goes on. A sensor that has sent nothing yet never counts. A place is an index of ``all`` and is valid
/// until a sensor is added or removed. It belongs to ``PersonWatch`` and runs on the thread of the critical loop; only
/// a new sensor allocates.
struct HeartSensorList: Sendable {
  /// Straps first. A caller that changes a sensor here calls ``choose()`` next.
  var all: [HeartSensor] = []
  /// The place of the sensor that counts; `nil` while there is nothing to count.
  private(set) var speaker: Int?

  /// Two sensors of one person whose rates differ by more than this part contradict each other, and neither is proved.
  private static let disagreement = 0.15

  var isEmpty: Bool { all.isEmpty }
  var count: Int { all.count }

  func place(of sensor: SensorIndex) -> Int? { all.firstIndex { $0.sensor == sensor } }

  /// The sensor at which alarms of the whole person are shown.
  var lead: SensorIndex? { speaker.map { all[$0].sensor } ?? all.first?.sensor }

  var state: HeartSensor.State { speaker.map { all[$0].state } ?? .awaited }

  /// Whether the heart rate is fresh and good. Values that are frozen are not good.
  var isGood: Bool { speaker.map { all[$0].state == .good && !all[$0].isFrozen } ?? false }

  var freshUntil: Instant { speaker.map { all[$0].freshUntil } ?? .start }

  var isProved: Bool { speaker.map { all[$0].isProved } ?? false }

  func isPulseMissing(at instant: Instant) -> Bool {
    guard let speaker else { return false }
    return all[speaker].state == .noPulse && all[speaker].isWorn(at: instant)
  }

  /// Whether the sensor that counts finds no pulse since its beats have stopped, which has taken its bound.
  var isBeatless: Bool { speaker.map { all[$0].isBeatless } ?? false }

  var isAwaited: Bool {
    for place in all.indices where all[place].state != .awaited { return false }
    return true
  }

  func hasGoodData(besides sensor: SensorIndex) -> Bool {
    all.contains { $0.sensor != sensor && $0.state == .good && !$0.isFrozen }
  }

  func isContradicted(_ source: HeartSensor) -> Bool {
    all.contains {
      $0.sensor != source.sensor && $0.state == .good
        && abs($0.value - source.value) > Self.disagreement * max($0.value, source.value)
    }
  }

  mutating func insert(_ source: HeartSensor) {
    let place = source.isStrap ? all.firstIndex { !$0.isStrap } ?? all.count : all.count
    all.insert(source, at: place)
    if let speaker, speaker >= place { self.speaker = speaker + 1 }
  }

  /// Removes a sensor. It does not choose another speaker.
  /// - Returns: whether the sensor was there.
  mutating func remove(_ sensor: SensorIndex) -> Bool {
    guard let place = place(of: sensor) else { return false }
    all.remove(at: place)
    if let speaker { self.speaker = speaker == place ? nil : speaker > place ? speaker - 1 : speaker }
    return true
  }

  /// Sets what kind of sensor one is, which moves it in the list. The speaker stays.
  mutating func setStrap(_ isStrap: Bool, _ sensor: SensorIndex) {
    guard let place = place(of: sensor), all[place].isStrap != isStrap else { return }
    let speaking = speaker.map { all[$0].sensor }
    var source = all.remove(at: place)
    speaker = nil
    source.isStrap = isStrap
    insert(source)
    speaker = speaking.flatMap { self.place(of: $0) }
  }

  /// Ends the data whose freshness has passed.
  /// - Returns: whether there were any; then the caller chooses.
  mutating func expire(at instant: Instant) -> Bool {
    var isAnyGone = false
    for place in all.indices where all[place].expire(at: instant) { isAnyGone = true }
    return isAnyGone
  }

  mutating func choose() {
    func worth(_ place: Int) -> Int {
      let source = all[place]
      let state =
        switch source.state {
        case .good: source.isFrozen ? 4 : 5
        case .noPulse: 3
        case .noContact, .implausible: 2
        case .stale: 1
        case .awaited: 0
        }
      return 4 * state + (source.isStrap ? 2 : 0) + (place == speaker ? 1 : 0)
    }
    speaker = all.indices.max { worth($0) < worth($1) }
    if let place = speaker, all[place].state == .awaited { speaker = nil }
  }
}

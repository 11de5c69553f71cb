import Alarms

/// Checks what must be signalled by now.
extension InvariantChecker {
  /// Whether an alarm on the heart rate of the person is on.
  var isRateReported: Bool { ofRate.map { episodes[$0].ownReported(board) != nil } ?? false }
  /// Whether something stands in for that alarm.
  var isRateStoodIn: Bool { ofRate.map { episodes[$0].standIn(board) != nil } ?? true }

  /// Checks every second that nothing is late.
  mutating func checkBounds(_ now: Double) {
    if !missed.isEmpty { missed.removeAll(keepingCapacity: true) }
    for place in episodes.indices { checkBounds(place, now) }
    for place in losses.indices { checkLoss(place, now) }
  }

  private mutating func checkBounds(_ place: Int, _ now: Double) {
    let episode = episodes[place]
    let due = episode.judges.first { judges[$0].mustBeReported }
    let isPulseDue = place == ofRate && pulse?.isDue(now) == true
    guard due != nil || isPulseDue else {
      if episode.isMissed { episodes[place].isMissed = false }
      return checkEnd(place, now)
    }
    let isReported =
      isPulseDue ? episode.sensors.contains { board(.noPulse, $0).isPresent } : episode.reported(board) != nil
    // A box that has just started cannot know anything before it receives data.
    let isDeaf = losses.contains { episode.sensors.contains($0.sensor) && $0.measuredBefore != nil }
    // An alarm on the loss of another sensor says nothing about the value that is received.
    let speaker = due.flatMap { judges[$0].speaker(now) }
    guard !isReported, isPulseDue || episode.standIn(board, for: speaker) == nil, !isDeaf else {
      episodes[place].isMissed = false
      return
    }
    guard !episode.isMissed else { return }
    episodes[place].isMissed = true
    let id = isPulseDue ? .noPulse : due.flatMap { judges[$0].beyond(now) } ?? episode.own[0]
    missed.append(id)
    complain(now, "\(id.name) should be signalled by now and is not")
  }

  private mutating func checkEnd(_ place: Int, _ now: Double) {
    let episode = episodes[place]
    // A rate that is repeated without a beat is none, and ends nothing.
    if place == ofRate, pulse?.isBeatless(now) == true { episode.judges.forEach { judges[$0].noteBegin() } }
    guard episode.isOpen, !episode.isOverstaying, episode.ownReported(board) != nil,
      episode.judges.allSatisfy({ judges[$0].mustHaveEnded })
    else { return }
    episodes[place].isOverstaying = true
    complain(now, "\(episode.own[0].name) or a related alarm is still on although its value came back long ago")
  }

  private mutating func checkLoss(_ place: Int, _ now: Double) {
    let sensor = losses[place].sensor
    let episode = episodes.first { $0.sensors.contains(sensor) }
    let isOfHeart = sensor != AlarmRequirement.air
    let isSpared =
      isOfHeart
      && losses.contains { $0.sensor != sensor && $0.sensor != AlarmRequirement.air && $0.isGood(now) }
    let violation = losses[place].pass(
      standIn: episode?.standIn(board), value: episode?.reported(board), isSpared: isSpared, now)
    if let violation { complain(now, violation) }
  }
}

import System

struct SessionTables {
  private let report: PrintedSession
  private let canvas: any Canvas

  init(_ report: PrintedSession, measuredOn canvas: any Canvas) { (self.report, self.canvas) = (report, canvas) }

  func figures(most: Int) -> [Block] {
    guard !report.figures.isEmpty else { return [] }
    let hasTimes = report.figures.contains { $0.times != nil }
    var columns: [TableBlocks.Column] = [
      .init("Quantity", weight: 1), .init("Sensor", weight: 1), .init("Lowest", number: true),
      .init("Mean", number: true), .init("Highest", number: true),
    ]
    if hasTimes {
      columns += ["Below", "Within", "Above", "No data", "Share within"].map { .init($0, number: true) }
    }
    let rows = report.figures.map { figures in
      let unit = figures.unit.isEmpty ? "" : ", \(figures.unit)"
      var cells = [
        figures.quantity + unit, figures.sensor, value(figures.minimum, figures), value(figures.mean, figures),
        value(figures.maximum, figures),
      ]
      if hasTimes { cells += Self.cells(figures.times) }
      return TableBlocks.Row(cells)
    }
    return TableBlocks(columns, rows, measuredOn: canvas).blocks(most: most) { "and \($0) more quantities" }
  }

  private func value(_ value: Double?, _ figures: PrintedSession.Figures) -> String {
    value.flatMap { FixedNumber.full($0, places: figures.places) } ?? "-"
  }

  private static func cells(_ times: PrintedSession.Times?) -> [String] {
    guard let times else { return ["", "", "", "", ""] }
    return [times.below, times.within, times.above, times.noData].map { DurationText.text(milliseconds: $0) }
      + [times.shareWithin.map(DurationText.percent) ?? "-"]
  }

  func phases(most: Int) -> [Block] {
    guard !report.phases.isEmpty else { return [] }
    let hasExpected = report.phases.contains { $0.aboveExpected != nil }
    let columns: [TableBlocks.Column] = [
      .init("Phase", weight: 1), .init("From"), .init("Duration", number: true), .init("Readings", number: true),
      .init("CO2 mean, ppm", number: true), .init("highest", number: true),
      .init(hasExpected ? "Above expected" : "", number: true), .init("Alarms", number: true),
    ]
    let rows = report.phases.map { phase in
      TableBlocks.Row([
        phase.name, phase.from.minuteText(in: report.zone),
        DurationText.text(milliseconds: phase.to.milliseconds - phase.from.milliseconds), "\(phase.readings)",
        whole(phase.meanCO2), whole(phase.highestCO2),
        phase.aboveExpected.map { DurationText.text(milliseconds: $0) } ?? (hasExpected ? "-" : ""),
        "\(phase.alarms)",
      ])
    }
    return TableBlocks(columns, rows, measuredOn: canvas).blocks(most: most) { "and \($0) more phases" }
  }

  private func whole(_ value: Double?) -> String { value.flatMap { FixedNumber.full($0, places: 0) } ?? "-" }

  /// The episodes in order of time; if there are too many, the most urgent and longest of them.
  func episodes(most: Int) -> [Block] {
    guard !report.episodes.isEmpty else { return [] }
    let kept = Self.kept(report.episodes, most: most)
    let hasSubject = kept.contains { !$0.subject.isEmpty }
    let columns: [TableBlocks.Column] = [
      .init("Begin"), .init("Duration", number: true), .init("Priority"), .init("Alarm", weight: 2),
      .init(hasSubject ? "At" : "", weight: hasSubject ? 1 : 0), .init("Worst", number: true),
      .init("Beyond", number: true), .init("Answered", number: true),
    ]
    // Without the day there is room for the name of every alarm.
    let day = report.from.dayText(in: report.zone)
    let isOneDay = (kept.map(\.from) + [report.to ?? report.printed]).allSatisfy { $0.dayText(in: report.zone) == day }
    let rows = kept.map { episode in
      TableBlocks.Row(
        [
          (isOneDay ? "" : "\(episode.from.dayText(in: report.zone)) ") + episode.from.clockText(in: report.zone),
          DurationText.text(milliseconds: episode.duration) + (episode.to == nil ? " +" : ""),
          episode.priority.name, episode.isTest ? "test: \(episode.what)" : episode.what, episode.subject,
          episode.extreme ?? "-", episode.beyond.map { DurationText.text(milliseconds: $0) } ?? "-",
          episode.answeredAfter.map { "after \(DurationText.text(milliseconds: $0))" } ?? "no",
        ], episode.priority == .high && !episode.isTest ? .alarmHigh : .text,
        bold: episode.priority == .high && !episode.isTest)
    }
    let left = report.episodes.count - kept.count
    var words = [
      "Duration: from its first moment to its last; it may have been gone in between. "
        + "Beyond: how long values were beyond the limit."
    ]
    if kept.contains(where: { $0.to == nil }) { words.append("+: goes on afterwards.") }
    if left > 0 { words.append("These are the most urgent and the longest; \(left) more are in the CSV.") }
    return TableBlocks(columns, rows, measuredOn: canvas).blocks()
      + TextBlocks(measuredOn: canvas).paragraph(words.joined(separator: " "), TextStyle(size: 8, .start, .quiet))
  }

  private static func kept(
    _ episodes: [PrintedSession.Episode], most: Int
  ) -> [PrintedSession.Episode] {
    let inOrder = episodes.sorted { $0.from < $1.from }
    guard inOrder.count > most else { return inOrder }
    let ranked = inOrder.indices.sorted { left, right in
      let (first, second) = (inOrder[left], inOrder[right])
      if first.isTest != second.isTest { return second.isTest }
      if first.priority != second.priority { return first.priority > second.priority }
      return (first.duration, right) > (second.duration, left)
    }
    return ranked.prefix(max(0, most)).sorted().map { inOrder[$0] }
  }

  func sensors(most: Int) -> [Block] {
    guard !report.sensors.isEmpty else { return [] }
    let hasAddress = report.sensors.contains { $0.address != nil }
    let columns: [TableBlocks.Column] = [
      .init("Sensor", weight: 2), .init("Model", weight: 1), .init(hasAddress ? "Address" : ""),
      .init("Readings", number: true), .init("Time covered", number: true),
    ]
    let rows = report.sensors.map { sensor in
      TableBlocks.Row([
        sensor.name, sensor.model, sensor.address ?? "", "\(sensor.readings)",
        sensor.coverage.map(DurationText.percent) ?? "-",
      ])
    }
    return TableBlocks(columns, rows, measuredOn: canvas).blocks(most: most) { "and \($0) more sensors" }
  }

  func gaps(most: Int) -> [Block] {
    guard !report.gaps.isEmpty else { return [] }
    let columns: [TableBlocks.Column] = [
      .init("No data from"), .init("to"), .init("Duration", number: true), .init("Reason", weight: 1),
    ]
    let rows = report.gaps.map { gap in
      TableBlocks.Row([
        gap.from.minuteText(in: report.zone), gap.to.minuteText(in: report.zone),
        DurationText.text(milliseconds: gap.to.milliseconds - gap.from.milliseconds), gap.reason,
      ])
    }
    return TableBlocks(columns, rows, measuredOn: canvas).blocks(most: most) { "and \($0) more gaps" }
  }
}

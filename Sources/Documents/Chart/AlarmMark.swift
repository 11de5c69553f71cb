/// The mark of an alarm: a triangle that is filled for a high one, half filled for a medium one, empty for a low one.
enum AlarmMark {
  static let size = 3.5

  /// - Parameter tip: the lower corner.
  static func draw(_ priority: TimeChart.Alarm.Priority, at tip: Point, on canvas: any Canvas) {
    let (left, right, top) = (tip.x - size, tip.x + size, tip.y - 7)
    canvas.polygon(
      [Point(left, top), Point(right, top), tip], fill: priority == .high ? priority.ink : .paper,
      stroke: Stroke(priority.ink))
    if priority == .medium {
      canvas.polygon([Point(tip.x, top), Point(right, top), tip], fill: priority.ink, stroke: nil)
    }
  }
}

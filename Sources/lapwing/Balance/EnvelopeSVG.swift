import Status
import WeightBalance

/// The chart of a load sheet as SVG: the envelope, the path of the centre of gravity, and a mark for each phase.
struct EnvelopeSVG {
  private static let width = 720.0, height = 560.0
  private static let left = 80.0, right = 30.0, top = 78.0, bottom = 62.0
  private let sheet: LoadSheet
  private let frame: EnvelopeFrame

  init(_ sheet: LoadSheet) {
    self.sheet = sheet
    frame = EnvelopeFrame(sheet)
  }

  var text: String {
    let (width, height) = (Int(Self.width), Int(Self.height))
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(width) \(height)\" width=\"\(width)\" "
        + "height=\"\(height)\" font-family=\"sans-serif\" font-size=\"13\">"
    ]
    lines.append("<title>\(Self.escaped(sheet.aircraft.name)): \(Self.escaped(sheet.scenario.name))</title>")
    lines.append("<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>")
    let title = "\(sheet.aircraft.name), \(sheet.category.name)"
    lines.append(label(Self.left, 28, title, size: 17, anchor: "start", bold: true))
    lines.append(label(Self.left, 50, "\(sheet.scenario.name): \(verdict)", size: 14, anchor: "start"))
    for part in [axes, rings, path, marks, [legend, "</svg>"]] { lines += part }
    return lines.joined(separator: "\n") + "\n"
  }

  private var verdict: String { sheet.verdict == .danger ? "NOT WITHIN LIMITS" : sheet.verdictSentence }

  private var axes: [String] {
    let bottom = Self.height - Self.bottom, right = Self.width - Self.right
    var lines: [String] = []
    for tick in EnvelopeFrame.ticks(frame.arms, about: 8) {
      let x = horizontal((tick - frame.arms.lowerBound) / (frame.arms.upperBound - frame.arms.lowerBound))
      lines.append(stroke(x, Self.top, x, bottom, "#ddd"))
      lines.append(label(x, bottom + 18, EventText.number(tick)))
    }
    for tick in EnvelopeFrame.ticks(frame.weights, about: 8) {
      let y = vertical((tick - frame.weights.lowerBound) / (frame.weights.upperBound - frame.weights.lowerBound))
      lines.append(stroke(Self.left, y, right, y, "#ddd"))
      lines.append(label(Self.left - 8, y + 4, EventText.number(tick), anchor: "end"))
    }
    lines.append(stroke(Self.left, bottom, right, bottom, "#333"))
    lines.append(stroke(Self.left, Self.top, Self.left, bottom, "#333"))
    lines.append(label((Self.left + right) / 2, bottom + 36, "centre of gravity, \(frame.units.length.symbol)"))
    lines.append(label(Self.left - 8, Self.top - 8, "weight, \(frame.units.weight.symbol)", anchor: "end"))
    return lines
  }

  /// The envelope in force; behind it the other categories, dashed and clipped to the frame.
  private var rings: [String] {
    let clip =
      "<clipPath id=\"frame\"><rect x=\"\(Self.text(Self.left))\" y=\"\(Self.text(Self.top))\" "
      + "width=\"\(Self.text(Self.width - Self.left - Self.right))\" "
      + "height=\"\(Self.text(Self.height - Self.top - Self.bottom))\"/></clipPath>"
    let others = sheet.aircraft.categories.filter { $0.id != sheet.category.id }.map { category in
      "<polygon points=\"\(points(category))\" fill=\"none\" stroke=\"#999\" stroke-dasharray=\"5 4\" "
        + "clip-path=\"url(#frame)\"><title>\(Self.escaped(category.name))</title></polygon>"
    }
    let unknown = sheet.category.envelope.isKnown ? "" : " stroke-dasharray=\"9 3\""
    return [clip] + others + [
      "<polygon points=\"\(points(sheet.category))\" fill=\"#e8f3e8\" stroke=\"#2a6b2a\" "
        + "stroke-width=\"2\"\(unknown)><title>\(Self.escaped(sheet.category.name))</title></polygon>"
    ]
  }

  private var path: [String] {
    let places = sheet.burnPath.compactMap { point in point.cg.map { self.point($0, point.weight) } }
    return [
      "<polyline points=\"\(places.joined(separator: " "))\" fill=\"none\" stroke=\"#1f4e9c\" stroke-width=\"2\"/>"
    ]
      + sheet.burnPath.compactMap { point in
        guard let cg = point.cg else { return nil }
        let place = frame.place(cg, point.weight)
        return "<circle cx=\"\(Self.text(horizontal(place.x)))\" cy=\"\(Self.text(vertical(place.y)))\" r=\"3\" "
          + "fill=\"\(point.inEnvelope ? "#1f4e9c" : "#c00")\"><title>\(Self.escaped(point.label))</title></circle>"
      }
  }

  /// The phases. If two of them are close, the later label is lower.
  private var marks: [String] {
    var labels: [(x: Double, y: Double)] = []
    return sheet.phases.flatMap { phase -> [String] in
      guard let cg = phase.cg else { return [] }
      let place = frame.place(cg, phase.weight)
      let x = horizontal(place.x), y = vertical(place.y)
      var labelY = y + 4
      while labels.contains(where: { abs($0.x - x) < 90 && abs($0.y - labelY) < 14 }) { labelY += 14 }
      labels.append((x, labelY))
      let colour = phase.inEnvelope ? "#1f4e9c" : "#c00"
      return [
        "<circle cx=\"\(Self.text(x))\" cy=\"\(Self.text(y))\" r=\"6\" fill=\"#fff\" stroke=\"\(colour)\" "
          + "stroke-width=\"3\"/>",
        label(x + 11, labelY, Self.name(phase.name), anchor: "start", colour: colour),
      ]
    }
  }

  private var legend: String {
    let known = sheet.category.envelope.isKnown ? "" : "The true envelope is unknown: this is a conservative one. "
    return label(
      Self.left, Self.height - 10, known + "For planning only; the approved flight manual prevails.", size: 11,
      anchor: "start", colour: "#555")
  }

  private static func name(_ name: LoadPhase.Name) -> String {
    switch name {
    case .ramp: "ramp"
    case .takeoff: "take-off"
    case .landing: "landing"
    case .zeroFuel: "zero fuel"
    }
  }

  private func points(_ category: CategoryLimits) -> String {
    category.envelope.value.points.map { point($0.arm, $0.weight) }.joined(separator: " ")
  }

  private func point(_ arm: Arm, _ weight: Weight) -> String {
    let place = frame.place(arm, weight)
    return "\(Self.text(horizontal(place.x))),\(Self.text(vertical(place.y)))"
  }

  private func horizontal(_ part: Double) -> Double { Self.left + part * (Self.width - Self.left - Self.right) }
  private func vertical(_ part: Double) -> Double {
    Self.height - Self.bottom - part * (Self.height - Self.top - Self.bottom)
  }

  private func stroke(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ colour: String) -> String {
    "<line x1=\"\(Self.text(x1))\" y1=\"\(Self.text(y1))\" x2=\"\(Self.text(x2))\" y2=\"\(Self.text(y2))\" "
      + "stroke=\"\(colour)\"/>"
  }

  private func label(
    _ x: Double, _ y: Double, _ text: String, size: Int = 13, anchor: String = "middle", colour: String = "#222",
    bold: Bool = false
  ) -> String {
    "<text x=\"\(Self.text(x))\" y=\"\(Self.text(y))\" font-size=\"\(size)\" text-anchor=\"\(anchor)\" "
      + "fill=\"\(colour)\"\(bold ? " font-weight=\"bold\"" : "")>\(Self.escaped(text))</text>"
  }

  private static func text(_ number: Double) -> String { EventText.number(number) }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { escaped, character in
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      default: escaped.append(character)
      }
    }
  }
}

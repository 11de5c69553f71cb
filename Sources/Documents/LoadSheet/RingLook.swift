import WeightBalance

/// How the envelope is drawn, by the verdict. It is green only if everything is inside an envelope that is known.
struct RingLook {
  let stroke: String
  let fill: String
  let dash: String?
  let banner: String
  let bannerText: String
  let words: String

  init(_ sheet: LoadSheet) {
    let isKnown = sheet.category.envelope.isKnown
    switch (sheet.verdict, isKnown) {
    case (.danger, _):
      (stroke, dash, banner, bannerText) = (Palette.outside, "10 5", Palette.outside, "#fff")
      fill = isKnown ? "#FCEDEA" : "url(#hatch)"
      words = isKnown ? "dashed: not within limits" : "hatched: a placeholder; not within limits"
    case (_, false):
      (stroke, dash, banner, bannerText) = (Palette.placeholder, "4 3", "#DDD", "#222")
      fill = "url(#hatch)"
      words = "hatched: only a placeholder"
    case (.caution, true):
      (stroke, dash, banner, bannerText) = (Palette.caution, nil, "#FFD97A", "#222")
      fill = "#FFF6DF"
      words = "amber: look at the cautions"
    case (.inside, true):
      (stroke, dash, banner, bannerText) = (Palette.inside, nil, Palette.inside, "#fff")
      fill = "#E6F4EF"
      words = "all points inside"
    }
  }

  func definitions(left: Double, top: Double, right: Double, bottom: Double) -> String {
    "<defs><clipPath id=\"frame\"><rect x=\"\(SVGDrawing.text(left))\" y=\"\(SVGDrawing.text(top))\" "
      + "width=\"\(SVGDrawing.text(right - left))\" height=\"\(SVGDrawing.text(bottom - top))\"/></clipPath>"
      + "<pattern id=\"hatch\" width=\"9\" height=\"9\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">"
      + "<rect width=\"9\" height=\"9\" fill=\"#F6F6F6\"/><line x1=\"0\" y1=\"0\" x2=\"0\" y2=\"9\" stroke=\"#CCC\" "
      + "stroke-width=\"3\"/></pattern></defs>"
  }
}

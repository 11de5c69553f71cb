import WeightBalance

/// How the envelope is drawn, by the verdict. It is green only if everything is inside an envelope that is known.
struct RingLook {
  let stroke: String
  let fill: String
  let dash: String?
  let banner: String
  let bannerText: String
  let meaning: EnvelopeLook

  var words: String { meaning.english }

  init(_ sheet: LoadSheet) {
    meaning = EnvelopeLook(sheet)
    switch meaning {
    case .outside, .outsidePlaceholder:
      (stroke, dash, banner, bannerText) = (Palette.outside, "10 5", Palette.outside, "#fff")
      fill = meaning == .outside ? "#FCEDEA" : "url(#hatch)"
    case .placeholder:
      (stroke, dash, banner, bannerText) = (Palette.placeholder, "4 3", "#DDD", "#222")
      fill = "url(#hatch)"
    case .caution:
      (stroke, dash, banner, bannerText) = (Palette.caution, nil, "#FFD97A", "#222")
      fill = "#FFF6DF"
    case .inside:
      (stroke, dash, banner, bannerText) = (Palette.inside, nil, Palette.inside, "#fff")
      fill = "#E6F4EF"
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

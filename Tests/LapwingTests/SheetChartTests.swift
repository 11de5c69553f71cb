import Foundation
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("The chart of a load sheet as SVG")
struct SheetChartTests {
  /// An element with its attributes and its text.
  struct Element {
    let name: String
    let attributes: [String: String]
    var text = ""

    func number(_ key: String) -> Double { Double(attributes[key] ?? "") ?? .nan }
  }

  private final class Reader: NSObject, XMLParserDelegate {
    var elements: [Element] = []
    private var isOpen = false

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) {
      elements.append(Element(name: name, attributes: attributes))
      isOpen = true
    }
    func parser(_ parser: XMLParser, foundCharacters text: String) {
      if isOpen { elements[elements.count - 1].text += text }
    }
    func parser(
      _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
    ) { isOpen = false }
  }

  private func elements(_ svg: String) throws -> [Element] {
    let parser = XMLParser(data: Data(svg.utf8)), reader = Reader()
    parser.delegate = reader
    try #require(parser.parse(), "\(String(describing: parser.parserError))")
    return reader.elements
  }

  private func chart(_ scene: SheetScene) throws -> [Element] { try elements(try scene.compute("--svg", "-").output) }

  private func shipped(_ name: String, _ more: String...) throws -> [Element] {
    try elements(
      try LapwingProcess.run(
        ["balance", "compute", "--scenario", ProjectFile("data/loadings/\(name).json").path, "--svg", "-"] + more
      ).output)
  }

  private func ring(_ elements: [Element]) throws -> Element {
    try #require(elements.last { $0.name == "polygon" && $0.attributes["stroke-width"] == "3.06" })
  }

  @Test("is valid XML with the verdict in the picture for any name")
  func anyName() throws {
    var scene = SheetScene(name: SheetScene.worstName)
    scene.baggage = "300"
    scene.tanks = 6
    let elements = try chart(scene)
    #expect(elements.contains { $0.name == "text" && $0.text == "NOT WITHIN LIMITS" })
    #expect(
      elements.contains { $0.name == "title" && $0.text.contains("<b>Söhne</b> ]]>") && $0.text.contains("U+FFFE") })
    #expect(elements.contains { $0.name == "desc" && $0.text.hasPrefix("NOT WITHIN LIMITS. Worst point: ") })
    #expect(elements.filter { $0.name == "text" && $0.text.contains("O'Brien") }.allSatisfy { $0.text.hasSuffix("…") })
  }

  @Test("is not written over the scenario or the aircraft, but over an earlier chart")
  func overInput() throws {
    let folder = try TemporaryFolder()
    let text = try ProjectFile("data/loadings/172m-two-up.json").text
    let scenario = try folder.write(text, to: "a.json")
    let link = folder.file("link.svg")
    try FileManager.default.linkItem(atPath: scenario, toPath: link)
    for path in [scenario, folder.path + "/./a.json", link] {
      let outcome = try LapwingProcess.run(["balance", "compute", "--scenario", scenario, "--svg", path])
      #expect(outcome.status == 64)
      #expect(outcome.error.contains("is the scenario file, which it would replace"), "\(outcome.error)")
    }
    #expect(try String(contentsOfFile: scenario, encoding: .utf8) == text)
    let type = try folder.write(try ProjectFile("data/aircraft/cessna-172m.json").text, to: "type.json")
    let outcome = try LapwingProcess.run(
      ["balance", "compute", "--scenario", scenario, "--aircraft", type, "--svg", type])
    #expect(outcome.status == 64)
    #expect(outcome.error.contains("is the aircraft file"), "\(outcome.error)")
    let chart = try folder.write("earlier", to: "chart.svg")
    #expect(try LapwingProcess.run(["balance", "compute", "--scenario", scenario, "--svg", chart]).status < 2)
    #expect(try String(contentsOfFile: chart, encoding: .utf8).contains("</svg>"))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        == ["a.json", "chart.svg", "link.svg", "type.json"])
  }

  @Test("draws the ring by the verdict, and not by colour alone")
  func ringByVerdict() throws {
    let inside = try ring(try chart(SheetScene()))
    #expect(inside.attributes["stroke"] == "#00795A" && inside.attributes["stroke-dasharray"] == nil)
    let caution = try ring(try chart(SheetScene(weighedOn: nil)))
    #expect(caution.attributes["stroke"] == "#B87A00")
    let danger = try ring(try chart(SheetScene(baggage: "600")))
    #expect(danger.attributes["stroke"] == "#C8200E" && danger.attributes["stroke-dasharray"] != nil)
    let placeholder = try ring(try chart(SheetScene(isKnown: false)))
    #expect(placeholder.attributes["fill"] == "#F2F4F6" && placeholder.attributes["stroke"] == "#5A5A5A")
    #expect(placeholder.attributes["stroke-dasharray"] != danger.attributes["stroke-dasharray"])
  }

  @Test("names every point that is outside, and the worst point with its margin")
  func everyPointOut() throws {
    let elements = try shipped("pa31-middle-out")
    #expect(elements.filter { $0.text == "OUT" }.count == 1)
    #expect(
      elements.contains {
        $0.text == "worst: 0.44 in outside the aft limit" || $0.text == "worst: 0.43 in outside the aft limit"
      })
    #expect(elements.contains { $0.text == "Inboard (2 x 56) changed over" })
    #expect(try chart(SheetScene(baggage: "600")).filter { $0.text == "OUT" }.count == 4)
  }

  @Test("names its points and the greatest weights, and draws the moment envelope of a handbook that has one")
  func names() throws {
    let texts = try shipped("172m-two-up").map(\.text)
    for name in ["take-off", "landing", "zero fuel"] {
      #expect(texts.count { $0.contains(name) && $0.contains(where: \.isNumber) } >= 2, "\(name)")
    }
    #expect(texts.contains { $0.hasPrefix("max. take-off, landing 2300") })
    #expect(texts.contains("moment, lb·in / 1000") && texts.contains("centre of gravity, in (aft of the datum)"))
    let other = try chart(SheetScene())
    #expect(!other.contains { $0.text.hasPrefix("moment, ") })
  }

  @Test("has the names of heavier points above those of lighter ones, also where both are crowded")
  func labelsInOrder() throws {
    for elements in [try shipped("pa31-middle-out"), try shipped("pa31-middle-out", "--metric")] {
      let heights = ["ramp ", "landing "].compactMap { name in
        elements.first { $0.text.hasPrefix(name) }?.attributes["y"].flatMap { Double($0) }
      }
      #expect(heights.count == 2 && heights[0] < heights[1], "\(heights)")
    }
  }

  @Test("does not call a point outside that is only below the chart")
  func belowChart() throws {
    let elements = try shipped("172m-empty")
    #expect(!elements.contains { $0.text == "OUT" })
    #expect(elements.contains { $0.text == "below" })
  }

  @Test(
    "has labels that do not overlap and are inside the picture",
    arguments: [
      "172m-aft", "172m-empty", "172m-poh-sample", "172m-two-up", "a36-four-up", "pa31-middle-out", "pa32-family",
    ])
  func labelsApart(_ name: String) throws { try expectApart(try shipped(name)) }

  @Test("has such labels with many tanks, a tiny ring, a huge one, a point far outside, and metric units")
  func labelsApartInHardCases() throws {
    var many = SheetScene(name: SheetScene.worstName)
    (many.tanks, many.fuel, many.trip) = (18, "5", "70")
    try expectApart(try chart(many))
    try expectApart(try chart(SheetScene(envelope: "[[1790, 39.20], [1830, 39.20], [1830, 39.26], [1790, 39.26]]")))
    try expectApart(try chart(SheetScene(envelope: "[[0, -4000], [900000, -4000], [900000, 4000], [0, 4000]]")))
    try expectApart(try chart(SheetScene(baggage: "100000")))
    try expectApart(try shipped("pa31-middle-out", "--metric"))
  }

  /// Compares the boxes of all texts, with letters of half their size on average.
  private func expectApart(_ elements: [Element]) throws {
    let picture = try #require(elements.first)
    let boxes = elements.filter { $0.name == "text" }.map { element in
      let size = element.number("font-size"), width = Double(element.text.count) * size * 0.5
      let start: Double =
        switch element.attributes["text-anchor"] {
        case "end": element.number("x") - width
        case "middle": element.number("x") - width / 2
        default: element.number("x")
        }
      return (
        text: element.text, left: start, right: start + width, top: element.number("y") - size * 0.7,
        bottom: element.number("y")
      )
    }
    for (index, box) in boxes.enumerated() {
      #expect(box.left >= 0 && box.right <= picture.number("width") && box.bottom <= picture.number("height"), "\(box)")
      for other in boxes[..<index] {
        let apart =
          box.right <= other.left || other.right <= box.left || box.bottom <= other.top || other.bottom <= box.top
        #expect(apart, "\(box) and \(other)")
      }
    }
  }
}

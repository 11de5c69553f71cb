import Documents
import Readings
import Status
import System
import Web
import WeightBalance
import Words

/// The page of one loading: its form and its sheet. The parts are in the files beside this one.
struct BalanceView {
  let request: PanelRequest
  let form: LoadingForm
  /// `nil` while a number is wrong.
  let sheet: LoadSheet?
  /// What the reader of scenarios says, if it refuses the loading.
  let refusal: Refusal?
  /// What became of keeping it, if it was not kept.
  var note: HTML?
  let query: FormFields

  init(_ request: PanelRequest, _ query: FormFields) throws(LapwingError) {
    self.request = request
    self.query = query
    let shelf = request.panel.shelf
    form = try LoadingForm(query, shelf, units: request.chosenUnits.map { $0 == .metric ? .metric : .imperial })
    guard form.faults.isEmpty else {
      (sheet, refusal) = (nil, nil)
      return
    }
    let today = String(UTCTime.text(unixSeconds: request.now / 1000).prefix(10))
    do throws(LapwingError) {
      (sheet, refusal) = (try form.sheet(try shelf.library(), today: today), nil)
    } catch {
      (sheet, refusal) = (nil, Refusal(error))
    }
  }

  func text(_ words: some LocalizedText) -> String { words.text(request.language) }

  /// The words of the sheet, and what the page calls stations, tanks and categories.
  var terms: any SheetTerms {
    switch request.language {
    case .english: EnglishSheetTerms()
    case .korean: KoreanSheetTerms()
    }
  }

  /// What is wrong with a number, as a sentence.
  func sentence(_ field: LoadingField) -> String {
    switch field.fault {
    case .notANumber: text(BalanceWords.notANumber(field.text))
    case .tooSmall: text(BalanceWords.tooSmall)
    case .tooLarge(let message): text(BalanceWords.tooLarge(message))
    case nil: ""
    }
  }

  /// Whether a new form has no one in a seat yet. Without a pilot there is no flight to judge, and an empty aeroplane below its
  /// envelope would open as a fault. What is over a limit all the same is said.
  var isUnmanned: Bool {
    guard form.file == nil, let sheet, sheet.verdict != .outside else { return false }
    let seats = sheet.stationDetails.filter { $0.station.kind == .seat }
    return !seats.isEmpty && seats.allSatisfy { $0.weight == .zero }
  }

  var fileName: String {
    let name = query["file"] ?? form.file ?? ""
    return name.hasSuffix(".json") ? name : name + ".json"
  }

  /// Why it cannot be kept under that name.
  var keepFault: BalanceWords? {
    guard let name = query.filled("file"), AircraftShelf.isFileName(fileName) else { return .badFile }
    let isOther = fileName != form.file.map { $0.hasSuffix(".json") ? $0 : $0 + ".json" }
    let exists = (try? request.panel.shelf.bytes(of: fileName)) != nil
    return isOther && exists ? .fileExists(name) : nil
  }

  /// The parts that follow the numbers.
  var parts: [LivePart] {
    [
      LivePart(id: "verdict", html: verdict), LivePart(id: "picture", html: picture),
      LivePart(id: "result", html: result),
    ]
  }

  func page() -> HTML {
    let title = "\(form.tail.map { "\($0), " } ?? "")\(form.aircraft.name)"
    var layout = Layout(request: request, title: "\(text(BalanceWords.title)): \(title)", tab: .balance)
    layout.assets = [.balanceStyle, .balanceScript]
    let kept: HTML =
      request.query["kept"] == nil
      ? .nothing
      : "<p class=\"done\" role=\"status\">\(text(BalanceWords.kept(form.file ?? "")))</p>"
    let refused: HTML =
      note.map {
        "<p class=\"fault\" role=\"alert\">\(text(BalanceWords.refused)): \($0)</p>"
      } ?? .nothing
    return layout.page(
      """
      <h1>\(title)</h1>\(kept)\(refused)
      <p id="stale" class="bar" role="alert" hidden>\(text(BalanceWords.stale))</p>
      <div class="load"><div id="sight"><div id="verdict" role="status">\(verdict)</div><div id="picture">\(picture)</div></div>
      <div>\(fields)
      <section id="result" aria-label="\(text(BalanceWords.result))">\(result)</section></div></div>
      <p class="small">\(text(SheetSentenceWords.disclaimer))</p>
      """)
  }
}

import Alarms
import Flight
import Sessions
import Settings
import Status
import Web
import Words

/// The orders about a session, each a form of its own. What was typed stays if the box refuses it, and the refusal stands in
/// the form.
struct RunningSessionForms {
  let request: PanelRequest
  let refused: RefusedOrder?
  /// Whether it was refused since the box is not ready.
  let isUnready: Bool
  /// What the box said last; `nil` while it does not answer.
  var status: BoxStatus?

  private func text(_ words: some LocalizedText) -> String { words.text(request.language) }

  /// Beside a bed there is no flight, and no one is asked to drink.
  private var isBedside: Bool {
    (status?.profile ?? request.panel.configuration.profile.rawValue) == BoxProfile.bedside.rawValue
  }

  var html: HTML {
    guard request.mayChange else { return "<p>\(text(SharedWords.look))</p>" }
    // While the box is lost, only the form with the refusal is of use.
    let hasSession = status?.hasSession ?? true
    let flight: HTML = isBedside ? .nothing : phase
    let inSession: HTML = isBedside ? .nothing : "\(drinks)\(caffeine)"
    return hasSession || isRefused(["end", "drink", "caffeine"])
      ? "\(flight)\(inSession)\(end)\(start(isFurther: true))" : "\(start(isFurther: false))\(flight)"
  }

  private func path(_ name: String) -> String { "\(RunningSessionAddress.path)/\(name)" }

  private func isRefused(_ names: [String]) -> Bool { names.contains { refused?.isOf(path($0)) ?? false } }

  private func fault(_ name: String) -> HTML { refused.complaint(path(name)) }

  /// - Parameter content: fields and buttons.
  private func form(_ name: String, _ content: HTML) -> HTML {
    "<form method=\"post\" action=\"\(path(name))\">\(content)</form>"
  }

  /// - Parameter isFurther: whether a session is running, which ends then.
  private func start(isFurther: Bool) -> HTML {
    let isOpen = isRefused(["start"])
    let flight: HTML =
      isBedside
      ? .nothing
      : """
      <details\(isOpen ? " open" : .nothing as HTML)><summary>\(text(RunningSessionWords.which))</summary>\
      \(field("airline", .airline))\(field("flight", .flight))\(field("from", .from))\(field("to", .to))\
      \(field("seat", .seat))</details>
      """
    let isPlaced = request.form["placed"] != nil
    let anyway: HTML =
      isUnready
      ? "<p><button name=\"anyway\" value=\"yes\">\(text(RunningSessionWords.startAnyway))</button></p>" : .nothing
    let content: HTML = """
      \(isFurther ? "<p>\(text(RunningSessionWords.startHelp))</p>" : .nothing as HTML)\
      <p><input type="checkbox" id="placed" name="placed" value="yes"\(isPlaced ? " checked" : .nothing as HTML)> \
      <label for="placed">\(text(isBedside ? RunningSessionWords.worn : .placed))</label></p>\(flight)\(fault("start"))\
      <p><button class="primary">\(text(RunningSessionWords.start))</button></p>\(anyway)
      """
    guard isFurther else {
      return
        "<section class=\"card\"><h2>\(text(RunningSessionWords.startTitle))</h2>\(form("start", content))</section>"
    }
    return folded(.startNew, isOpen: isOpen, form("start", content))
  }

  private func field(_ name: String, _ words: RunningSessionWords) -> HTML {
    """
    <label for="\(name)">\(text(words))</label><input id="\(name)" name="\(name)" value="\(request.form[name] ?? "")" \
    maxlength="\(SessionDetails.mostCharacters)">
    """
  }

  private func folded(_ title: RunningSessionWords, isOpen: Bool, _ content: HTML) -> HTML {
    "<details class=\"card\"\(isOpen ? " open" : .nothing as HTML)><summary>\(text(title))</summary>\(content)</details>"
  }

  private var end: HTML {
    folded(
      .end, isOpen: isRefused(["end"]),
      form("end", "\(fault("end"))<button class=\"danger\">\(text(RunningSessionWords.endSure))</button>"))
  }

  private var phase: HTML {
    // One that the box has found is not set by a press of the button: it would withhold alarms then.
    let source = status?.phaseSource.flatMap(PhaseSource.init(rawValue:))
    let now = request.form["phase"] ?? (source?.isByHand ?? false ? status?.phase : nil) ?? Phase.unknown.rawValue
    let options = Phase.allCases.html { phase in
      let selected: HTML = phase.rawValue == now ? " selected" : .nothing
      return "<option value=\"\(phase.rawValue)\"\(selected)>\(text(ThingWords.phase(phase)))</option>"
    }
    let withholding = Phase.allCases.filter(\.withholdsLowAndMedium).map { text(ThingWords.phase($0)) }
    let content: HTML = """
      <label for="phase">\(text(RunningSessionWords.phase))</label><select id="phase" name="phase">\(options)</select> \
      <button>\(text(RunningSessionWords.setPhase))</button>\(fault("phase"))\
      <p class="small">\(text(RunningSessionWords.phaseHelp(withholding.joined(separator: ", "))))</p>
      """
    return "<section class=\"card\"><h2>\(text(NowWords.phase))</h2>\(form("phase", content))</section>"
  }

  private func way(_ value: String) -> HTML { "<input type=\"hidden\" name=\"way\" value=\"\(value)\">" }

  private var drinks: HTML {
    let usual = "\(Refreshments.usual)"
    let least = "\(Refreshments.allowed.lowerBound)", most = "\(Refreshments.allowed.upperBound)"
    let typed = isRefused(["drink"]) ? request.form["amount"] : nil
    let isTyped = typed != nil && typed != usual
    let wrong: HTML = isTyped ? refused.mark(path("drink")) : .nothing
    let one: HTML = """
      \(way("note"))<button class="primary" name="amount" value="\(usual)">\(text(RunningSessionWords.drank(usual)))</button>
      """
    let other: HTML = """
      \(way("note"))<label for="amount">\(text(RunningSessionWords.amount(least, most)))</label>\
      <input id="amount" name="amount" inputmode="numeric" value="\(typed ?? "")"\(wrong)> \
      <button>\(text(RunningSessionWords.noteIt))</button>\(isTyped ? fault("drink") : .nothing)
      """
    return """
      <section class="card"><h2>\(text(RunningSessionWords.drinks))</h2>\(isTyped ? .nothing : fault("drink"))\
      \(form("drink", one))<details\(isTyped ? " open" : .nothing as HTML)>\
      <summary>\(text(RunningSessionWords.otherAmount))</summary>\(form("drink", other))</details>\
      \(form("drink", "\(way("undo"))<button>\(text(RunningSessionWords.drinkBack))</button>"))</section>
      """
  }

  private var caffeine: HTML {
    """
    <section class="card"><h2>\(text(RunningSessionWords.caffeine))</h2>\(fault("caffeine"))\
    \(form("caffeine", "\(way("note"))<button>\(text(RunningSessionWords.tookCaffeine))</button>"))\
    \(form("caffeine", "\(way("undo"))<button>\(text(RunningSessionWords.caffeineBack))</button>"))</section>
    """
  }
}

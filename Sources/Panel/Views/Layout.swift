import Settings
import Status
import System

/// What is around every page: head, name of the box, tabs, and the line that says when the box is lost.
struct Layout {
  let request: PanelRequest
  let title: String
  var tab: Tab?
  /// The path of the event stream, if the page is live.
  var live: String?
  /// Whether a live page without scripts loads itself again. One with forms does not: it would lose what is typed, and
  /// says that it is old instead.
  var reloadsItself = true
  /// The path of a page that had nothing to show when it was loaded, since the box was lost: it is loaded again when the
  /// box is back.
  var emptyAt: String?
  /// Files that this page loads besides those of every page.
  var assets: [Assets] = []
  /// A class of the body, for a page that looks different.
  var look: String?
  /// Since when the box does not answer, if it does not.
  var lostSince: Int64?
  /// Where a choice of language or units leads back to, with what the address asks for; without it the path.
  var back: String?
  /// Whether the page has anything that is for somebody without a code.
  var isInside = true

  private func text(_ words: some Words) -> String { words.text(request.language) }

  /// The whole page.
  func page(_ main: HTML) -> HTML {
    """
    <!doctype html>
    <html lang="\(request.language.rawValue)"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>\(title) · \(request.panel.name)</title>
    <link rel="icon" href="\(Assets.icon.path)"><link rel="stylesheet" href="\(Assets.style.path)">
    \(HTML(assets.map(\.link)))\(scripts)</head>
    <body\(look.map { " class=\"\($0)\"" })\(attributes)>
    <a class="skip" href="#main">\(text(SharedWords.skip))</a>
    <header><p class="box">\(request.panel.name)</p>\(tabs)</header>
    \(lost)
    <main id="main" tabindex="-1">
    \(main)
    </main>
    <footer>\(isInside ? MoreLinks.html(request) : .nothing)\(footer)</footer>
    </body></html>

    """
  }

  /// A page without scripts loads itself again. One with scripts gets the news from the stream.
  private var scripts: HTML {
    guard live != nil else { return .nothing }
    let again: HTML =
      reloadsItself ? "<noscript><meta http-equiv=\"refresh\" content=\"10\"></noscript>" : .nothing
    return "<script src=\"\(Assets.script.path)\" defer></script>\(again)"
  }

  /// The texts that the script fills in, and the place of the stream.
  private var attributes: HTML {
    guard let live else { return .nothing }
    let n = "{n}"
    let empty: HTML = emptyAt.map { " data-empty=\"\($0)\"" } ?? .nothing
    return """
      \(empty) data-live="\(live)" data-clock="\(PulsePage.path)" \
      data-lost="\(text(SharedWords.lost(n)))" data-checking="\(text(SharedWords.checking))" \
      data-seconds="\(text(SharedWords.seconds(n)))" data-minutes="\(text(SharedWords.minutes(n)))" \
      data-hours="\(text(SharedWords.hours(n)))" data-asof="\(text(SharedWords.asOf(n)))"
      """
  }

  private var tabs: HTML {
    guard isInside else { return .nothing }
    let items = request.panel.tabs.html { tab in
      let current: HTML = tab.path == self.tab?.path ? " aria-current=\"page\"" : ""
      return "<li><a href=\"\(tab.path)\"\(current)>\(text(tab.name))</a></li>"
    }
    return "<nav aria-label=\"\(text(SharedWords.navigation))\"><ul>\(items)</ul></nav>"
  }

  private var lost: HTML {
    guard live != nil else { return .nothing }
    let old: HTML = "<p id=\"old\" class=\"bar\">\(text(SharedWords.old))</p>"
    guard let lostSince else { return "<p id=\"lost\" class=\"bar\" role=\"alert\" hidden></p>\(old)" }
    let since = text(SharedWords.noBox(since: request.clock(lostSince)))
    return """
      <p id="lost" class="bar" role="alert">\(since) \(text(SharedWords.noBoxHelp))</p>\(old)
      """
  }

  private var footer: HTML {
    let languages = Language.allCases.html { language in
      let pressed = language == request.language ? "true" : "false"
      return """
        <button name="language" value="\(language.rawValue)" lang="\(language.rawValue)" aria-pressed="\(pressed)">\
        \(language.name)</button>
        """
    }
    let units = ShownUnits.allCases.html { units in
      let pressed = units == request.units ? "true" : "false"
      let name = text(units == .metric ? SharedWords.metric : .imperial)
      return "<button name=\"units\" value=\"\(units.rawValue)\" aria-pressed=\"\(pressed)\">\(name)</button>"
    }
    let leaving: HTML =
      request.token == nil
      ? .nothing : "<form method=\"post\" action=\"/leave\"><button>\(text(SharedWords.signOut))</button></form>"
    return """
      <form method="post" action="/language"><input type="hidden" name="to" value="\(back ?? request.path)">\
      <span>\(text(SharedWords.language))</span> \(languages)</form>
      <form method="post" action="/units"><input type="hidden" name="to" value="\(back ?? request.path)">\
      <span>\(text(SharedWords.units))</span> \(units)</form>\(leaving)
      <p>Lapwing\(request.role == nil ? "" : " \(Version.text)")</p>
      """
  }
}

import Alarms
import Settings
import Status
import System
import Web
import Words

/// What is around every page: head, name of the box, tabs, and the line that says when the box is lost.
struct Layout {
  let request: PanelRequest
  let title: String
  var tab: Tab?
  /// The path of the event stream of a page that shows what is current. Every other page of someone with a code follows
  /// the box too (``BoxLine``): a form that is filled in for a lost box is a loss, and so is an alarm that is not seen.
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
  /// Whether the time of what is shown stands at the top.
  var saysAsOf = false
  /// Whether the page shows all alarms itself.
  var showsAlarms = false
  /// Where a choice at the foot leads back to; without it the address, or after a form that is no page the tab.
  var back: String?
  /// Whether the page has anything that is for someone without a code.
  var isInside = true

  private func text(_ words: some LocalizedText) -> String { words.text(request.language) }

  /// Someone without a code gets the name that the machine shows in the network anyway.
  private var name: String { request.role == nil ? request.panel.name : request.panel.shownName }

  func page(_ main: HTML) -> HTML {
    """
    <!doctype html>
    <html lang="\(request.language.rawValue)"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    \(BoxTitle.html("\(title) · \(name)", request, showsAlarm: stream != nil))<link rel="stylesheet" href="\(Assets.style.path)">
    \(HTML(assets.map(\.link)))\(scripts)</head>
    <body\(looks)\(attributes)>
    <a class="skip" href="#main">\(text(SharedWords.skip))</a>
    <header><p class="box">\(name)</p>\(asOf)</header>
    \(tabs)
    \(lost)
    <main id="main" tabindex="-1">
    \(main)
    </main>
    <footer><details><summary>\(text(SharedWords.more))</summary>\(isInside ? MoreLinks.html(request) : .nothing)\(footer)</details></footer>
    </body></html>

    """
  }

  private var looks: HTML {
    let names = [look, request.colours == .usual ? nil : request.colours.rawValue].compactMap(\.self)
    return names.isEmpty ? .nothing : " class=\"\(names.joined(separator: " "))\""
  }

  /// The stream that the page follows; `nil` for someone without a code.
  private var stream: String? { live ?? (isInside && request.role != nil ? BoxLine.path : nil) }

  /// A page without scripts loads itself again. One with scripts gets the news from the stream.
  private var scripts: HTML {
    guard stream != nil else { return .nothing }
    let again: HTML =
      live != nil && reloadsItself ? "<noscript><meta http-equiv=\"refresh\" content=\"10\"></noscript>" : .nothing
    return "<script src=\"\(Assets.script.path)\" defer></script>\(again)"
  }

  /// The texts that the script fills in, and the place of the stream.
  private var attributes: HTML {
    guard let stream else { return .nothing }
    let n = "{n}"
    let empty: HTML = emptyAt.map { " data-empty=\"\($0)\"" } ?? .nothing
    let followed: HTML = """
      \(empty) data-live="\(stream)" data-clock="\(PulsePage.path)" \
      data-lost="\(text(live == nil ? SharedWords.lostBox(n) : .lost(n)))" data-checking="\(text(SharedWords.checking))"
      """
    guard live != nil else { return followed }
    return """
      \(followed) data-seconds="\(text(SharedWords.seconds(n)))" data-minutes="\(text(SharedWords.minutes(n)))" \
      data-hours="\(text(SharedWords.hours(n)))" data-asof="\(text(SharedWords.asOf(n)))" \
      data-seconds-left="\(text(SharedWords.secondsLeft(n)))" data-minutes-left="\(text(SharedWords.minutesLeft(n)))" \
      data-hours-left="\(text(SharedWords.hoursLeft("{h}", minutes: n)))"
      """
  }

  /// Since when what a page shows is current. A page with live values says so at its top, and the script writes on.
  private var asOf: HTML? {
    guard saysAsOf else { return nil }
    let time = request.panel.feed.state.picture.map { text(SharedWords.asOf(request.clock($0.heardAt))) }
    return "<p class=\"asof\" id=\"asof\">\(time ?? "")</p>"
  }

  private var tabs: HTML {
    guard isInside else { return .nothing }
    let items = request.panel.tabs.html { tab in
      let current: HTML = tab.path == self.tab?.path ? " aria-current=\"page\"" : ""
      return "<li><a href=\"\(tab.path)\"\(current)>\(tab.symbol.html)<span>\(text(tab.name))</span></a></li>"
    }
    return "<nav class=\"tabs\" aria-label=\"\(text(SharedWords.navigation))\"><ul>\(items)</ul></nav>"
  }

  /// What is said of the box above the page: that it is lost, that the page is old, and the worst alarm.
  private var lost: HTML {
    guard stream != nil else { return .nothing }
    // What does not change by itself grows old without harm.
    let old: HTML = live == nil ? .nothing : "<p id=\"old\" class=\"bar\" role=\"status\">\(text(SharedWords.old))</p>"
    let worst = request.panel.feed.state.picture.map(worstAlarm)
    let alarm: HTML =
      showsAlarms
      ? .nothing : "<section id=\"\(BoxLine.id)\" aria-label=\"\(text(NowWords.alarms))\">\(worst)</section>"
    guard let lostSince = request.panel.feed.state.lostSince else {
      return "<p id=\"lost\" class=\"bar\" role=\"alert\" hidden></p>\(old)\(alarm)"
    }
    let since = text(SharedWords.noBox(since: request.clock(lostSince)))
    return """
      <p id="lost" class="bar" role="alert">\(since) \(text(SharedWords.noBoxHelp))</p>\(old)\(alarm)
      """
  }

  /// Without a script the line stays what it was when the page was loaded, and says when that was.
  private func worstAlarm(_ picture: BoxPicture) -> HTML {
    "\(BoxLine.html(request, picture))<noscript><p class=\"asof\">\(text(SharedWords.asOf(request.clock(picture.heardAt))))</p></noscript>"
  }

  private var footer: HTML {
    let languages = Language.allCases.html { language in
      let button = choice("language", language.rawValue, language.name, isChosen: language == request.language)
      return "<span lang=\"\(language.rawValue)\">\(button)</span>"
    }
    let units = ShownUnits.allCases.html { units in
      choice(
        "units", units.rawValue, text(units == .metric ? SharedWords.metric : .imperial),
        isChosen: units == request.units)
    }
    let colours = ShownColours.allCases.html { colours in
      choice("colours", colours.rawValue, text(colours.words), isChosen: colours == request.colours)
    }
    let leaving: HTML =
      request.token == nil
      ? .nothing : "<form method=\"post\" action=\"/leave\"><button>\(text(SharedWords.signOut))</button></form>"
    return """
      \(choices("/language", .language, languages))\(choices("/units", .units, units))\
      \(choices("/colours", .colours, colours))\(leaving)
      <p>Lapwing\(request.role == nil ? "" : " \(Version.text)")</p>
      """
  }

  private func choices(_ path: HTML, _ name: SharedWords, _ buttons: HTML) -> HTML {
    """
    <form method="post" action="\(path)"><input type="hidden" name="to" value="\(back ?? request.address ?? tab?.path ?? "/")">\
    <span>\(text(name))</span> \(buttons)</form>
    """
  }

  private func choice(_ name: HTML, _ value: String, _ label: String, isChosen: Bool) -> HTML {
    "<button name=\"\(name)\" value=\"\(value)\" aria-pressed=\"\(isChosen ? "true" : "false")\">\(label)</button>"
  }
}

/// The pages that have no tab, at the foot of every page.
enum MoreLinks {
  static func html(_ request: PanelRequest) -> HTML {
    let isBedside = request.panel.configuration.profile == .bedside
    let trends: (String, TrendsWords) = isBedside ? ("/heart", .heart) : ("/air", .air)
    // Only who may change sees the people.
    let people = request.mayChange ? [("/people", PeopleWords.title.text(request.language))] : []
    let outside =
      request.panel.configuration.air == nil ? [] : [("/outside", AirWords.title.text(request.language))]
    let links: [(path: String, name: String)] =
      people + outside + [
        (trends.0, trends.1.text(request.language)), ("/doctor", DoctorWords.title.text(request.language)),
        ("/kiosk", DoctorWords.screen.text(request.language)), ("/start", StartWords.title.text(request.language)),
      ]
    return "<ul class=\"files\">\(links.html { "<li><a href=\"\($0.path)\">\($0.name)</a></li>" })</ul>"
  }
}

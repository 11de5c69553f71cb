import Settings
import Web
import Words

/// What would change, for those whose browser cannot say it beside the button: the same form once more, with what differs alone.
struct ChangesPage {
  struct Change {
    let key: ConfigurationKey
    let was: String
    let new: String
  }

  let request: PanelRequest
  let changes: [Change]
  let tab: Tab?

  private func text(_ words: SettingsWords) -> String { words.text(request.language) }

  var html: HTML {
    let title = SharedWords.settings.text(request.language), language = request.language
    let lines = changes.html { change in
      let (was, new) = (
        KeyNameWords.value(change.was, of: change.key, in: language),
        KeyNameWords.value(change.new, of: change.key, in: language)
      )
      return "<li>\(KeyNameWords.whole(of: change.key, in: language)): \(was) → <b>\(new)</b></li>"
    }
    let fields = changes.html { change in
      """
      <input type="hidden" name="\(change.key.path)" value="\(change.new)">\
      <input type="hidden" name="\(SettingsForm.shown(change.key))" value="\(change.was)">
      """
    }
    return Layout(request: request, title: title, tab: tab).page(
      """
      <h1>\(title)</h1><h2>\(text(.changes))</h2><ul>\(lines)</ul>\
      <form method="post" action="/settings">\(fields)<button class="primary">\(text(.save))</button></form>\
      <p><a class="button" href="/settings">\(text(.back))</a></p>
      """)
  }
}

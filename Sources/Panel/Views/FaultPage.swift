import Control
import Readings
import Settings
import Web
import Words

/// A page for what cannot be shown or done: what is wrong, and the way back.
enum FaultPage {
  static func page(_ request: PanelRequest, title: String, sentence: HTML, back: String = "/") -> HTML {
    Layout(request: request, title: title, isInside: request.role != nil).page(
      """
      <h1>\(title)</h1>
      <p class="fault" role="alert">\(sentence)</p>
      <p><a class="button" href="\(back)">\(SharedWords.back.text(request.language))</a></p>
      """)
  }

  /// For an error of the box, of the logbook or of the panel.
  static func page(_ request: PanelRequest, _ error: LapwingError) -> HTML {
    page(
      request, title: AccessWords.fault.text(request.language), sentence: Refusal(error).html(request.language))
  }

  /// A form that must not be guessed at.
  static func badForm(_ request: PanelRequest) -> Reply {
    .page(
      page(
        request, title: AccessWords.fault.text(request.language),
        sentence: "\(AccessWords.badForm.text(request.language))"), .badRequest)
  }

  static func notFound(_ request: PanelRequest) -> HTML {
    page(
      request, title: AccessWords.notFound.text(request.language),
      sentence: "\(AccessWords.notFoundHelp.text(request.language))")
  }
}

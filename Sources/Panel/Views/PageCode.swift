import Documents
import Settings
import Web
import Words

/// The address of the page as a QR code for a phone; nothing while the page is off for the network.
enum PageCode {
  static func html(_ request: PanelRequest) -> HTML {
    guard let address = request.panel.configuration.pageAddress, let code = QRCode(address) else { return .nothing }
    let words = StartWords.onPhone(address).text(request.language)
    return "<div class=\"card\">\(HTML(markup: code.svg(title: address)))<p>\(words)</p></div>"
  }
}

import Alarms
import CEmbeddedFiles
import Web

/// The files that pages load, as part of the binary.
struct Assets: Sendable {
  let name: String
  let type: String
  let bytes: [UInt8]
  /// With a stamp of its content, so that a browser may keep it, and has the new one after an update.
  let path: String

  private init(_ name: String, _ type: String, _ file: cembedded_file) {
    let bytes = [UInt8](UnsafeBufferPointer(start: file.bytes, count: file.count))
    (self.name, self.type, self.bytes) = (name, type, bytes)
    // FNV-1a, 64 bits: a check of equality, not of trust.
    let stamp = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    path = "/assets/\(name)?\(String(stamp, radix: 36))"
  }

  static let style = Assets("page.css", "text/css; charset=utf-8", cembedded_page_css())
  static let script = Assets("live.js", "text/javascript; charset=utf-8", cembedded_live_js())
  static let icon = Assets("icon.svg", "image/svg+xml", cembedded_icon_svg())
  private static let icons = [
    Assets("icon-low.svg", "image/svg+xml", cembedded_icon_low_svg()),
    Assets("icon-medium.svg", "image/svg+xml", cembedded_icon_medium_svg()),
    Assets("icon-high.svg", "image/svg+xml", cembedded_icon_high_svg()),
  ]
  static let manifest = Assets("lapwing.webmanifest", "application/manifest+json", cembedded_lapwing_webmanifest())
  static let balanceStyle = Assets("balance.css", "text/css; charset=utf-8", cembedded_balance_css())
  static let balanceScript = Assets("balance.js", "text/javascript; charset=utf-8", cembedded_balance_js())
  static let screenStyle = Assets("screen.css", "text/css; charset=utf-8", cembedded_screen_css())
  static let updateScript = Assets("update.js", "text/javascript; charset=utf-8", cembedded_update_js())
  static let chartStyle = Assets("chart.css", "text/css; charset=utf-8", cembedded_chart_css())
  static let chartScript = Assets("chart.js", "text/javascript; charset=utf-8", cembedded_chart_js())
  static let settingsScript = Assets("settings.js", "text/javascript; charset=utf-8", cembedded_settings_js())
  static let all =
    [
      style, script, icon, balanceStyle, balanceScript, screenStyle, updateScript, chartStyle, chartScript,
      settingsScript, manifest,
    ] + icons

  /// The icon of a page while an alarm of a priority is on.
  static func icon(of priority: Priority) -> Assets { icons.first { $0.name == "icon-\(priority.name).svg" } ?? icon }

  /// The element of a head that loads it.
  var link: HTML {
    name.hasSuffix(".js") ? "<script src=\"\(path)\" defer></script>" : "<link rel=\"stylesheet\" href=\"\(path)\">"
  }
}

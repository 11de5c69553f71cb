import Control
import Settings

extension UpdateFolder {
  /// The folder beside the other files of the panel.
  init(of panel: PanelServices) {
    let file = panel.access.path
    self.init(path: (file.lastIndex(of: "/").map { String(file[..<$0]) } ?? ".") + "/updates")
  }
}

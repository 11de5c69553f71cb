import Glibc
import Readings
import Settings
import System

/// Who may change settings: root, the user of the box, and the page, which may change less.
package struct SettingsChangers: Sendable {
  /// The user of `lapwing-panel.service` (image/package/sysusers.conf).
  package static let page = "lapwing-panel"

  private let page: UInt32?
  private let own: UInt32

  package init(page: UInt32? = SystemAccounts.here.user(page)?.id, own: UInt32 = geteuid()) {
    (self.page, self.own) = (page, own)
  }

  /// Whether a user may send long orders.
  func contain(_ user: UInt32) -> Bool { user == 0 || user == own || user == page }

  func refuse(_ change: SettingsChange, by user: UInt32) throws(LapwingError) {
    if user == page {
      guard let key = change.keyOutsideOfPage else { return }
      throw LapwingError(.noPermission, code: .notOfPage, "\(key) cannot be set by the page; use lapwing config set")
    }
    guard contain(user) else {
      throw LapwingError(
        .noPermission, code: .noChanger,
        "only root, the user of this box and the user \(Self.page) may change settings; use sudo")
    }
  }
}

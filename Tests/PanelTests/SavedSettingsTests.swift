import Alarms
import Control
import Engine
import Monitor
import Testing
import Words

@testable import Panel

/// What the page says of settings that were saved.
@Suite struct `Saved settings` {
  private func said(_ notices: OrderNotice...) -> SettingsForm.Said {
    var report = SettingsReport()
    report.notices = notices.map(ReportedNotice.init)
    return SettingsPage.said(of: report, in: .english)
  }

  @Test func `are in force where the box adds only what it does not watch now`() {
    guard case .remarked(let remark) = said(.notWatched(.off(.heartRateHigh))) else {
      Issue.record("not said to be in force")
      return
    }
    #expect("\(remark)".contains("heart-rate-high"))
  }

  @Test func `are not in force where one waits for the next start, whatever else the box adds`() {
    guard case .note = said(.notWatched(.off(.heartRateHigh)), .atNextStart(keys: ["panel.port"])) else {
      Issue.record("said to be in force")
      return
    }
  }
}

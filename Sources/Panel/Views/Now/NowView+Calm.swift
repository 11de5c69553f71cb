import Readings
import Status
import Web
import Words

extension NowView {
  /// What stands in the place of the alarms while there is none. It is green if nothing at all is wrong.
  var calm: HTML {
    guard let unwell else {
      return
        "<p class=\"card calm well\">\(Symbol.check.html) <b>\(text(NowWords.allWell))</b> <span>\(text(NowWords.allWatched))</span></p>"
    }
    return "<p class=\"card calm\"><b>\(text(NowWords.noAlarms))</b> <span>\(text(NowWords.unwell(unwell)))</span></p>"
  }

  /// `nil` if each value is inside its limits, nothing that should be watched is not, and there is a way to signal.
  var unwell: NowWords.Unwell? {
    let values = largeValues
    if values.isEmpty { return .noSensor }
    if !status.notWatched.isEmpty || status.settingsFaults != nil { return .unwatched }
    if !values.allSatisfy({ isFine($0) }) { return .valueBeyond }
    if let parts = status.parts, !parts.doLampsWork, !parts.doesSounderWork { return .unsignalled }
    if let circle = shownCircle, circle.stage != .calm || circle.fault != nil { return .circle }
    return status.logbookFault == nil ? nil : .logbook
  }

  /// A value of a quantity that no alarm is about is fine while it comes.
  private func isFine(_ large: LargeValue) -> Bool {
    let standing = standing(of: large)
    return standing.isGood || standing.word == .unjudged && !Judgement.isWatched(large.quantity)
  }
}

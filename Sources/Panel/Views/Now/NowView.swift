import Alarms
import Status
import Web
import Words

/// A view of one state of the box, in the language of the visitor. The parts are in the files beside this one.
struct NowView {
  let request: PanelRequest
  let picture: BoxPicture
  let limits: ConditionTable
  let ages: Ages

  var status: BoxStatus { picture.status }
  func text(_ words: some LocalizedText) -> String { words.text(request.language) }

  /// When the latest reading of a sensor was measured, with its age.
  func age(of sensor: SensorReport) -> HTML {
    ages.html(of: picture.age(of: sensor), at: picture.seconds, in: request.language)
  }
}

/// The texts of the first visit. Few words: all of it is read in three minutes.
package enum StartWords: LocalizedText {
  case title, step(String), begin
  case whatFor, cabin, cabinHelp, cockpit, cockpitHelp, bedside, bedsideHelp, nextStart(String)
  case whichSensor, whichHelp, nothing, adopt, adopted(String), skip, needsHeart, needsCO2, another, choose
  case nameAndLimits, itsName, nameHelp, limits, limitsHelp, next
  case signals, signalsHelp, hear(String), heard(String), heardLater(String), unheard(String), lowHelp
  case whomToCall, whomHelp, whomField, calls
  case done, doneWaits, doneUnwatched, lost, person, personUnseen, tells(String, seconds: String), profileWaits(
    now: String, then: String), toNow
  /// Where a phone finds the page.
  case onPhone(String)

  package var both: (en: String, ko: String) {
    switch self {
    case .title: ("Set the box up", "본체 설정")
    case .step(let n): ("Step \(n) of 6", "6단계 중 \(n)단계")
    case .begin: ("Set the box up …", "본체 설정하기 …")
    case .whatFor: ("What is the box for?", "어디에 쓰나요?")
    case .cabin: ("Cabin", "객실")
    case .cabinHelp: ("The air around a passenger", "승객 주변의 공기")
    case .cockpit: ("Cockpit", "조종실")
    case .cockpitHelp: ("Alarms for a pilot", "조종사를 위한 경보")
    case .bedside: ("Bedside", "침대 옆")
    case .bedsideHelp: ("The heart of a sleeper", "자는 사람의 심박")
    case .nextStart(let name): ("The box is set to: \(name)", "현재 설정: \(name)")
    case .whichSensor: ("Which sensor is yours?", "내 센서는 어느 것인가요?")
    case .whichHelp:
      ("Hold it close to the box. Choose one after the other.", "센서를 본체 가까이 대세요. 하나씩 차례로 고르세요.")
    case .needsHeart:
      (
        "A heart sensor is missing: a strap or an oximeter. Until the box has one, it watches no heart.",
        "심박 센서가 없습니다. 스트랩이나 산소포화도계를 고르세요. 그 전에는 심박을 감시하지 않습니다."
      )
    case .needsCO2:
      (
        "A CO₂ sensor is missing. Until the box has one, it raises no alarm about CO₂.",
        "CO₂ 센서가 없습니다. 그 전에는 CO₂ 경보가 울리지 않습니다."
      )
    case .another: ("Save, and choose another sensor", "저장하고 다른 센서 고르기")
    case .choose: ("Choose a sensor", "센서 고르기")
    case .nothing:
      (
        "Nothing is received yet. Switch the sensor on; wear a strap, moist. A phone that holds its connection must let go.",
        "아직 수신되는 센서가 없습니다. 센서를 켜고, 스트랩은 적셔서 착용하세요. 연결된 휴대폰이 있으면 끊으세요."
      )
    case .adopt: ("This is mine", "내 센서입니다")
    case .adopted(let name): ("Yours: \(name)", "내 센서: \(name)")
    case .skip: ("Go on", "계속")
    case .nameAndLimits: ("Its name, and your limits", "이름과 경보 한계")
    case .itsName: ("Name it", "이름 정하기")
    case .nameHelp: ("Name, such as “left strap”", "이름, 예: “왼쪽 스트랩”")
    case .limits: ("Alarm limits", "경보 한계")
    case .limitsHelp: ("These are usual. Ask a doctor about those of a heart.", "일반적인 값입니다. 심박 한계는 의사와 상의하세요.")
    case .next: ("Next", "다음")
    case .signals: ("Hear the alarms", "경보음 들어 보기")
    case .signalsHelp:
      ("Each lasts 3 seconds; wait for its end before the next one.", "각각 3초 동안 울립니다. 끝난 뒤에 다음 것을 누르세요.")
    case .hear(let name): ("Hear: \(name)", "듣기: \(name)")
    case .heard(let name): ("You hear: \(name)", "지금: \(name)")
    case .unheard(let name):
      (
        "\(name) is on, but no sounder works at this box: look at the doctor.",
        "\(name)이(가) 켜졌지만, 이 본체에는 작동하는 경보음이 없습니다. 진단을 보세요."
      )
    case .heardLater(let name):
      (
        "\(name) is on as well. A higher one still sounds: press again when that has ended.",
        "\(name)도 켜졌습니다. 더 높은 경보가 아직 울립니다. 그것이 끝나면 다시 누르세요."
      )
    case .lowHelp: ("A low alarm may only light a lamp.", "낮은 경보는 램프만 켜질 수 있습니다.")
    case .whomToCall: ("Whom to call?", "누구에게 연락할까요?")
    case .whomHelp:
      (
        "The page shows this person with each high alarm. The box does not call by itself.",
        "높은 경보가 울리면 이 페이지에 표시됩니다. 본체가 스스로 전화하지는 않습니다."
      )
    case .whomField: ("Name and number", "이름과 전화번호")
    case .calls: ("With a high alarm the page says:", "높은 경보와 함께 다음이 표시됩니다:")
    case .done: ("The box watches", "감시 중입니다")
    case .doneWaits: ("One more step: a restart", "마지막 단계: 다시 시작")
    case .doneUnwatched: ("Not everything is watched", "모두 감시되지는 않습니다")
    case .lost:
      (
        "The box does not answer, so this page cannot say what it watches.",
        "본체가 응답하지 않아 무엇을 감시하는지 알 수 없습니다."
      )
    case .person:
      (
        "It calls no one yet: it sounds and lights up where it stands. Explain what to do to a person who is near it.",
        "아직 누구에게도 연락하지 않고 본체에서만 소리와 빛을 냅니다. 들을 수 있는 사람에게 할 일을 알려 두세요."
      )
    case .personUnseen:
      (
        "It calls no one yet, and no lamp and no sounder works at this box: only this page shows an alarm.",
        "아직 누구에게도 연락하지 않고, 본체에는 작동하는 램프도 경보음도 없습니다. 경보는 이 페이지에만 나타납니다."
      )
    case .tells(let people, let seconds):
      (
        "If no one answers a high alarm for \(seconds) s, the box alerts: \(people).",
        "높은 경보에 \(seconds)초 동안 응답이 없으면 알립니다: \(people)."
      )
    case .profileWaits(let now, let then):
      (
        "It still works as “\(now)”. From its next start on it works as “\(then)”.",
        "지금은 “\(now)”(으)로 작동합니다. 다시 시작하면 “\(then)”(으)로 작동합니다."
      )
    case .onPhone(let address):
      (
        "On a phone of the same network: scan this code, or open \(address)",
        "같은 네트워크의 휴대전화에서 이 코드를 읽거나 다음 주소를 여세요: \(address)"
      )
    case .toNow: ("See what it measures", "측정값 보기")
    }
  }
}

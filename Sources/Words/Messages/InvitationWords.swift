/// The question to a person whether they want messages, and what follows from the answer. Who agrees, agrees to these words: another
/// text is another number (`Invitation.words`).
package enum InvitationWords: LocalizedText {
  case asks(String, String), whatIsSent, whoSees, howToStop, agree
  case test, pleaseAnswer, stop
  case usedBefore, tooOld, askAgain

  package var both: (en: String, ko: String) {
    switch self {
    case .asks(let name, let box):
      ("\(name): may \(box) send you messages about alarms?", "\(name) 님: \(box)의 경보를 이 전화로 보내도 될까요?")
    case .whatIsSent:
      (
        "You get an alarm that no one answers at the box: what is wrong, a value such as a heart rate, and the time. It rings at any hour.",
        "본체에서 아무도 응답하지 않은 경보를 받습니다: 내용, 심박수 같은 값, 시각. 밤낮없이 울립니다."
      )
    case .whoSees:
      (
        "The messages pass through the server of ntfy, and who knows this topic can read them. The box keeps for 90 days what you got and answered. It is no emergency service.",
        "메시지는 ntfy 서버를 거치며, 이 주제를 아는 사람은 읽을 수 있습니다. 본체는 보낸 것과 응답을 90일 동안 보관합니다. 응급 서비스가 아닙니다."
      )
    case .howToStop:
      (
        "If you agree, press “I agree”. You can stop at any time by a button of a message.",
        "동의하시면 ‘동의합니다’를 누르세요. 언제든지 메시지의 버튼으로 그만둘 수 있습니다."
      )
    case .agree: ("I agree", "동의합니다")
    case .test: ("Does it ring? This is how an alarm rings", "울리나요? 경보는 이렇게 울립니다")
    case .pleaseAnswer:
      (
        "Press “I have it”: then the box knows that you can be reached. If your phone was silent, allow this app to ring in Do Not Disturb.",
        "‘제가 맡을게요’를 누르세요. 그러면 연락이 닿는 것을 본체가 압니다. 소리가 나지 않았다면 방해 금지 중에도 이 앱이 울리도록 허용하세요."
      )
    case .stop: ("Stop messages", "그만 받기")
    case .usedBefore: ("This invitation was used before", "이미 사용한 초대입니다")
    case .tooOld: ("This invitation is older than seven days", "7일이 지난 초대입니다")
    case .askAgain: ("Ask at the box for a new one.", "본체 쪽에 새 초대를 요청하세요.")
    }
  }
}

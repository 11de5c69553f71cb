import Circle
import Control

/// The texts of the page that the link of a message opens.
package enum AnswerWords: LocalizedText {
  case title, haveIt, meaning, press, says(CircleWord), outcome(CircleCallAnswer)

  package var both: (en: String, ko: String) {
    switch self {
    case .title: ("An alarm of the care circle", "돌봄 연락망 알림")
    case .haveIt: ("I have it", "제가 맡을게요")
    case .meaning:
      (
        "The others get a message that you look after it. The alarm at the box goes on.",
        "다른 사람들에게 당신이 맡았다고 알립니다. 본체의 경보는 계속 울립니다."
      )
    // In a call.
    case .press: ("Press any key if you have it.", "맡으시려면 아무 번호나 누르세요.")
    case .says(.onMyWay): ("On my way", "가는 중이에요")
    case .says(.there): ("I'm there", "도착했어요")
    case .says(.callMe): ("Call me", "전화해 주세요")
    case .outcome(let answer): Self.sentence(answer)
    }
  }

  private static func sentence(_ answer: CircleCallAnswer) -> (en: String, ko: String) {
    let name = answer.by ?? "?"
    return switch answer.outcome {
    case .open: ("No one has answered yet.", "아직 아무도 응답하지 않았습니다.")
    case .taken: ("You have it. The others get a message.", "당신이 맡았습니다. 다른 사람들에게 알립니다.")
    case .said: ("The others have your answer.", "다른 사람들에게 알렸습니다.")
    case .held: ("\(name) has it already.", "이미 \(name) 님이 맡았습니다.")
    case .over: ("It is over. You need not do anything.", "상황이 끝났습니다. 하실 일이 없습니다.")
    case .used: ("This link was used already.", "이미 사용한 링크입니다.")
    case .expired: ("This link is too old. Look for a newer message.", "오래된 링크입니다. 더 새로운 메시지를 확인하세요.")
    case .failed, .done, .trying, .okay, .okayForNow, .sayAgain, .takenBack, .nothing:
      (
        "The box cannot take your answer now. Try again, or call by phone.",
        "지금은 응답을 받을 수 없습니다. 다시 시도하거나 전화하세요."
      )
    case .wrong:
      (
        "This is no link of this box, or it was cut. Open the link of the message again.",
        "이 본체의 링크가 아니거나 잘린 링크입니다. 메시지의 링크를 다시 여세요."
      )
    }
  }
}

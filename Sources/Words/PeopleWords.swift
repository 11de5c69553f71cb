package enum PeopleWords: LocalizedText {
  case title, explain, off, switchOn, agreement, on
  case name, add, addExplain, nobody, remove, drill, drilled
  case consented(String), stopped(String), noWord, asked, answered, unanswered, old, paused(Int), ofFile
  case scan, open, app, code(String)
  case pause, pauseFor, hours(Int), resume, earlier
  case who, agreementTitle, agreed(String, String), endExplain, end, ended
  case log
  /// - Parameter kind: the word of a `CircleEntry.Kind`.
  case past(_ kind: String)

  package var both: (en: String, ko: String) {
    switch self {
    case .title: ("People", "사람들")
    case .explain:
      (
        "These people get a message about an alarm that no one answers at the box, one after the other, until one of them answers.",
        "아무도 응답하지 않는 경보를 이 사람들에게 차례로 알립니다. 한 사람이 응답할 때까지 계속합니다."
      )
    case .off:
      (
        "Messages about alarms can leave this box: what is wrong, values such as a heart rate, and times. They pass through a server of ntfy.",
        "이 본체의 경보를 밖으로 보낼 수 있습니다: 내용, 심박수 같은 값, 시각. ntfy 서버를 거칩니다."
      )
    case .agreement:
      (
        "The person who is watched, or who decides for them, agrees to this. It can be ended here at any time.",
        "살펴보는 대상인 본인 또는 대신 결정하는 분이 이에 동의합니다. 여기서 언제든지 끝낼 수 있습니다."
      )
    case .switchOn: ("We agree", "동의합니다")
    case .on:
      (
        "Saved. Switch the box off and on once, so that it can send messages; then add people here.",
        "저장했습니다. 메시지를 보낼 수 있도록 본체를 한 번 껐다 켠 다음 여기서 사람을 추가하십시오."
      )
    case .name: ("Name", "이름")
    case .add: ("Add", "추가")
    case .addExplain:
      (
        "The box makes a code. This person scans it with their phone, agrees there, and answers a test.",
        "본체가 코드를 만듭니다. 그 사람이 휴대전화로 코드를 읽고 동의한 뒤 시험에 응답합니다."
      )
    case .nobody: ("There is no one yet, so no message is sent.", "아직 아무도 없어 밖의 누구에게도 알리지 않습니다.")
    case .remove: ("Remove", "삭제")
    case .drill: ("Try it with all", "모두에게 시험 보내기")
    case .drilled: ("A test goes to everybody who has agreed.", "동의한 모든 사람에게 시험을 보냅니다.")
    case .consented(let date): ("has agreed on \(date)", "\(date) 동의함")
    case .stopped(let date): ("wants no messages since \(date)", "\(date)부터 메시지를 원하지 않음")
    case .noWord: ("has not agreed yet", "아직 동의하지 않음")
    case .asked: ("is asked: the phone has not agreed yet", "물어보는 중: 아직 동의하지 않음")
    case .answered: ("has answered the test: all is done", "시험에 응답함: 완료")
    case .unanswered: ("has not answered the test yet", "아직 시험에 응답하지 않음")
    case .old:
      ("The code is older than seven days. Remove this person and add them again.", "7일이 지난 코드입니다. 삭제한 뒤 다시 추가하십시오.")
    case .paused(let minutes): ("pauses for \(minutes) min more", "\(minutes)분 더 쉼")
    case .ofFile: ("named in the file of settings", "설정 파일에 있음")
    case .scan:
      (
        "1. Install the app ntfy. 2. Scan this code, or open the link on the phone. 3. Press “I agree” in the message, and “I have it” in the test that follows.",
        "1. ntfy 앱을 설치합니다. 2. 이 코드를 읽거나 휴대전화에서 링크를 엽니다. 3. 메시지에서 ‘동의합니다’를, 이어지는 시험에서 ‘제가 맡을게요’를 누릅니다."
      )
    case .open: ("Open the link", "링크 열기")
    case .app: ("Open in the app ntfy", "ntfy 앱에서 열기")
    case .pause: ("Pause", "쉬기")
    case .pauseFor: ("No messages for", "메시지 쉬는 시간")
    case .hours(let hours):
      hours % 24 == 0
        ? (hours == 24 ? "a day" : "\(hours / 24) days", "\(hours / 24)일") : ("\(hours) hours", "\(hours)시간")
    case .resume: ("End the pause", "쉬기 끝내기")
    case .earlier: ("Before the one above", "위로 옮기기")
    case .who: ("Name of who agrees", "동의하는 분의 이름")
    case .agreementTitle: ("Agreement", "동의")
    case .agreed(let name, let date): ("\(name) has agreed on \(date).", "\(name) 님이 \(date) 동의했습니다.")
    case .endExplain:
      (
        "The person who is watched, or who decides for them, can end this now. Then no one gets a message any more, and the people who were added here are forgotten.",
        "살펴보는 대상인 본인 또는 대신 결정하는 분이 지금 끝낼 수 있습니다. 그러면 아무에게도 알리지 않고, 여기서 추가한 사람들은 지워집니다."
      )
    case .end: ("End the agreement", "동의 끝내기")
    case .ended:
      (
        "Ended: no one gets a message any more. To begin again, agree here.",
        "끝냈습니다. 이제 아무에게도 알리지 않습니다. 다시 시작하려면 여기서 동의하십시오."
      )
    case .log: ("Messages and answers", "메시지와 응답")
    case .past(let kind): Self.words(ofPast: kind)
    case .code(let name): ("Code for the phone of \(name)", "\(name) 님의 휴대전화용 코드")
    }
  }

  private static func words(ofPast kind: String) -> (en: String, ko: String) {
    switch kind {
    case "sent": ("the provider has the message", "메시지 서비스에 전달됨")
    case "confirmed": ("the phone has the message, or it is answered", "휴대전화에 도착했거나 응답함")
    case "failed": ("the message has failed", "메시지 전송 실패")
    case "expired": ("the message came too late and was not sent", "너무 늦어 보내지 않음")
    case "taken": ("has it", "맡음")
    case "says": ("has answered", "응답함")
    case "okay": ("said that all is well", "괜찮다고 함")
    case "consent": ("has agreed to messages", "메시지에 동의함")
    case "stop": ("wants no more messages", "메시지를 원하지 않음")
    case "pause": ("pauses", "쉼")
    case "resume": ("gets messages again", "다시 메시지를 받음")
    case "drillAnswered": ("has answered the test", "시험에 응답함")
    case "drillMissed": ("has not answered the test", "시험에 응답하지 않음")
    // Of a later version of the box.
    default: (kind, kind)
    }
  }
}

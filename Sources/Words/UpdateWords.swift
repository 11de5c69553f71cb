/// The texts of updates. What the system says of itself stays in English.
package enum UpdateWords: LocalizedText {
  case title, state, again, there, noUpdates, safe, show, install, remove, removed, asked
  case bring, bringHelp, file, send, sent(String), failed, noScript, back, backHelp
  case sureInstall(String), sureHelp, yesInstall, sureBack, yesBack, no

  package var both: (en: String, ko: String) {
    switch self {
    case .title: ("Update", "업데이트")
    case .state: ("What the box says", "본체의 상태")
    case .again: ("Look again", "다시 보기")
    case .there: ("Updates on the box", "본체에 있는 업데이트")
    case .noUpdates: ("There is no update on the box.", "본체에 업데이트가 없습니다.")
    case .safe:
      (
        "The box installs it beside the version that runs, starts again, and goes back by itself if the new one is not good. For some minutes it watches no one. During an alarm of medium or high priority it installs nothing and does not start again.",
        "지금 버전 옆에 설치하고 다시 시작하며, 새 버전에 문제가 있으면 스스로 되돌아갑니다. 몇 분 동안은 감시하지 않습니다. 중간·높음 경보 중에는 설치하거나 다시 시작하지 않습니다."
      )
    case .show: ("Show what it changes", "변경 내용 보기")
    case .install: ("Install", "설치")
    case .remove: ("Remove", "삭제")
    case .removed: ("The update is removed.", "업데이트를 삭제했습니다.")
    case .asked:
      (
        "The box was asked. Its answer comes below in some seconds: look again.",
        "본체에 요청했습니다. 몇 초 뒤에 아래에 답이 표시됩니다. 다시 보기를 누르세요."
      )
    case .bring: ("Bring an update", "업데이트 가져오기")
    case .bringHelp:
      (
        "Choose the file that ends in .raucb. Keep this page open until all of it is sent. Nothing is installed by that.",
        ".raucb로 끝나는 파일을 선택하세요. 모두 보낼 때까지 이 페이지를 열어 두세요. 보내기만 하고 설치하지는 않습니다."
      )
    case .file: ("File", "파일")
    case .send: ("Send", "보내기")
    case .sent(let percent): ("\(percent) % is sent.", "\(percent)% 보냈습니다.")
    case .failed:
      (
        "The box does not answer. Send the file again when it does.",
        "본체가 응답하지 않습니다. 응답하면 파일을 다시 보내세요."
      )
    case .noScript:
      (
        "Without JavaScript an update comes on a USB stick: the box installs it as soon as the stick is plugged in.",
        "JavaScript를 쓰지 않으면 업데이트 파일을 USB 메모리에 담아 본체에 꽂으세요. 꽂으면 바로 설치합니다."
      )
    case .sureInstall(let name): ("Install \(name)?", "\(name)을(를) 설치할까요?")
    case .sureHelp:
      (
        "The box was asked what it changes, and says so above after a second: look again.",
        "본체에 변경 내용을 요청했습니다. 잠시 뒤 위에 표시됩니다. 다시 보기를 누르세요."
      )
    case .yesInstall: ("Yes, install it", "네, 설치합니다")
    case .sureBack: ("Go back to the version before?", "이전 버전으로 되돌릴까요?")
    case .yesBack: ("Yes, go back", "네, 되돌립니다")
    case .no: ("No", "아니요")
    case .back: ("Go back", "이전 버전으로")
    case .backHelp:
      (
        "Starts the version before again, if it had proved itself. Not during an alarm of medium or high priority.",
        "이전 버전이 정상으로 확인된 적이 있으면 그 버전으로 다시 시작합니다. 중간·높음 경보 중에는 하지 않습니다."
      )
    }
  }
}

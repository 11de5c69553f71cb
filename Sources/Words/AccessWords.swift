/// The texts of entering, and of what is refused.
package enum AccessWords: LocalizedText {
  case title, explain, code, enter, wrong, noCode, tooOften
  case mayNot, notFound, notFoundHelp, notAllowed, noText, badForm, badHost, otherOrigin, needsTLS, unexpected, fault

  package var both: (en: String, ko: String) {
    switch self {
    case .title: ("Enter the code", "코드 입력")
    case .explain:
      (
        "The box shows a code of six digits when you type “lapwing panel code” on it. It holds for ten minutes.",
        "본체에서 “lapwing panel code”를 입력하면 여섯 자리 코드가 표시됩니다. 10분 동안 유효합니다."
      )
    case .code: ("Code", "코드")
    case .enter: ("Enter", "들어가기")
    case .wrong: ("This is not the code. Look at it again.", "코드가 맞지 않습니다. 다시 확인하세요.")
    case .tooOften:
      (
        "Too many wrong codes came from this address. Another device can still enter; or make a new code on the box: lapwing panel code",
        "이 주소에서 잘못된 코드가 너무 많이 입력되었습니다. 다른 기기에서 입력하거나 본체에서 새 코드를 만드세요: lapwing panel code"
      )
    case .noCode:
      (
        "There is no code, or it is too old or was tried too often. Make a new one on the box: lapwing panel code",
        "코드가 없거나 너무 오래되었거나 시도 횟수를 넘었습니다. 본체에서 새로 만드세요: lapwing panel code"
      )
    case .mayNot: ("You may look, but not change this.", "볼 수는 있지만 변경할 수는 없습니다.")
    case .notFound: ("There is no such page", "없는 페이지입니다")
    case .notFoundHelp: ("It may have been deleted, or the address is mistyped.", "삭제되었거나 주소가 잘못되었습니다.")
    case .notAllowed: ("This page can be read, and its forms be sent; nothing else.", "읽기와 양식 제출만 가능합니다.")
    case .noText: ("This form is no text in UTF-8.", "UTF-8 텍스트가 아닌 양식입니다.")
    case .badForm:
      (
        "This form is not complete, or has a field that this page does not know. Load the page again, and send it from there.",
        "양식이 완전하지 않거나 이 페이지에 없는 항목이 있습니다. 페이지를 다시 불러와서 보내세요."
      )
    case .badHost:
      (
        "The box does not have this name. Use its address, localhost, or its own name.",
        "이 본체의 이름이 아닙니다. 주소, localhost 또는 본체 이름을 사용하세요."
      )
    case .otherOrigin:
      (
        "This form comes from another page. Load this page again, and send it from here.",
        "다른 페이지에서 온 양식입니다. 이 페이지를 다시 불러와서 보내세요."
      )
    case .unexpected:
      (
        "Something happened that nobody expected. The journal of the box says what: journalctl -u lapwing-panel",
        "예상하지 못한 일이 일어났습니다. 본체의 기록을 보세요: journalctl -u lapwing-panel"
      )
    case .needsTLS:
      (
        "This page is served with TLS: write https:// before its address.",
        "이 페이지는 TLS로 제공됩니다. 주소 앞에 https://를 쓰세요."
      )
    case .fault: ("That did not work", "처리하지 못했습니다")
    }
  }
}

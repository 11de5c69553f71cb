package enum AccessWords: LocalizedText {
  case title, explain, byButtons, byStick, byShell, code, enter, entered, wrong, noCode, tooOften
  /// How many wrong codes came from other devices.
  case others(String)
  case mayNot, notFound, notFoundHelp, notAllowed, noText, badForm, badHost, otherOrigin, needsTLS, noReader
  case unexpected, fault

  package var both: (en: String, ko: String) {
    switch self {
    case .title: ("Enter the code", "코드 입력")
    case .explain:
      (
        "The box makes a code of six digits, for ten minutes and one browser. There are three ways to get one:",
        "본체에서 여섯 자리 코드를 만드세요. 10분 동안 브라우저 하나에서 유효합니다. 세 가지 방법이 있습니다:"
      )
    case .byButtons:
      (
        "Hold buttons A and C of the box for 5 s. The green lamp flashes the digits, each as a number of flashes, 0 as ten.",
        "본체의 A와 C 버튼을 5초 동안 누르세요. 초록 램프가 숫자만큼 깜박입니다. 0은 열 번입니다."
      )
    case .byStick:
      (
        "Put a USB stick with an empty file lapwing-page.txt into the box for a minute, and read the file on a computer.",
        "빈 파일 lapwing-page.txt가 든 USB 메모리를 1분 동안 본체에 꽂은 뒤 컴퓨터에서 그 파일을 여세요."
      )
    case .byShell: ("On the box itself: lapwing panel code", "본체의 명령줄에서: lapwing panel code")
    case .code: ("Code", "코드")
    case .enter: ("Enter", "들어가기")
    case .wrong: ("This is not the code. Look at it again.", "코드가 맞지 않습니다. 다시 확인하세요.")
    case .entered: ("You are in", "들어왔습니다")
    case .tooOften:
      (
        "Too many wrong codes. A device that has not tried yet can still enter; or make a new code, in one of the ways above.",
        "잘못된 코드가 너무 많이 입력되었습니다. 아직 입력하지 않은 기기에서 입력하거나 위의 방법으로 새 코드를 만드세요."
      )
    case .others(let n):
      (
        "Somebody else is trying: other devices of the network have sent \(n) wrong \(n == "1" ? "code" : "codes").",
        "다른 사람이 시도하고 있습니다: 네트워크의 다른 기기에서 잘못된 코드 \(n)개를 보냈습니다."
      )
    case .noCode:
      (
        "There is no code, or it is too old. Make a new one, in one of the ways above.",
        "코드가 없거나 너무 오래되었습니다. 위의 방법으로 새로 만드세요."
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
        "Something unexpected happened. The journal of the box says what: journalctl -u lapwing-panel",
        "예상하지 못한 일이 일어났습니다. 본체의 기록을 보세요: journalctl -u lapwing-panel"
      )
    case .needsTLS:
      (
        "This page is served with TLS: write https:// before its address.",
        "이 페이지는 TLS로 제공됩니다. 주소 앞에 https://를 쓰세요."
      )
    case .noReader:
      (
        "The box does not know this token. Make one by: lapwing panel reader NAME",
        "본체가 모르는 토큰입니다. 다음으로 만드세요: lapwing panel reader NAME"
      )
    case .fault: ("That did not work", "처리하지 못했습니다")
    }
  }
}

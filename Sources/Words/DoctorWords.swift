package enum DoctorWords: LocalizedText {
  case title, good, bad, allGood, found(String), looked(String), silent, again, screen

  package var both: (en: String, ko: String) {
    switch self {
    case .title: ("Doctor", "점검")
    case .good: ("good", "정상")
    case .bad: ("BAD", "이상")
    case .allGood: ("Every part that is set up works.", "설정된 모든 부분이 정상입니다.")
    case .found(let n):
      (
        n == "1"
          ? "1 part has a fault. Its sentence says what to do." : "\(n) parts have a fault. Each says what to do.",
        "\(n)개 부분에 이상이 있습니다. 각 문장에 할 일이 있습니다."
      )
    case .looked(let time): ("Looked at \(time).", "\(time)에 점검했습니다.")
    case .silent:
      (
        "The box does not answer, so it may be watching no one. What follows was found without it.",
        "본체가 응답하지 않아 감시하지 않을 수 있습니다. 아래는 본체 없이 점검한 결과입니다."
      )
    case .screen: ("For a screen beside the box", "본체 옆 화면용")
    case .again: ("Look again", "다시 점검")
    }
  }
}

package enum RunningSessionWords: LocalizedText {
  case title, toSession, begun, toHistory, said(Order)
  case withheld(minutes: String), expected(String, String)
  case startTitle, startNew, startHelp, placed, worn, which, airline, flight, from, to, seat, start, startAnyway
  case end, endSure
  case phase, setPhase, phaseHelp(String)
  case drinks, drank(String), otherAmount, amount(String, String), noteIt, drinkBack
  case caffeine, tookCaffeine, caffeineBack

  /// An order that was carried out. The raw values are in the address of the page that says so.
  package enum Order: String, Sendable {
    case started, ended, drunk, caffeine
    case phaseSet = "phase"
    case drinkBack = "drink-back"
    case caffeineBack = "caffeine-back"
  }

  package var both: (en: String, ko: String) {
    switch self {
    case .title: ("Session", "현재 기록")
    case .toSession: ("Session …", "현재 기록 …")
    case .begun: ("begun", "시작")
    case .toHistory: ("It is in the history.", "기록 목록에서 보기")
    case .said(let said): Self.said(said)
    case .withheld(let minutes):
      (
        "Low and medium alarms are withheld for at most \(minutes) min, high ones never.",
        "낮음과 중간 경보는 최대 \(minutes)분 동안 알리지 않습니다. 높음 경보는 항상 울립니다."
      )
    case .expected(let low, let high):
      ("CO₂ of \(low) to \(high) ppm is expected in an airliner.", "여객기에서 예상되는 CO₂: \(low)–\(high) ppm")
    case .startTitle: ("Start a session", "기록 시작")
    case .startNew: ("Start a new session …", "새 기록 시작 …")
    case .startHelp: ("The session that is running ends first.", "진행 중인 기록은 먼저 끝납니다.")
    case .placed:
      ("The sensor lies where I breathe, and not in a bag", "센서가 가방 속이 아니라 숨 쉬는 곳에 있습니다")
    case .worn: ("The sensor is worn as it should be", "센서를 올바르게 착용했습니다")
    case .which: ("Which flight, and which seat", "항공편과 좌석")
    case .airline: ("Airline, such as KE", "항공사, 예: KE")
    case .flight: ("Flight number, such as KE 17", "항공편명, 예: KE 17")
    case .from: ("From, such as ICN", "출발지, 예: ICN")
    case .to: ("To, such as LAX", "도착지, 예: LAX")
    case .seat: ("Seat, such as 23A", "좌석, 예: 23A")
    case .start: ("Start", "시작")
    case .startAnyway: ("Start all the same", "그래도 시작")
    case .end: ("End the session …", "기록 끝내기 …")
    case .endSure: ("End it now", "지금 끝내기")
    case .phase: ("Phase", "단계")
    case .setPhase: ("Set the phase", "단계 설정")
    case .phaseHelp(let names):
      (
        "Once set, these withhold low and medium alarms, and never high ones: \(names). So they do while the box shows another phase that it has found.",
        "설정하면 다음 단계에서는 낮음과 중간 경보를 알리지 않습니다(높음 경보는 항상 울립니다): \(names). 본체가 찾은 다른 단계가 표시되는 동안에도 마찬가지입니다."
      )
    case .drinks: ("Drinks", "음료")
    case .drank(let ml): ("I drank \(ml) ml", "\(ml) ml 마셨습니다")
    case .otherAmount: ("Another amount …", "다른 양 …")
    case .amount(let least, let most): ("Amount in ml, \(least) to \(most)", "양 (ml, \(least)–\(most))")
    case .noteIt: ("Note it", "적기")
    case .drinkBack: ("Take the latest drink back", "마지막 음료 취소")
    case .caffeine: ("Caffeine", "카페인")
    case .tookCaffeine: ("I took caffeine", "카페인을 섭취했습니다")
    case .caffeineBack: ("Take the caffeine back", "카페인 취소")
    }
  }

  private static func said(_ said: Order) -> (en: String, ko: String) {
    switch said {
    case .started: ("The session has begun.", "기록을 시작했습니다.")
    case .ended: ("The session has ended.", "기록을 끝냈습니다.")
    case .phaseSet: ("The phase is set.", "비행 단계를 설정했습니다.")
    case .drunk: ("The drink is recorded.", "음료를 적었습니다.")
    case .drinkBack: ("The latest drink is taken back.", "마지막 음료를 취소했습니다.")
    case .caffeine: ("The caffeine is recorded.", "카페인을 적었습니다.")
    case .caffeineBack: ("The caffeine is taken back.", "카페인을 취소했습니다.")
    }
  }
}

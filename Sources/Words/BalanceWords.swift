import WeightBalance

package enum BalanceWords: LocalizedText {
  case title, choose, scenarios, noScenarios, tails, useful(String, isTypical: Bool)
  case numbers(checked: String, of: String)
  case advisory, caution, warning, beyond, mend, result
  case arm(String), upTo(String), plausible(String), armRange(String, String), fuel, optional
  case people, taxi, trip, fuelIn, tripHelp, taxiHelp(String), category, units, imperial, metric, empty, emptyHelp(
    String)
  case emptyWeight(String), emptyArm(String), weighedOn
  case compute, print, keep, keepHelp, name, notes, file, fileHelp, kept(String), saved
  case figures, takeoff, centre, moment, room, forward, aft, worst, usefulLoad
  case chart, phases, loads, together, fuelTable, sources, sourcesOf(String), number, value, document, but, claim
  case checked, unchecked, unknown, confidence(Confidence)
  case notANumber(String), tooSmall, tooLarge(String), badFile, fileExists(String), refused, stale, reasons
  case badgeLegend, unmanned, unmannedHelp(isBelow: Bool)

  package var both: (en: String, ko: String) {
    switch self {
    case .title: ("Balance", "중량·균형")
    case .choose: ("Choose an aeroplane", "항공기 선택")
    case .scenarios: ("Scenarios of the box", "저장된 탑재 계획")
    case .noScenarios: ("None is stored on the box.", "저장된 계획이 없습니다.")
    case .tails: ("Your aeroplanes", "내 항공기")
    case .useful(let load, isTypical: true): ("useful load \(load), typical", "유용하중 \(load) (대표값)")
    case .useful(let load, isTypical: false): ("useful load \(load)", "유용하중 \(load)")
    case .numbers(let checked, let all):
      ("\(checked) of \(all) numbers checked against their document", "수치 \(all)개 중 \(checked)개를 문서와 대조함")
    case .advisory: ("Good to know", "참고")
    case .caution: ("Caution", "주의")
    case .warning: ("Warning", "경고")
    case .beyond: ("Danger", "위험")
    case .unmanned: ("No one is on board yet", "아직 탑승자가 없습니다")
    case .unmannedHelp(isBelow: false):
      ("Enter people, bags and fuel: the verdict is for the flight.", "사람, 화물, 연료를 입력하면 비행에 대한 판정이 나옵니다.")
    case .unmannedHelp(isBelow: true):
      (
        "Enter people, bags and fuel: the verdict is for the flight. Empty, it is lighter than its envelope.",
        "사람, 화물, 연료를 입력하면 비행에 대한 판정이 나옵니다. 빈 항공기는 한계도의 최소 중량보다 가볍습니다."
      )
    case .mend: ("Correct the numbers that are marked.", "표시된 숫자를 고치세요.")
    case .result: ("Result", "결과")
    case .arm(let unit): ("Arm, \(unit)", "팔 길이, \(unit)")
    case .upTo(let most): ("limit \(most)", "한계 \(most)")
    case .plausible(let most): ("usually at most \(most)", "보통 최대 \(most)")
    case .armRange(let from, let to): ("from \(from) to \(to)", "\(from) ~ \(to)")
    case .fuel: ("Fuel", "연료")
    case .optional: ("only in some aeroplanes", "일부 항공기에만 있음")
    case .people: ("People and baggage", "사람과 화물")
    case .taxi: ("Start, run-up and taxi", "시동·점검·지상 활주")
    case .trip: ("From take-off to landing", "이륙부터 착륙까지")
    case .fuelIn: ("Fuel in", "연료 단위")
    case .tripHelp: ("Without it, landing is computed as take-off.", "없으면 착륙을 이륙과 같게 계산합니다.")
    case .taxiHelp(let usual): ("usually \(usual)", "보통 \(usual)")
    case .category: ("Category", "감항 분류")
    case .units: ("Units", "단위")
    case .imperial: ("Pounds, inches, US gallons", "파운드, 인치, 미국 갤런")
    case .metric: ("Kilograms, millimetres, litres", "킬로그램, 밀리미터, 리터")
    case .empty: ("The weighing record of this very aeroplane", "이 항공기의 중량 측정 기록")
    case .emptyHelp(let usual): ("Without it: \(usual)", "없으면: \(usual)")
    case .emptyWeight(let unit): ("Empty weight, \(unit)", "자기중량, \(unit)")
    case .emptyArm(let unit): ("Arm of the empty weight, \(unit)", "자기중량의 팔 길이, \(unit)")
    case .weighedOn: ("Day of the weighing", "중량 측정일")
    case .compute: ("Compute", "계산")
    case .print: ("Load sheet (PDF)", "탑재표 (PDF)")
    case .keep: ("Keep on the box", "본체에 저장")
    case .keepHelp:
      (
        "Nothing is stored until you press this. Button B of the box then shows it too.",
        "이 버튼을 누르기 전에는 저장되지 않습니다. 저장하면 본체의 B 버튼으로도 볼 수 있습니다."
      )
    case .name: ("Name", "이름")
    case .notes: ("Notes", "메모")
    case .file: ("File on the box", "파일 이름")
    case .fileHelp: ("letters, digits, - _ . and blanks", "글자, 숫자, - _ . 와 공백")
    case .kept(let file): ("Kept as \(file).", "\(file)에 저장했습니다.")
    case .saved: ("changed", "변경")
    case .figures: ("Figures", "수치")
    case .takeoff: ("Take-off weight", "이륙중량")
    case .centre: ("Centre of gravity", "무게중심")
    case .moment: ("Moment", "모멘트")
    case .room: ("Left to the take-off limit", "이륙중량 한계까지 여유")
    case .forward: ("To the forward limit", "전방한계까지")
    case .aft: ("To the aft limit", "후방한계까지")
    case .worst: ("Worst point of the flight", "비행 중 가장 불리한 점")
    case .usefulLoad: ("Useful load", "유용하중")
    case .chart: ("Envelope, and the way of the centre of gravity", "한계도와 무게중심의 경로")
    case .phases: ("Phases", "단계별")
    case .loads: ("Weight, arm and moment", "중량·팔 길이·모멘트")
    case .together: ("Several places together", "여러 위치의 합계")
    case .fuelTable: ("Tanks", "연료 탱크")
    case .sources: ("Sources of the numbers", "수치의 출처")
    case .sourcesOf(let name): ("Sources: \(name)", "출처: \(name)")
    case .number: ("Number", "수치")
    case .value: ("Value", "값")
    case .document: ("Where it is from", "출처")
    case .but: ("But", "다른 값")
    case .claim: ("claimed", "작성자 주장")
    case .checked: ("checked", "확인됨")
    case .unchecked: ("unchecked", "확인 안 됨")
    case .unknown: ("unknown", "알 수 없음")
    case .confidence(.high): (Confidence.high.rawValue, "높음")
    case .confidence(.medium): (Confidence.medium.rawValue, "중간")
    case .confidence(.low): (Confidence.low.rawValue, "낮음")
    case .notANumber(let text):
      ("“\(text)” is not a number; write one such as 170.5", "“\(text)”은(는) 숫자가 아닙니다. 170.5처럼 쓰세요")
    case .tooSmall: ("This is too small; write 0 or more", "너무 작습니다. 0 이상을 쓰세요")
    case .tooLarge(let sentence): (sentence, "너무 큽니다. 더 작은 숫자를 쓰세요")
    case .badFile: ("Write a file name of letters, digits, - _ . and blanks", "글자, 숫자, - _ . 와 공백으로 파일 이름을 쓰세요")
    case .fileExists(let file):
      (
        "There is a scenario “\(file)” already. Write another name, or open that one.",
        "“\(file)”이(가) 이미 있습니다. 다른 이름을 쓰거나 그 계획을 여세요."
      )
    case .refused: ("It was not kept", "저장하지 못했습니다")
    case .stale: ("The box does not answer. The result is of an earlier loading.", "본체가 응답하지 않습니다. 결과는 이전 입력의 것입니다.")
    case .reasons: ("Why", "이유")
    case .badgeLegend:
      (
        "checked: a person compared the number with the text of its document. unchecked: there is only a source. "
          + "unknown: the true value was not found, and a careful one is used. What its author claims stands beside it.",
        "확인됨: 누군가 수치를 문서 원문과 대조했습니다. 확인 안 됨: 출처는 있으나 대조하지 않았습니다. "
          + "알 수 없음: 실제 값을 찾지 못해 안전한 값을 씁니다. 옆은 작성자의 주장입니다."
      )
    }
  }
}

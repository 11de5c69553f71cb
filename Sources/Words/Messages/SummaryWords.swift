package enum SummaryWords: LocalizedText {
  case quiet, alarms(Int, String), helpCalls(Int), told(String), tookIt(String), saidOkay(String), atBox, unknown
  case nobodyToTell(Int), drills(Int), answeredDrill(String), missedDrill(String), notArrived(String)
  case times(String, Int)

  package var both: (en: String, ko: String) {
    switch self {
    case .quiet: ("No high alarm this week.", "이번 주에는 높은 경보가 없었습니다.")
    case .alarms(let count, let names): ("High alarms: \(count) (\(names)).", "높은 경보: \(count)회 (\(names)).")
    case .helpCalls(let count): ("Calls for help: \(count).", "도움 요청: \(count)회.")
    case .told(let names): ("Alerted: \(names).", "경보를 받은 사람: \(names).")
    case .tookIt(let names): ("Answered \"I have it\": \(names).", "‘제가 맡을게요’ 응답: \(names).")
    case .saidOkay(let names): ("Answered \"all is well\": \(names).", "‘괜찮습니다’ 응답: \(names).")
    case .atBox: ("at the box", "본체에서")
    case .unknown: ("unknown", "알 수 없음")
    case .nobodyToTell(let count): ("Alarms without a person to alert: \(count).", "아무에게도 알리지 못한 경보: \(count)회.")
    case .drills(let count): ("Drills: \(count).", "훈련: \(count)회.")
    case .answeredDrill(let names): ("Answered a drill: \(names).", "훈련에 응답한 사람: \(names).")
    case .missedDrill(let names): ("Did not answer a drill: \(names).", "훈련에 응답하지 않은 사람: \(names).")
    case .notArrived(let names): ("Messages that did not arrive: \(names).", "도착하지 않은 메시지: \(names).")
    case .times(let word, let count): ("\(word) \(count) times", "\(word) \(count)회")
    }
  }
}

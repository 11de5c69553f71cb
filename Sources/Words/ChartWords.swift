package enum ChartWords: LocalizedText {
  case mean(String), range, limits(String), noData, alarms(String), spikes, help, tools
  case compare, nothing, before, show

  package var both: (en: String, ko: String) {
    switch self {
    case .mean(let name): ("\(name), mean", "\(name), 평균")
    case .range: ("lowest to highest", "최저에서 최고까지")
    case .limits(let values): ("limit \(values)", "한계 \(values)")
    case .noData: ("no data", "데이터 없음")
    case .alarms(let count): (count == "1" ? "1 alarm" : "\(count) alarms", "경보 \(count)건")
    case .spikes: ("cut off, with its number", "잘린 값과 그 수치")
    case .help: ("Touch the chart, or use the arrow keys, to read a value.", "그래프를 누르거나 화살표 키로 값을 읽으세요.")
    // The names of the buttons, in the order in which the script makes them.
    case .tools: ("Earlier|Farther|Closer|Later|All of it", "이전|축소|확대|다음|전체")
    case .compare: ("Compare with", "비교")
    case .nothing: ("nothing", "없음")
    case .before: ("the time before", "이전 기간")
    case .show: ("Show", "보기")
    }
  }
}

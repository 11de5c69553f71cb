/// The texts of heart and air by day.
enum TrendsWords: Words {
  case heart, air, lastDay, lastWeek, lastMonth, period, nothing
  case day, sensor, least, mean, most, resting, above, noData, chart, table

  var both: (en: String, ko: String) {
    switch self {
    case .heart: ("Heart", "심박")
    case .air: ("Air", "공기")
    case .lastDay: ("Today", "오늘")
    case .lastWeek: ("Week", "일주일")
    case .lastMonth: ("Month", "한 달")
    case .period: ("Period", "기간")
    case .nothing: ("Nothing was logged on these days.", "이 기간에 기록이 없습니다.")
    case .day: ("Day", "날짜")
    case .sensor: ("Sensor", "센서")
    case .least: ("Least", "최소")
    case .mean: ("Mean", "평균")
    case .most: ("Greatest", "최대")
    case .resting: ("At rest", "안정 시")
    case .above: ("Above the limit", "한계 초과")
    case .noData: ("No data", "데이터 없음")
    case .chart: ("Chart", "그래프")
    case .table: ("Figures by day", "일별 수치")
    }
  }
}

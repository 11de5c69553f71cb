/// The texts of heart and air of the past.
package enum TrendsWords: LocalizedText {
  case heart, air, lastDay, lastWeek, lastMonth, lastYear, period, value, earlier, later, nothing
  case hour, day, month, least, mean, most, resting, below, above, noData, table, key, report

  package var both: (en: String, ko: String) {
    switch self {
    case .heart: ("Heart", "심박")
    case .air: ("Air", "공기")
    case .lastDay: ("Today", "오늘")
    case .lastWeek: ("Week", "일주일")
    case .lastMonth: ("Month", "한 달")
    case .lastYear: ("Year", "일 년")
    case .period: ("Period", "기간")
    case .value: ("Value", "항목")
    case .earlier: ("Earlier", "이전")
    case .later: ("Later", "다음")
    case .nothing: ("Nothing was logged on these days.", "이 기간에 기록이 없습니다.")
    case .hour: ("Hour", "시각")
    case .day: ("Day", "날짜")
    case .month: ("Month", "월")
    case .least: ("Least", "최소")
    case .mean: ("Mean", "평균")
    case .most: ("Greatest", "최대")
    case .resting: ("At rest", "안정 시")
    case .below: ("Below the limit", "한계 미만")
    case .above: ("Above the limit", "한계 초과")
    case .noData: ("No data", "데이터 없음")
    case .table: ("Figures", "수치")
    case .report: ("Report for a doctor (PDF)", "진료용 보고서 (PDF)")
    case .key:
      (
        "The band reaches from the least to the greatest value, the line is the mean, and dashes are limits. Choose a part to see more of it.",
        "띠는 최소에서 최대까지, 선은 평균, 점선은 한계입니다. 구간을 선택하면 자세히 볼 수 있습니다."
      )
    }
  }
}

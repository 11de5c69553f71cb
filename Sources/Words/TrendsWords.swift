package enum TrendsWords: LocalizedText {
  case heart, air, lastDay, lastWeek, lastMonth, lastYear, period, value, earlier, later, nothing
  case hour, day, month, least, mean, most, resting, below, above, noData, table, report
  case reportAbout, reportNotStored, person, born, question, medication

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
    case .least: ("Lowest", "최소")
    case .mean: ("Mean", "평균")
    case .most: ("Highest", "최대")
    case .resting: ("At rest", "안정 시")
    case .below: ("Below the limit", "한계 미만")
    case .above: ("Above the limit", "한계 초과")
    case .noData: ("No data", "데이터 없음")
    case .table: ("Figures", "수치")
    case .report: ("Report for a doctor (PDF)", "진료용 보고서 (PDF)")
    case .reportAbout: ("Report with name, birth date and question", "이름, 생년월일, 질문을 넣은 보고서")
    case .reportNotStored:
      (
        "What you write here is printed in this report and stored nowhere. A field that stays empty is as the notes of the sessions say, or a line to write on.",
        "여기에 적은 내용은 이 보고서에만 인쇄되고 저장되지 않습니다. 비워 두면 세션의 메모를 따르거나, 손으로 적을 줄이 됩니다."
      )
    case .person: ("Name", "이름")
    case .born: ("Birth date", "생년월일")
    case .question: ("Question for the doctor", "의사에게 묻는 것")
    case .medication: ("Medication", "복용 약")
    }
  }
}

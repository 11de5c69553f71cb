import Documents

extension HeartTerm: LocalizedText {
  package var both: (en: String, ko: String) { (english, korean) }

  private var korean: String {
    switch self {
    case .title(let quantity): "\(quantity): 진료용 보고서"
    case .period(let from, let to, let zone): "\(from) ~ \(to), \(zone)"
    case .name: "이름"
    case .born: "생년월일"
    case .question: "질문"
    case .medication: "복용 약"
    case .device: "측정 기기"
    case .worn: "착용"
    case .resting: "안정 시 심박수"
    case .range: "전체 값"
    case .below(let limit): "\(limit) 미만"
    case .above(let limit): "\(limit) 초과"
    case .gaps: "착용 중 공백"
    case .wornText(let days, let all, let time, let share): "\(all)일 중 \(days)일, 모두 \(time); 그 시간의 \(share)에 값이 있음"
    case .restingText(let middle, let low, let high): "\(middle) (날짜별 중앙값; \(low)~\(high))"
    case .hours(let hours): "\(hours)시간"
    case .restingTrend(let first, let last): "첫 주 \(first), 마지막 주 \(last)"
    case .rangeText(let low, let mean, let high): "최저 \(low), 평균 \(mean), 최고 \(high)"
    case .share(let time, let share): "\(time) (값이 있는 시간의 \(share))"
    case .noneAtAll: "없음"
    case .belowOnePercent: "1% 미만"
    case .aboveNinetyNinePercent: "99% 초과"
    case .localTime(let names): "현지 시각 (\(names.joined(separator: ", 이후 ")))"
    case .gapsText(let count, let time, let list): "\(count)회, 모두 \(time). 가장 긴 것: \(list)"
    case .more(let count): "그 밖에 \(count)건"
    case .byDay: "날짜별"
    case .byDayHelp(let hasResting): "막대: 최저에서 최고까지. 선: 평균." + (hasResting ? " 점: 안정 시 심박수(30분 평균 중 가장 낮은 값)." : "")
    case .byHour: "하루의 시간대별, 모든 날짜"
    case .byHourHelp: "가는 선: 최저에서 최고까지. 막대: 1분 평균의 90 %. 선과 숫자: 중앙값."
    case .episodes: "경보가 울린 구간"
    case .noEpisodes: "경보를 울린 값이 없습니다."
    case .begin: "시작"
    case .what: "내용"
    case .worst: "최악의 값"
    case .limit: "한계"
    case .beyond: "한계를 벗어난 시간"
    case .lasted: "경보 지속"
    case .answered: "확인까지"
    case .notAnswered: "확인 없음"
    case .goesOn: "진행 중"
    case .technical(let count): "이 밖에 센서에 관한 경보(데이터 없음, 배터리 등)가 \(count)건 있습니다."
    case .moreEpisodes(let count): "한계를 가장 오래 벗어난 것만 보입니다. \(count)건이 더 있습니다."
    case .notes: "메모"
    case .emptyDays(let count, let list): "착용하지 않은 날 \(count)일: \(list)."
    case .nights: "밤과 낮, 각각 착용한 때부터"
    case .nightsHelp: "눈금은 모두 같습니다. 띠: 5분 동안의 최저에서 최고까지. 선: 평균. 점선: 한계. 숫자: 최저, 평균, 최고."
    case .moreNights(let count): "이전 \(count)건은 보이지 않습니다."
    case .method:
      "평균은 시간에 따른 것입니다. 값은 다음 값까지, 길어도 5초 동안 유효합니다. 30분 이상의 공백은 착용하지 않은 것으로, 1분 이상 그보다 짧은 공백은 착용 중 "
        + "공백으로 봅니다. 한계는 현재 경보에 정해진 값입니다."
    case .disclaimer:
      "Lapwing은 의료기기가 아닙니다. 값은 일반 소비자용 센서에서 오며, 스트랩이 느슨하면 낮거나 높게 잘못 나올 수 있습니다. 심박수만 기록하고 심전도는 기록하지 않으므로 리듬은 알 수 없습니다."
    case .printed(let box, let time): "\(box), \(time) 인쇄"
    case .page(let page, let all): "\(page) / \(all)쪽"
    case .damaged(let count): "기록의 블록이나 행 \(count)개가 손상되어 그 값이 빠졌습니다."
    }
  }
}

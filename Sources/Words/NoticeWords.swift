import Control
import Engine

/// What the box adds to an order that it has carried out. The English sentence is that of the box; a notice without Korean does not
/// compile.
package struct NoticeWords: LocalizedText {
  private let sentence: String
  private let code: OrderNotice.Code?

  package init(_ notice: ReportedNotice) {
    (sentence, code) = (notice.sentence, OrderNotice.Code(rawValue: notice.code))
  }

  package init(_ notice: OrderNotice) { self.init(ReportedNotice(notice)) }

  /// Whether it says that the order will be lost.
  package var isFault: Bool { code == .notStored }
  /// Whether the running box does not go by what was changed, or will not for long.
  package var isNotInForce: Bool { isFault || code == .atNextStart || code == .shadowed }

  package var both: (en: String, ko: String) { (sentence, korean) }

  private var korean: String {
    switch code {
    case .drinkNoted: "마신 양을 적었습니다."
    case .drinkTakenBack: "마지막으로 마신 것을 취소했습니다."
    case .caffeineNoted: "카페인을 적었습니다."
    case .caffeineTakenBack: "카페인을 취소했습니다."
    case .standby: "이 사람은 대기 중이며, 시간이 지나거나 심박수가 30초 동안 수신될 때까지 감시하지 않습니다."
    case .startedUnready: "기록을 시작했지만 준비되지 않은 것이 있습니다."
    case .notReceived: "이 센서는 아직 수신되지 않았습니다. 계속 조용하면 경보가 울립니다."
    case .stillListed: "설정 파일에 아직 이전 센서가 적혀 있습니다. 새 센서로 바꾸지 않으면 본체가 이전 센서를 기다립니다."
    case .limitsOfAdult:
      "이 센서에는 성인의 한계가 적용됩니다. 어린이, 영아, 운동선수, 심박조율기 또는 심방세동이면 ‘사람’에서 종류를 정하세요."
    case .withoutBeats:
      "이 센서는 아직 피부 접촉과 함께 박동 간격(RR)을 보내지 않았습니다. 그런 센서가 마지막 수치를 되풀이하면 멈춘 심장과 구별할 수 없습니다. 5분 뒤에야 ‘frozen’이 알리고, 그 30초 뒤에 ‘no-data’가 높은 경보가 됩니다."
    case .alarmEnded: "감시를 그만두어 이 경보가 끝났습니다. 값이 정상으로 돌아온 것은 아닙니다."
    case .notStored: "지금은 적용되지만 저장할 수 없어서 다음 시작까지만 유지됩니다."
    case .atNextStart: "이 항목은 다음 시작부터 적용됩니다."
    case .shadowed: "다른 파일에 같은 목록이 있어 이 목록은 적용되지 않습니다."
    case .notWatched: "감시하지 않는 것이 있습니다."
    // Of a later version of the box.
    case nil: "본체가 알립니다."
    }
  }
}

/// What the box says of an order that it has carried out, one line each. The raw values are the parts of its English sentences that
/// never change; `PanelTests` holds them against the sources.
package enum NoteWords: String, CaseIterable {
  case standby = ": not watched for "
  case notReceived = " has not been received yet; an alarm follows if it stays silent"
  case listsTheOld = "the configuration still lists "
  case asAnAdult = " has the limits of an adult; "
  case withoutBeats = " has sent no beats with skin contact so far; "
  case notKept = ": the order holds only until the next start"
  case nextStart = ": taken over at the next start only"
  case shadowed = " is not in force: "
  case notWatched = "not watched: "
  case ended = " has ended: it is not watched any more"
  case untold = "no message about an alarm leaves the box"
  /// Any other sentence.
  case other = ""

  /// - Parameter line: of the box.
  package init(_ line: String) {
    self = Self.allCases.first { $0 != .other && line.contains($0.rawValue) } ?? .other
  }

  package var korean: String {
    switch self {
    case .standby: "이 사람은 대기 중이며, 시간이 지나거나 심박수가 30초 동안 수신될 때까지 감시하지 않습니다."
    case .notReceived: "이 센서는 아직 수신되지 않았습니다. 계속 조용하면 경보가 울립니다."
    case .listsTheOld: "설정 파일에 아직 이전 센서가 적혀 있습니다. 새 센서로 바꾸지 않으면 본체가 이전 센서를 기다립니다."
    case .asAnAdult: "이 센서에는 성인의 한계가 적용됩니다. 어린이, 영아, 운동선수, 심박조율기 또는 심방세동이면 ‘사람’에서 종류를 정하세요."
    case .withoutBeats:
      "이 센서는 아직 피부 접촉과 함께 박동 간격(RR)을 보내지 않았습니다. 그런 센서가 마지막 수치를 되풀이하면 멈춘 심장과 구별할 수 없습니다. 5분 뒤에야 ‘frozen’이 알리고, 그 1분 반 뒤에 ‘no-data’가 높은 경보가 됩니다."
    case .notKept: "지금은 적용되지만 저장할 수 없어서 다음 시작까지만 유지됩니다."
    case .nextStart: "이 항목은 다음 시작부터 적용됩니다."
    case .shadowed: "다른 파일에 같은 목록이 있어 이 목록은 적용되지 않습니다."
    case .notWatched: "감시하지 않는 것이 있습니다."
    case .ended: "감시를 그만두어 이 경보가 끝났습니다. 값이 정상으로 돌아온 것은 아닙니다."
    case .untold: "경보 메시지가 본체 밖으로 나가지 않습니다."
    case .other: "본체가 알립니다."
    }
  }

  /// Whether a line of a note says that the order will be lost.
  package static func isFault(_ note: String) -> Bool {
    note.split(separator: "\n").contains { Self(String($0)) == .notKept }
  }
}

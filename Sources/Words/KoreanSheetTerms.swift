import Documents
import WeightBalance

/// The words of a load sheet on a Korean page. A term without Korean does not compile; a name of a shipped aircraft without Korean
/// fails a test.
package struct KoreanSheetTerms: SheetTerms {
  package init() {}

  package func name(_ name: String) -> String { AircraftNameWords.korean(name) }

  package func text(_ term: SheetTerm) -> String {
    switch term {
    case .phase: "단계"
    case .limit: "한계"
    case .centreOfGravity(let unit): "무게중심 \(unit)"
    case .forward: "전방한계"
    case .aft: "후방한계"
    case .percentMAC: "% MAC"
    case .line: "항목"
    case .together: "합계 한계"
    case .arm(let unit): "팔 길이 \(unit)"
    case .tank: "탱크"
    case .taxi: "지상 활주"
    case .trip: "비행"
    case .left: "잔량"
    case .phaseName(let name): Self.phase(name)
    case .position(let position): Self.words(position)
    case .tooHeavy: "중량 초과"
    case .overItsLimit: "한계 초과"
    case .overCapacity: "용량 초과"
    case .implausible(let most): "\(most) 초과, 확인 필요"
    case .datum: "팔 길이는 기준선에서 뒤쪽으로 잽니다. 기준선:"
    case .emptyOfType: "자기중량 (기종의 대표값)"
    case .emptyUndated: "자기중량 (측정일 없음)"
    case .emptyWeighed(let tail, let day): "자기중량 (\(tail), \(day) 측정)"
    case .burned(.zeroFuel, let amount): "남은 연료, \(amount)"
    case .burned(.landing, let amount): "비행 연료, \(amount)"
    case .burned(_, let amount): "지상 활주 연료, \(amount)"
    case .rounded: "반올림한 수치이므로 열의 합이 마지막 자리에서 다를 수 있습니다."
    case .verdict(let verdict): Self.verdict(verdict)
    case .margin(let amount, let side, let isOutside): "\(Self.limit(side))보다 \(amount) \(isOutside ? "바깥쪽" : "안쪽")"
    case .worst(let margin, let limit, let weight, let arm, let place):
      "\(margin) (한계 \(limit)): \(self.place(place)), 중량 \(weight), 무게중심 \(arm)"
    case .noBalance: "중량이 0보다 크지 않아 무게중심이 없습니다"
    case .weightAxis(let unit): "중량, \(unit)"
    case .armAxis(let unit): "무게중심, \(unit) (기준선 뒤쪽)"
    case .momentAxis(let unit, let divisor): "모멘트, \(unit)\(divisor == 1 ? "" : " / \(divisor)")"
    case .place(let place): self.place(place)
    case .maximum(let phases, let weight): "최대 \(phases.map(Self.phase).joined(separator: ", ")) \(weight)"
    case .worstMark(let margin): "가장 불리한 점: \(margin)"
    case .worstPoint(let worst): "비행 중 가장 불리한 점: \(worst)"
    case .point(let place, let weight, let arm, let position):
      "\(self.place(place)): 중량 \(weight), 무게중심 \(arm), \(Self.words(position))"
    case .caption(let look): "한계도, \(Self.look(look)). 파란 선은 연료가 줄어드는 동안의 경로입니다."
    }
  }

  package static func limit(_ side: EnvelopeMargin.Side) -> String { side == .forward ? "전방한계" : "후방한계" }

  private static func phase(_ name: LoadPhase.Name) -> String {
    switch name {
    case .ramp: "램프"
    case .takeoff: "이륙"
    case .landing: "착륙"
    case .zeroFuel: "무연료"
    }
  }

  private static func words(_ position: SheetPosition) -> String {
    switch position {
    case .inside: "한계 이내"
    case .inPlaceholder: "임시 한계도 안"
    case .belowChart: "한계도 벗어남(아래)"
    case .outside: "한계 벗어남"
    }
  }

  private static func verdict(_ verdict: Verdict) -> String {
    switch verdict {
    case .outside: return "한계 초과"
    case .belowEnvelope: return "한계도를 벗어남: 최소 중량보다 가볍고, 그 아래의 한계는 공표되지 않음"
    case .inside([]): return "모든 한계 이내"
    case .inside(.cautions): return "한계 이내, 주의 필요"
    case .inside(let doubts):
      let empty = doubts.contains(.emptyWeight) ? "자기중량 확인 안 됨" : nil
      guard !doubts.isDisjoint(with: [.envelope, .limits]) else { return "한계 이내, \(empty ?? "")" }
      let guess = doubts.contains(.envelope) ? "한계도는 임시 값" : "일부 한계는 추정값"
      return (["알려진 한계 이내", guess] + [empty].compactMap(\.self)).joined(separator: ", ")
    }
  }

  private static func look(_ look: EnvelopeLook) -> String {
    switch look {
    case .outside: "파선: 한계를 벗어남"
    case .outsidePlaceholder: "파선: 임시 값이며 한계를 벗어남"
    case .placeholder: "회색 짧은 파선: 임시 값일 뿐임"
    case .caution: "주황색: 주의 사항을 확인할 것"
    case .inside: "모든 점이 한계 이내"
    case .unmanned: "회색: 아직 탑승자가 없음"
    }
  }

  private func place(_ place: PathPlace) -> String {
    let corner: String =
      switch place.corner {
      case .ramp: "램프"
      case .takeoff: "이륙"
      case .landing: "착륙"
      case .zeroFuel: "무연료"
      case .changeOver(let tank, let use): "\(name(tank)) 전환\(use > 1 ? " \(use)회째" : "")"
      }
    return place.isOnTheWay ? "\(corner) 전" : corner
  }
}

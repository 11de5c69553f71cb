import WeightBalance

/// What a warning of a load sheet means in Korean. The sentence of the box follows, with names and numbers. A code without Korean does
/// not compile.
package enum SheetWarningWords {
  package static func korean(_ code: Warning.Code) -> String {
    switch code {
    case .negativeWeight: "하중이 음수입니다. 0 이상의 실제 중량을 입력하세요."
    case .negativeFuel: "연료량이 음수입니다. 0 이상의 실제 양을 입력하세요."
    case .fuelShort: "지상 활주와 비행에 필요한 연료가 부족합니다. 연료를 더 싣거나 비행을 줄이세요."
    case .dryTanks: "착륙할 때 남는 연료가 없습니다. 연료를 더 싣거나 비행을 줄이세요."
    case .overMaxGross: "이륙중량이 최대 한계를 넘습니다."
    case .overMaxRamp: "램프중량이 최대 한계를 넘습니다."
    case .overMaxZeroFuel: "무연료중량이 최대 한계를 넘습니다."
    case .cgOutOfEnvelope: "무게중심이나 중량이 한계도를 벗어납니다."
    case .overMaxLanding: "착륙중량이 최대 한계를 넘습니다."
    case .landingCGOutOfEnvelope: "착륙할 때 무게중심이 한계를 벗어납니다."
    case .zeroFuelCGOutOfEnvelope: "예비 연료를 쓰는 동안 무게중심이 한계를 벗어납니다."
    case .belowEnvelopeFloor: "중량이 한계도의 최소 중량보다 작아 한계도를 벗어납니다. 한계로 정해지지 않았다면 그 아래의 한계는 공표되지 않은 것입니다."
    case .stationOverweight: "한 위치의 하중이 최대 한계를 넘습니다."
    case .combinedOverweight: "여러 위치의 하중 합계가 최대 한계를 넘습니다."
    case .fuelOvercapacity: "탱크 용량보다 많은 연료가 실립니다."
    case .categoryStation: "이 감항 분류에서는 비워야 하는 위치에 하중이 있습니다."
    case .armOutOfRange: "하중의 팔 길이가 허용 범위를 벗어납니다."
    case .changedElsewhere: "다른 기기에서 바뀐 값이 있습니다. 값을 확인하고 저장하세요."
    case .unverifiedEmpty: "자기중량이 이 항공기의 중량 측정으로 확인되지 않았습니다. 측정 기록의 자기중량, 팔 길이, 측정일을 입력하세요."
    case .rampCG: "램프에서 무게중심이 한계를 벗어납니다. 한계는 비행에 적용되므로 이륙부터 지켜지면 됩니다."
    case .armRangeCG: "모든 하중이 범위의 끝에 있으면 무게중심이 한계를 벗어납니다. 각 하중의 팔 길이를 입력하세요."
    case .stationImplausible: "하중이 보통보다 큽니다. 입력이 맞는지 확인하세요."
    case .wrongFuel: "이 기종에 승인된 연료가 아닙니다."
    case .noPilot: "조종석에 아무도 없습니다. 조종사의 체중을 입력하세요."
    case .lowReserve: "착륙할 때 남는 연료가 예비 연료보다 적습니다."
    case .noFuel: "연료가 없어 지상 활주 연료를 0으로 계산합니다. 연료를 입력하세요."
    case .noTripFuel: "비행 연료가 없어 착륙을 이륙과 같게 계산합니다. 이륙부터 착륙까지의 연료를 입력하세요."
    case .nearMaxGross: "이륙중량이 최대 한계에 가깝습니다. 여유가 5 %보다 작습니다."
    case .cgNearLimit: "무게중심이 한계에 가깝습니다. 여유가 1인치보다 작습니다."
    case .oldWeighing: "마지막 중량 측정이 36개월보다 오래되었습니다. 기록이 아직 맞는지 확인하세요."
    case .unverifiedLimit: "이 기종의 한계 하나를 알 수 없어 추정값을 씁니다. 비행교범의 값을 확인하세요."
    case .unverifiedArm: "이 기종의 팔 길이나 자기중량을 알 수 없어 추정값을 씁니다. 비행교범의 값을 확인하세요."
    }
  }
}

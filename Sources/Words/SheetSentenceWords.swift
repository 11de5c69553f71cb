import Documents
import Readings
import WeightBalance

/// The sentences about a whole load sheet: the fuel density and what the sheet is not; and in Korean what still fits, and remarks.
package enum SheetSentenceWords: LocalizedText {
  case density(FuelDensityBasis), disclaimer

  package var both: (en: String, ko: String) {
    switch self {
    case .density(let basis): (basis.text, Self.korean(basis))
    case .disclaimer: (LoadSheet.disclaimer, Self.koreanDisclaimer)
    }
  }

  /// Of a sheet that breaks no limit: how much still fits, and what stops it.
  package static func room(_ sheet: LoadSheet) -> String {
    let none = "초과한 한계가 없습니다."
    guard let room = sheet.room else { return none }
    let limit = limit(room.limit)
    guard room.weight > .zero else { return "\(none) 더 실을 수는 없습니다(제한: \(limit))." }
    let weight = "\(room.weight.text(in: sheet.units.weight, places: 2)) \(sheet.units.weight.symbol)"
    return "\(none) \(AircraftNameWords.korean(room.station.name))에 \(weight)까지 더 실을 수 있습니다(다음 제한: \(limit))."
  }

  /// What stops a load that grows.
  private static func limit(_ code: Warning.Code) -> String {
    switch code {
    case .overMaxGross: "이륙중량"
    case .overMaxRamp: "램프중량"
    case .overMaxLanding: "착륙중량"
    case .overMaxZeroFuel: "무연료중량"
    case .cgOutOfEnvelope: "무게중심"
    case .landingCGOutOfEnvelope: "착륙할 때의 무게중심"
    case .zeroFuelCGOutOfEnvelope: "연료가 없을 때의 무게중심"
    case .stationOverweight: "이 위치의 한계"
    case .stationImplausible: "이 위치의 보통 하중"
    case .combinedOverweight: "여러 위치의 합계 한계"
    case .categoryStation: "감항 분류"
    default: code.rawValue
    }
  }

  package static func remark(_ subject: Remark.Subject) -> String {
    switch subject {
    case .emptyWeight: "자기중량이 두 곳에 있으며 서로 다릅니다. 그중 하나를 씁니다."
    case .tail: "탑재 계획과 다른 등록부호의 파일을 씁니다."
    case .equipment: "중량 측정 당일에 바뀐 장비는 그 측정에 이미 포함된 것으로 봅니다."
    case .reserve: "기종 파일에 순항 연료 소모량이 없어 예비 연료를 확인하지 않습니다."
    }
  }

  private static func korean(_ basis: FuelDensityBasis) -> String {
    switch basis {
    case .scenario(let density): "연료 밀도: \(density), 탑재 계획의 값"
    case .planned(let density, let grade): "연료 밀도: \(density), 15 °C에서 \(grade)의 계획값"
    case .converted(let density, let grade, let celsius):
      "연료 밀도: \(density), ASTM D1250 표 54B에 따른 \(celsius) °C의 \(grade) (확인 필요). 중요하면 밀도를 측정하세요"
    case .aircraft(let densities):
      densities.isEmpty ? "연료 밀도: 없음" : "연료 밀도: \(densities.joined(separator: ", ")), 항공기 파일의 값"
    }
  }

  private static let koreanDisclaimer = """
    계획용으로만 쓰세요. 14 CFR 91.103에 따라 기장은 비행을 시작하기 전에 그 비행에 관한 모든 정보를 알아야 하며, 중량과 균형은 전적으로 \
    기장의 책임입니다. 승인된 비행교범, 표시와 게시판의 한계를 넘는 운용은 14 CFR 91.9(a)에 따라 금지됩니다. 이 표는 승인된 비행교범이나 \
    그 항공기의 중량 및 균형 기록을 대신하지 않습니다. 이 표의 값은 대표값이거나 단순화한 값일 수 있으며, 그 문서와 다르면 그 문서가 우선합니다.
    """
}

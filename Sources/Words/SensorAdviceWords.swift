import SensorProtocols

package struct SensorAdviceWords: LocalizedText {
  private let advice: SensorAdvice

  package init(_ advice: SensorAdvice) { self.advice = advice }

  package var both: (en: String, ko: String) { (advice.sentence, korean) }

  private var korean: String {
    switch advice {
    case .bringNearer: "더 가까이 두세요."
    case .bringNearerRarelySends: "더 가까이 두세요. 값을 드물게 보냅니다."
    case .bringNearerSendsInTurn: "더 가까이 두세요. 이산화탄소와 VOC를 번갈아 보냅니다."
    case .bringNearerKindInScanResponse: "더 가까이 두세요. 센서의 종류는 스캔 응답에만 들어 있습니다."
    case .chargeAtmotube: "충전하고 Atmotube 앱에서 갱신 간격을 항상 켜짐으로 바꾸세요."
    case .offerCO2Characteristic: "이산화탄소 농도 특성(2B8C)을 제공하는지 확인하세요."
    case .connectOrBroadcast: "연결하거나 센서의 심박수 방송을 켜세요."
    case .connect: "연결하세요. 대부분의 펌웨어는 심박수를 광고로 보내지 않습니다."
    case .enterBindKey: "암호화되어 있으면 바인드 키를 입력하고, 아니면 측정값을 보내는지 확인하세요."
    case .configureAtmocube: "예열 중이거나 광고가 꺼져 있습니다. Atmocube Configuration Tool을 확인하세요."
    case .closeMyAmbience: "휴대폰이 연결되어 있으면 값을 보내지 않습니다. MyAmbience 앱을 닫으세요."
    case .waitForWarmUp: "예열 중입니다. 켠 뒤 1분 안에 이산화탄소를 보냅니다."
    case .mayUseWiFiOnly: "이산화탄소를 Wi-Fi로만 보낼 수 있습니다. 이 기종이 블루투스로 보내는지는 확인되지 않았습니다."
    case .closeItsApp: "연결해야 합니다. 하나뿐인 연결을 쓰고 있는 센서의 앱을 닫으세요."
    case .closeInkbird: "연결해야 합니다. 하나뿐인 연결을 쓰고 있는 INKBIRD 앱을 닫으세요."
    case .switchOffAndOn: "센서 오류를 알리고 있습니다. 껐다가 다시 켜세요."
    case .sendsOnEvents: "무언가 일어날 때만 보냅니다. 암호화되어 있으면 바인드 키를 입력하세요."
    case .closeItsAppFirstHour: "한 번에 하나만 연결됩니다. 센서의 앱을 닫으세요. 처음 한 시간에는 값이 없습니다."
    case .closeAirthings: "한 번에 하나만 연결됩니다. Airthings 앱을 닫으세요."
    case .shortestQingpingInterval: "펌웨어 1.6부터는 이산화탄소를 가끔만 보냅니다. Qingping+ 앱에서 가장 짧은 간격으로 바꾸세요."
    case .readDisplay: "화면에 이산화탄소 값이 나오는지 보세요."
    case .moistenStrap: "스트랩을 적시고 착용했는지 확인하세요."
    case .unknownKind: "알려진 종류의 센서가 아닙니다."
    case .pairFirst: "먼저 기기와 페어링하세요."
    case .plugIn: "전원에 연결하세요. 배터리가 없습니다."
    case .plugIntoBox: "본체에 꽂으세요. 무선 기능이 없습니다. 처음 1분 동안은 예열합니다."
    case .powerByCable: "케이블로 전원을 연결하세요. 배터리로는 30분마다 이산화탄소를 측정합니다."
    case .putOnAndCloseApp: "착용하고 손가락을 따뜻하게 한 뒤 움직이지 마세요. 센서의 앱을 닫으세요."
    case .replaceBatteryOrBringNearer: "배터리를 교체하거나 더 가까이 두세요."
    case .replaceBattery: "배터리를 교체하세요."
    case .switchOnSmartHome: "Smart Home integration이 꺼져 있습니다. Aranet Home 앱에서 켜세요."
    case .givesNone: "이 기종은 블루투스로 값을 보내지 않습니다."
    case .wake: "깨우세요. 배터리로는 측정을 멈춥니다."
    case .warmFinger: "손가락을 따뜻하게 하고 움직이지 마세요."
    }
  }
}

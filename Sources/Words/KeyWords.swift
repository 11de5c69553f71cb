import Alarms
import Settings

/// The help of the keys that the page of settings shows. English is that of the key itself, as the file has it, if that
/// does not speak of the lines of the file; the Korean words stand here. A case without Korean does not compile, and a
/// key without a case fails a test.
package enum KeyWords: String, CaseIterable {
  case profile
  case writeEvery = "logbook.write-every"
  case keepDays = "logbook.keep.days"
  case keepMegabytes = "logbook.keep.megabytes"
  case gradeAir = "session.grade-air"
  case detect = "flight.detect"
  case remindDrink = "flight.remind-drink-after"
  case hydrationGoal = "flight.hydration-goal"
  case heartSource = "sensors.heart-rate"
  case history = "sensors.history"
  case bounds = "alarms.heart-rate.bounds"
  case unproved = "alarms.heart-rate.unproved"
  case latchSound = "alarms.latch-sound"
  case snooze = "alarms.snooze-minutes"
  /// Of a condition, such as `alarms.co2-high.limit`.
  case limit = ".limit"
  case enabled = ".enabled"
  case sustainedLimit = ".sustained-limit"
  case sustainedMinutes = ".sustained-minutes"
  case oneLamp = "board.lamps.one-lamp"
  case debounce = "board.buttons.debounce"
  /// Of a button, such as `board.presses.a-short`.
  case press = "board.presses."
  case soundLevel = "board.sound.level"
  case speechUse = "speech.use"
  case speechLanguage = "speech.language"
  case speechVolume = "speech.volume"
  case speechNightVolume = "speech.night-volume"
  case watchdog = "board.watchdog.timeout"
  case priority = "board.real-time.priority"
  case lockMemory = "board.real-time.lock-memory"
  case tells = "outside.tells"
  case tellsTechnical = "outside.tells-technical"
  case coolDown = "outside.cool-down"
  case names = "outside.names"
  case language = "outside.language"
  case updatesByThemselves = "outside.updates.by-themselves"
  case peerPort = "outside.peer.port"
  case mqttPort = "outside.mqtt.port"
  case mqttTLS = "outside.mqtt.tls"
  case mqttDiscovery = "outside.mqtt.discovery"
  case mqttCommands = "outside.mqtt.commands"
  case airIndex = "outside.air.index"
  case invite = "outside.circle.invite"
  case countdown = "outside.circle.countdown"
  case unconfirmed = "outside.circle.unconfirmed"
  case step = "outside.circle.step"
  case repeatAll = "outside.circle.repeat"
  case hold = "outside.circle.hold"
  case circleCoolDown = "outside.circle.cool-down"
  case noticeCoolDown = "outside.circle.notice-cool-down"
  case boxName = "panel.name"

  package init?(path: String) {
    if let known = KeyWords(rawValue: path) {
      self = known
    } else if path.hasPrefix(KeyWords.press.rawValue) {
      self = .press
    } else if path.hasPrefix("alarms."), let dot = path.lastIndex(of: "."),
      let known = KeyWords(rawValue: String(path[dot...]))
    {
      self = known
    } else {
      return nil
    }
  }

  package var korean: String {
    switch self {
    case .boxName: "페이지에 보이는 본체 이름입니다. 예: 엄마 침실. 없으면 컴퓨터의 이름입니다."
    case .profile: "본체의 용도입니다. 여러 설정이 함께 정해집니다."
    case .writeEvery: "카드를 아끼기 위해 값을 모아 두었다가 기록하는 간격입니다. 전원이 끊기면 모아 둔 값을 잃습니다. 경보 중에는 최대 4초이고, 경보는 즉시 기록됩니다."
    case .keepDays: "개별 값을 보관하는 기간입니다. 경보, 기록 구간, 시간별 수치는 계속 남습니다."
    case .keepMegabytes: "기록 파일의 최대 크기입니다. 넘으면 오래된 값부터 지웁니다. 심박 센서 하나의 1년 기록은 약 50 MB입니다."
    case .gradeAir: "기록 구간이 끝날 때 평균 CO2로 등급을 매깁니다."
    case .detect: "기압과 CO2에서 찾은 비행 단계를 어떻게 쓸지 정합니다. 쓰지 않음, 표시, 또는 낮음과 중간 경보도 보류."
    case .remindDrink: "순항 중 이 시간 동안 마시지 않으면 마시라고 알립니다. 0이면 알리지 않습니다."
    case .hydrationGoal: "기록 구간에서 시간마다 마시려는 양입니다. 0이면 목표를 표시하지 않습니다."
    case .heartSource: "연결로도 광고로도 심박수를 보내는 센서에서 어느 것을 쓸지 정합니다."
    case .history: "본체가 수신하지 못한 동안의 값을 페어링된 Aranet의 기록에서 채웁니다."
    case .bounds: "심박수가 한계를 벗어나면 몇 초 안에 경보를 울릴지 정합니다."
    case .unproved: "확인되지 않은 심박수와 맥박이 없을 때의 시간입니다. 위의 시간보다 짧지 않습니다."
    case .latchSound: "중간 또는 높음 경보의 원인이 끝나도 해제할 때까지 소리를 유지합니다."
    case .snooze: "낮음 또는 중간 경보에 응답하면 소리를 끄는 시간입니다."
    case .limit: "경보가 시작되는 값입니다."
    case .enabled: "이 경보를 켜거나 끕니다."
    case .sustainedLimit: "이 낮은 값이 정해진 시간 동안 계속되어도 높음 경보가 됩니다."
    case .sustainedMinutes: "낮은 값이 이 시간 동안 계속되면 높음 경보가 됩니다."
    case .oneLamp: "빨강, 초록, 파랑이 하나의 램프인지 정합니다."
    case .debounce: "버튼의 변화를 인정하기 전에 신호가 안정되어야 하는 시간입니다."
    case .press: "이 버튼을 눌렀을 때 하는 일입니다."
    case .soundLevel: "경보음의 최대 크기입니다. 사운드 카드의 최대 크기에 대한 값입니다."
    case .speechUse: "사운드 카드로 무엇을 말할지 정합니다. 말하지 않음, 요청할 때만(`lapwing say`), 또는 경보도 함께."
    case .speechLanguage: "음성의 언어입니다."
    case .speechVolume: "경보음에 대한 음성의 크기입니다."
    case .speechNightVolume: "밤 시간의 음성 크기입니다. 시간은 `speech.night`로 정합니다."
    case .watchdog: "이 시간 동안 작동 신호가 없으면 본체를 다시 시작합니다."
    case .priority: "경보 스레드의 실시간 우선순위(SCHED_FIFO)입니다. 0이면 끕니다."
    case .lockMemory: "경보가 디스크를 기다리지 않도록 프로그램의 메모리를 RAM에 둡니다."
    case .tells: "밖으로 알리는 경보의 가장 낮은 우선순위입니다."
    case .tellsTechnical: "본체와 센서에 관한 경보도 밖으로 알립니다."
    case .coolDown: "같은 경보를 다시 알리기 전에 기다리는 시간입니다."
    case .names: "알림에 설정된 사람의 이름을 넣습니다."
    case .language: "메시지의 언어입니다. 따로 정하지 않은 채널과 사람에게 적용됩니다."
    case .updatesByThemselves:
      "가져온 업데이트를 아무도 감시하지 않을 때 설치할지 여부입니다. 경보와 비행이 없고 10분 동안 심박 센서가 없을 때입니다."
    case .peerPort: "두 본체가 서로를 듣는 UDP 포트입니다. `lapwing peer join`은 다음 번호를 씁니다."
    case .mqttPort: "MQTT 브로커의 포트입니다. TLS가 없으면 보통 1883입니다."
    case .mqttTLS: "MQTT 브로커에 TLS로 연결합니다. TLS가 없으면 브로커는 같은 네트워크에 있어야 합니다."
    case .mqttDiscovery: "Home Assistant가 본체와 센서를 스스로 찾게 합니다."
    case .airIndex: "바깥 공기의 등급을 나타내는 지수입니다."
    case .mqttCommands: "브로커에 게시할 수 있는 사람이 본체에 명령할 수 있는지. 사용자나 인증서가 필요합니다."
    case .invite: "사람들 페이지에서 연락망에 사람을 추가할 수 있는지. 본체가 사람마다 ntfy 주제를 만듭니다."
    case .countdown: "높음 경보가 이 시간 동안 계속되면 첫 번째 사람에게 알립니다."
    case .unconfirmed: "휴대전화가 이 시간 안에 수신을 확인하지 않으면 다음 방법이나 다음 사람에게 알립니다."
    case .step: "휴대전화가 수신을 확인한 사람이 이 시간 안에 응답하지 않으면 다음 사람에게 알립니다."
    case .repeatAll: "마지막 사람 뒤에 이 시간이 지나면 모두에게 다시 알립니다."
    case .hold: "경보가 계속되는 동안 한 사람의 응답이 유효한 시간입니다."
    case .circleCoolDown: "이 시간 동안 모두 괜찮아야 새 경보가 다시 카운트다운으로 시작됩니다."
    case .noticeCoolDown: "같은 낮음 또는 중간 경보의 알림 사이의 시간입니다."
    }
  }

  /// In place of what the file says of its own lines; `nil` if that will do.
  private var english: String? {
    switch self {
    case .limit: "The value at which the alarm begins."
    case .enabled: "Whether this alarm is on."
    case .sustainedLimit: "The alarm also begins when this lower value lasts."
    case .sustainedMinutes: "How long the lower value must last."
    case .unproved: "The same for a rate that is not proved and for a missing pulse; never shorter."
    case .bounds:
      "Within how many seconds a heart rate beyond its limit raises an alarm: at the earliest, and at the latest."
    case .oneLamp: "Whether red, green and blue are one lamp."
    case .press: "What this press means."
    case .speechUse: "What the box speaks by its sound card, between the bursts of an alarm."
    case .speechNightVolume: "The same at night. The hours are those of speech.night."
    default: nil
    }
  }

  package static func help(of key: ConfigurationKey, in language: Language) -> String {
    switch language {
    case .english:
      let help = KeyWords(path: key.path)?.english ?? key.help
      guard case .number = key.kind else { return help }
      return "\(help) \(key.kind.allowed.prefix(1).uppercased())\(key.kind.allowed.dropFirst())."
    case .korean:
      let help = KeyWords(path: key.path)?.korean ?? key.help
      return koreanRange(of: key).map { "\(help) 허용 범위: \($0)." } ?? help
    }
  }

  /// What a number may be, with its unit; `nil` for what is no number.
  static func koreanRange(of key: ConfigurationKey) -> String? {
    guard case .number(let range, let unit) = key.kind else { return nil }
    let (least, most) = (ConfigurationValue.number(range.lowerBound), ConfigurationValue.number(range.upperBound))
    return "\(least)–\(most)\(units[unit] ?? (unit.isEmpty ? "" : " \(unit)"))"
  }

  /// The units that are words or times. Others are symbols, which are the same in Korean.
  static let units = ["s": "초", "min": "분", "minutes": "분", "days": "일"]
}

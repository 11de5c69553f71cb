import Alarms
import Settings

/// What people call a key of the page of settings, and the values that are words.
package enum KeyNameWords {
  /// The name of a key without its unit; of a condition, such as `alarms.co2-high.limit`, the part that its alarm is named before.
  package static func name(of key: ConfigurationKey, in language: Language) -> String {
    guard let words = KeyWords(path: key.path) else { return key.path }
    if case .press = words { return press(key.path, in: language) }
    let both = Self.both(words)
    return language == .korean ? both.ko : both.en
  }

  package static func condition(of key: ConfigurationKey) -> ConditionID? {
    let parts = key.path.split(separator: ".")
    return parts.first == "alarms" && parts.count == 3 ? ConditionID(name: String(parts[1])) : nil
  }

  /// The name of the key with that of its alarm and its unit, such as `CO₂ high: limit (ppm)`.
  package static func whole(of key: ConfigurationKey, in language: Language) -> String {
    let alarm = condition(of: key).map { "\(ThingWords.condition($0).text(language)): " } ?? ""
    return alarm + name(of: key, in: language) + unit(of: key, in: language)
  }

  /// Its unit in brackets; nothing for a key without one.
  package static func unit(of key: ConfigurationKey, in language: Language) -> String {
    guard case .number(_, let unit) = key.kind, !unit.isEmpty else { return "" }
    return " (\(language == .korean ? KeyWords.units[unit] ?? unit : unit))"
  }

  /// `board.presses.a-short`: the button and how it is pressed.
  private static func press(_ path: String, in language: Language) -> String {
    let parts = (path.split(separator: ".").last ?? "").split(separator: "-")
    let (button, way) = (parts.first?.uppercased() ?? "", parts.dropFirst().joined(separator: "-"))
    let ways = ["short": ("short", "짧게"), "long": ("long", "길게"), "double": ("twice", "두 번")]
    let words = ways[way] ?? (way, way)
    return language == .korean ? "버튼 \(button), \(words.1)" : "Button \(button), \(words.0)"
  }

  private static func both(_ words: KeyWords) -> (en: String, ko: String) {
    switch words {
    case .profile: ("What the box is for", "본체의 용도")
    case .boxName: ("Name of the box", "본체 이름")
    case .writeEvery: ("Write readings every", "값을 기록하는 간격")
    case .keepDays: ("Keep single readings for", "개별 값 보관 기간")
    case .keepMegabytes: ("Largest size of the logbook", "기록 파일의 최대 크기")
    case .gradeAir: ("Grade the air of a session", "기록 구간의 공기 등급")
    case .detect: ("Phases of a flight", "비행 단계")
    case .remindDrink: ("Remind to drink after", "마시기 알림")
    case .hydrationGoal: ("Drink in each hour", "시간당 마실 양")
    case .heartSource: ("Source of the heart rate", "심박수를 받는 방법")
    case .history: ("Fill gaps from the sensor's history", "센서 기록으로 빈 구간 채우기")
    case .bounds: ("Heart rate beyond its limit: alarm after", "심박수가 한계를 벗어난 뒤 경보까지")
    case .unproved: ("Unproved heart rate or no pulse: alarm after", "확인되지 않은 심박수 또는 맥박 없음: 경보까지")
    case .latchSound: ("Sound until a person resets it", "해제할 때까지 소리 유지")
    case .snooze: ("Silence after an answer", "응답 뒤 소리를 끄는 시간")
    case .limit: ("limit", "한계")
    case .enabled: ("on or off", "켜기와 끄기")
    case .sustainedLimit: ("limit over some time", "지속될 때의 한계")
    case .sustainedMinutes: ("that time", "지속 시간")
    case .oneLamp: ("Red, green and blue are one lamp", "빨강, 초록, 파랑이 하나의 램프")
    case .debounce: ("Buttons: stable for", "버튼 신호 안정 시간")
    case .press: ("Button", "버튼")
    case .soundLevel: ("Loudness of alarms", "경보음 크기")
    case .speechUse: ("Voice", "음성")
    case .speechLanguage: ("Language of the voice", "음성 언어")
    case .speechVolume: ("Loudness of the voice", "음성 크기")
    case .speechNightVolume: ("Loudness of the voice at night", "밤의 음성 크기")
    case .watchdog: ("Reset a box that hangs after", "멈춘 본체를 다시 시작하기까지")
    case .priority: ("Priority of the alarm thread", "경보 스레드의 우선순위")
    case .lockMemory: ("Keep the program in memory", "프로그램을 메모리에 유지")
    case .tells: ("Send alarms from this priority on", "이 우선순위부터 알림")
    case .tellsTechnical: ("Send alarms about the box and its sensors", "본체와 센서의 경보도 알림")
    case .coolDown: ("Pause between messages about the same alarm", "같은 경보의 알림 간격")
    case .names: ("Name persons in messages", "메시지에 이름 넣기")
    case .language: ("Language of messages", "메시지 언어")
    case .updatesByThemselves: ("Install updates by themselves", "업데이트 자동 설치")
    case .peerPort: ("UDP port of the other box", "다른 본체의 UDP 포트")
    case .mqttPort: ("Port of the MQTT broker", "MQTT 브로커의 포트")
    case .mqttTLS: ("MQTT by TLS", "TLS로 MQTT 연결")
    case .mqttDiscovery: ("Home Assistant finds the box", "Home Assistant 자동 검색")
    case .airIndex: ("Index of the air outdoors", "바깥 공기의 지수")
    case .mqttCommands: ("Orders by MQTT", "MQTT 명령")
    case .invite: ("Add people on the page", "페이지에서 사람 추가")
    case .countdown: ("High alarm: alert the first person after", "높은 경보: 첫 번째 사람에게 알리기까지")
    case .unconfirmed: ("Not received: next way after", "수신 확인 없음: 다음 방법까지")
    case .step: ("No answer: next person after", "응답 없음: 다음 사람까지")
    case .repeatAll: ("No answer at all: alert everybody again after", "아무 응답 없음: 모두에게 다시 알리기까지")
    case .hold: ("How long an answer counts", "응답이 유효한 시간")
    case .circleCoolDown: ("All well for: a new alarm counts down again", "괜찮은 상태가 이만큼 지나면 다시 카운트다운")
    case .noticeCoolDown: ("Pause between messages of a low or medium alarm", "낮음·중간 경보의 알림 간격")
    }
  }

  package static func value(_ value: String, of key: ConfigurationKey, in language: Language) -> String {
    guard let both = Self.both(value, of: key) else { return value }
    return language == .korean ? both.ko : both.en
  }

  private static func both(_ value: String, of key: ConfigurationKey) -> (en: String, ko: String)? {
    if case .bool = key.kind { return (value == "true" ? SettingsWords.on : .off).both }
    switch (KeyWords(path: key.path), value) {
    case (.profile, "cabin"): return StartWords.cabin.both
    case (.profile, "cockpit"): return StartWords.cockpit.both
    case (.profile, "bedside"): return StartWords.bedside.both
    case (.detect, "off"): return ("not detected", "찾지 않음")
    case (.detect, "show"): return ("shown", "표시")
    case (.detect, "withhold"): return ("shown, and low and medium alarms wait", "표시하고 낮음·중간 경보 보류")
    case (.heartSource, "strap"): return ("a connection", "연결")
    case (.heartSource, "advert"): return ("advertisements", "광고")
    case (.heartSource, "automatic"): return ("what comes", "자동")
    case (.airIndex, _): return AirWords.indexName(value)
    case (.tells, _):
      guard let priority = Priority.allCases.first(where: { $0.name == value }) else { return nil }
      return ThingWords.priority(priority).both
    case (.language, "en"), (.speechLanguage, "en"): return ("English", "English")
    case (.language, "ko"), (.speechLanguage, "ko"): return ("한국어", "한국어")
    case (.speechUse, "off"): return ("silent", "말하지 않음")
    case (.speechUse, "on-request"): return ("on request", "요청할 때만")
    case (.speechUse, "alarms"): return ("on request, and alarms", "요청할 때와 경보")
    case (.press, "silence"): return ("silence", "소리 끄기")
    case (.press, "reset"): return ("reset", "해제")
    case (.press, "next-scenario"): return ("next loading", "다음 적재")
    case (.press, "session"): return ("start or end a session", "기록 시작 또는 끝")
    case (.press, "well"): return ("I'm okay", "괜찮아요")
    case (.press, "standby"): return ("standby", "대기")
    case (.press, "check"): return ("check", "점검")
    default: return nil
    }
  }
}

/// The parts of the box that the doctor looks at, by the names that it uses in English. In another language a page says what
/// it means for a part to be good or bad, and the doctor's own sentence follows with names and numbers.
package struct DoctorPartWords {
  package let korean: (name: String, good: String, bad: String)

  package init?(rawValue part: String) {
    guard let words = Self.parts[part] else { return nil }
    korean = words
  }

  private static let parts: [String: (name: String, good: String, bad: String)] = [
    "settings": ("설정", "설정을 사용할 수 있습니다.", "사용되지 않는 설정 파일이 있습니다."),
    "disk": ("저장 공간", "기록을 저장할 공간이 있습니다.", "기록을 저장할 수 없거나 공간이 부족합니다."),
    "lines": ("램프와 버튼", "램프와 버튼의 선을 사용할 수 있거나, 설정되지 않았습니다.", "램프와 버튼의 선을 사용할 수 없습니다."),
    "watchdog": ("감시 장치", "감시 장치를 사용할 수 있거나, 설정되지 않았습니다.", "감시 장치를 사용할 수 없어, 멈춘 본체가 다시 시작되지 않습니다."),
    "clock": ("시계", "날짜가 설정되어 있습니다.", "날짜가 맞지 않을 수 있습니다. 네트워크나 시계를 연결하세요."),
    "memory": ("메모리", "메모리에 문제가 없습니다.", "본체의 메모리가 고정되어 있지 않습니다."),
    "adapter": ("블루투스 어댑터", "어댑터가 있습니다.", "어댑터가 없습니다. 없으면 센서를 수신할 수 없습니다."),
    "rfkill": ("무선 차단", "블루투스를 차단하는 것이 없습니다.", "블루투스가 차단되어 있습니다."),
    "permission": ("권한", "어댑터를 사용할 권한이 있습니다.", "어댑터를 사용할 권한이 없습니다."),
    "kernel": ("커널", "커널에 문제가 없습니다.", "커널이 오래되었습니다."),
    "page": ("페이지", "이 페이지를 제공할 수 있습니다.", "이 페이지의 인증서나 설정에 문제가 있습니다."),
    "sensors": ("센서", "수신되는 모든 센서의 메시지를 사용합니다.", "메시지를 사용하지 않는 센서가 있습니다."),
    "power": ("전원과 온도", "전원과 온도에 문제가 없거나, 알 수 없습니다.", "전원이 너무 약하거나 본체가 너무 뜨겁습니다."),
    "messages": ("메시지", "동의와 비밀 파일이 준비되어 있습니다.", "메시지를 보낼 수 없습니다."),
    "signals": ("신호", "램프나 소리로 경보를 알릴 수 있습니다.", "램프도 소리도 쓸 수 없어 본체가 경보를 알릴 수 없습니다."),
    "long range": ("장거리", "어댑터가 장거리(LE Coded) 센서를 수신하는지는 다음과 같습니다.", "장거리(LE Coded) 센서를 수신할 수 없습니다."),
    "sound card": ("사운드 카드", "사운드 카드를 사용할 수 있거나, 설정되지 않았습니다.", "사운드 카드를 사용할 수 없습니다."),
    "real time": ("실시간 우선순위", "우선순위에 문제가 없습니다.", "본체가 설정된 우선순위 없이 실행되고 있습니다."),
    "other users": ("다른 프로그램", "어댑터를 함께 쓰는 프로그램이 없습니다.", "다른 프로그램이 어댑터를 쓰고 있습니다."),
  ]
}

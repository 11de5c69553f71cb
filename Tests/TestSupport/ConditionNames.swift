/// The name of every alarm in both languages, written by hand from the tables of docs/alarms.md, and not from the table of `Words`.
/// Each surface of the box is compared with it.
package enum ConditionNames {
  package static let all: [String: (en: String, ko: String)] = [
    // 800, 1500 and 2500 ppm or more.
    "co2-low": ("CO2 above the first limit", "CO2 1단계 초과"),
    "co2-medium": ("CO2 elevated", "CO2 상승"),
    "co2-high": ("CO2 high", "CO2 높음"),
    // 50 ppm or more; 300 ppm or more.
    "co-medium": ("Carbon monoxide elevated", "일산화탄소 상승"),
    "co-high": ("Carbon monoxide high", "일산화탄소 높음"),
    // 300 ppb or more.
    "voc-high": ("VOCs high", "VOC 높음"),
    // 35.5, 55.5 and 125.5 µg/m³ or more.
    "pm25-low": ("PM2.5 above the first limit", "PM2.5 1단계 초과"),
    "pm25-medium": ("PM2.5 elevated", "PM2.5 상승"),
    "pm25-high": ("PM2.5 high", "PM2.5 높음"),
    // Below 10 °C, above 35 °C; below 10 %, above 80 %.
    "temperature-low": ("Too cold", "온도 낮음"),
    "temperature-high": ("Too warm", "온도 높음"),
    "humidity-low": ("Air too dry", "습도 낮음"),
    "humidity-high": ("Air too humid", "습도 높음"),
    // Below 40, above 150 bpm.
    "heart-rate-low": ("Heart rate low", "심박수 낮음"),
    "heart-rate-high": ("Heart rate high", "심박수 높음"),
    "no-data": ("No data from a sensor", "센서 데이터 없음"),
    "frozen": ("A value does not change", "값이 변하지 않음"),
    "implausible": ("A value is not plausible", "믿을 수 없는 값"),
    "no-contact": ("Strap without contact", "스트랩 접촉 없음"),
    // 10,000 ft or more; 14,000 ft or more.
    "cabin-altitude-medium": ("Cabin altitude elevated", "객실 고도 다소 높음"),
    "cabin-altitude-high": ("Cabin altitude high", "객실 고도 높음"),
    "adapter-gone": ("No Bluetooth adapter", "블루투스 어댑터 없음"),
    "sounder-failed": ("The sounder does not work", "경보음 고장"),
    "sensor-battery-low": ("Battery of a sensor low", "센서 배터리 부족"),
    "clock-unset": ("The clock is not set", "시계가 설정되지 않음"),
    "disk-full": ("The logbook cannot be written", "기록을 저장할 수 없음"),
    "lamp-failed": ("A lamp does not work", "램프 고장"),
    // The firmware says so; 80 °C or more.
    "under-voltage": ("The power supply is too weak", "전원 전압 낮음"),
    "too-hot": ("The box is too hot", "본체 과열"),
    "restarted": ("The box was restarted", "본체가 다시 시작됨"),
    "alarm-off": ("The settings leave something unwatched", "설정에서 감시하지 않는 것 있음"),
    "no-pulse": ("No pulse is measured", "맥박이 측정되지 않음"),
    // Oxygen below 90 %, below 85 %.
    "spo2-low-medium": ("Oxygen low", "산소포화도 낮음"),
    "spo2-low-high": ("Oxygen very low", "산소포화도 매우 낮음"),
    "not-watched": ("Something is not watched", "감시되지 않는 항목 있음"),
    "standby": ("Standby", "대기"),
    "button-stuck": ("A button is stuck", "버튼이 눌린 채 있음"),
    "link-gone": ("No contact with the other box", "다른 본체와 연결 끊김"),
    "nobody-told": ("Messages may reach no person", "메시지가 아무에게도 닿지 않을 수 있음"),
    "elsewhere-high": ("High alarm at the other box", "다른 본체의 높은 경보"),
    "elsewhere-medium": ("Medium alarm at the other box", "다른 본체의 중간 경보"),
    "elsewhere-low": ("Low alarm at the other box", "다른 본체의 낮은 경보"),
    "elsewhere-box": ("The other box or its sensors need care", "다른 본체 또는 센서 점검 필요"),
    "settings-fault": ("Settings were damaged or are weaker", "설정이 손상되었거나 느슨해짐"),
  ]

  /// The ids, in order.
  package static let ids = all.keys.sorted()
}

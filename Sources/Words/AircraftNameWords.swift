/// The Korean names of what the shipped aircraft files call their stations, groups of stations, tanks and categories. What an owner's
/// own file calls them stays as it is written there.
package enum AircraftNameWords {
  package static func korean(_ name: String) -> String { known[name] ?? name }

  package static let known = [
    "3rd & 4th seats": "3·4번 좌석",
    "5th & 6th seats": "5·6번 좌석",
    "Aft baggage": "후방 화물칸",
    "Baggage area 1": "화물칸 1",
    "Baggage area 2": "화물칸 2",
    "Baggage areas 1 and 2 together": "화물칸 1과 2 합계",
    "Forward (nose) baggage": "전방(기수) 화물칸",
    "Front seats": "앞좌석",
    "Inboard (2 x 56)": "안쪽 탱크 (2 x 56)",
    "Main tanks (2 x 25)": "주 탱크 (2 x 25)",
    "Middle seats": "가운데 좌석",
    "Nacelle lockers (2 x 150)": "나셀 수납칸 (2 x 150)",
    "Normal category": "보통 감항 분류",
    "Normal category, S/N E-1 to E-2110 except E-1946, E-2104": "보통 감항 분류, 제조번호 E-1 ~ E-2110 (E-1946, E-2104 제외)",
    "Normal category, S/N E-2111 and after, E-1946, E-2104": "보통 감항 분류, 제조번호 E-2111 이후와 E-1946, E-2104",
    "Normal category, landplane": "보통 감항 분류, 육상기",
    "Normal category, seaplane (Edo 89-2000 or 89A2000)": "보통 감항 분류, 수상기 (Edo 89-2000 또는 89A2000)",
    "Nose baggage": "기수 화물칸",
    "Oil, only if the empty weight excludes it": "오일 (자기중량에 포함되지 않은 경우만)",
    "Outboard (2 x 40)": "바깥쪽 탱크 (2 x 40)",
    "Pilot & co-pilot": "조종사와 부조종사",
    "Pilot & front passenger": "조종사와 앞 승객",
    "Rear passengers": "뒤 승객",
    "Rear seats": "뒷좌석",
    "Row 2": "2열",
    "Row 3": "3열",
    "Row 4": "4열",
    "Standard tanks": "표준 탱크",
    "Tip tanks (2 x 17)": "날개 끝 탱크 (2 x 17)",
    "Utility category, landplane": "실용 감항 분류, 육상기",
    "Wing tanks": "날개 탱크",
  ]
}

/// The texts of the limits of single persons.
enum PersonsWords: Words {
  case title, explain, nobody, sound, standard, loud, night(String), straps(String), newPerson, name, strap, noStrap
  case save, remove, general, changedMeanwhile, badName, twice(String)

  var both: (en: String, ko: String) {
    switch self {
    case .title: ("Persons", "사람")
    case .explain:
      (
        "Each person may have their own limits. An empty field means the limit that holds for everybody, under Alarms.",
        "사람마다 한계를 따로 정할 수 있습니다. 비워 두면 ‘경보’에 있는 공통 한계가 적용됩니다."
      )
    case .nobody: ("Nobody is named yet: the limits under Alarms hold for everybody.", "아직 등록된 사람이 없어 공통 한계가 적용됩니다.")
    case .sound: ("Sound", "소리")
    case .standard: ("as for everybody", "공통")
    case .loud: ("one step louder", "한 단계 크게")
    case .night(let times):
      ("Other limits by night (\(times)): change these with an editor.", "야간(\(times)) 한계는 편집기로 바꾸세요.")
    case .straps(let list): ("Sensors: \(list)", "센서: \(list)")
    case .newPerson: ("Another person", "새로운 사람")
    case .name: ("Name", "이름")
    case .strap: ("Sensor on the body", "몸에 착용한 센서")
    case .noStrap: ("none yet", "아직 없음")
    case .save: ("Save persons", "사람 저장")
    case .remove: ("Remove from the list", "목록에서 제거")
    case .general: ("for everybody", "공통")
    case .changedMeanwhile:
      (
        "Somebody has changed the persons since the page was loaded; look at them again, and then change them.",
        "페이지를 불러온 뒤 다른 사람이 변경했습니다. 다시 확인한 후 변경하세요."
      )
    case .badName: ("A name has up to 40 characters, and is neither * nor end.", "이름은 40자까지이며 * 또는 end는 쓸 수 없습니다.")
    case .twice(let name): ("There is \(name) already.", "\(name)은(는) 이미 있습니다.")
    }
  }
}

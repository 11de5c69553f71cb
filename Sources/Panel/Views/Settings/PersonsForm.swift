import Alarms
import Characters
import Monitor
import Readings
import Settings
import Web
import Words

/// The persons of the configuration with their limits, as a form: `persons` of the file, by the same checks.
struct PersonsForm: Sendable {
  struct Fault: Error, Sendable {
    /// The name of the field; `nil` for the whole form.
    var field: String?
    let html: HTML
    /// Whether the form is not one of this page (400).
    var isIncomplete = false

    init(field: String? = nil, html: HTML) { (self.field, self.html) = (field, html) }

    /// For a form that is not one of this page.
    init(field: String? = nil, incomplete sentence: String, in language: Language) {
      (self.field, isIncomplete) = (field, true)
      html = Refusal(code: RefusalWords.badForm.rawValue, sentence: sentence).html(language)
    }
  }

  let persons: [ConfiguredPerson]

  /// Of what the form was made from.
  var stamp: String { FormStamp.text(of: persons.map(\.description)) }

  static func field(_ place: Int, _ name: String) -> String { "person.\(place).\(name)" }
  static func limit(_ id: ConditionID) -> String { id.name }

  /// The persons that the form wants.
  /// - Parameter conditions: with the limits that hold for everybody.
  func wanted(
    _ form: FormFields, under conditions: ConditionTable, in language: Language
  ) throws(Fault) -> [ConfiguredPerson] {
    func sentence(_ words: PersonsWords, _ field: String? = nil) -> Fault {
      Fault(field: field, html: "\(words.text(language))")
    }
    try refuseIncomplete(form, language)
    guard form["was"] == stamp else { throw sentence(.changedMeanwhile) }
    var wanted: [ConfiguredPerson] = []
    for (place, person) in persons.enumerated() where form[Self.field(place, "remove")] != "yes" {
      var person = person
      for id in ConfiguredPerson.limits { person.settings.limits[id] = try limit(id, place, form, language) }
      if let sound = form[Self.field(place, "sound")].flatMap(PersonSettings.Sound.init(rawValue:)) {
        person.settings.sound = sound
      }
      person.settings.kind = try kind("person.\(place)", form, language)
      person.settings.oxygenDelay = try number(
        Self.field(place, "oxygen-delay"), in: PersonSettings.oxygenDelays, unit: "s", form, language)
      if let crossed = Configuration.CrossedLimits.first(in: person.settings.parts(under: conditions)) {
        let own = [crossed.higher, crossed.lower].first { person.settings.limits[$0] != nil }
        throw sentence(.crossed(crossed), Self.field(place, Self.limit(own ?? crossed.lower)))
      }
      wanted.append(person)
    }
    let name = form.filled("new.name"), strap = try strap(form, language)
    // A strap or an age of no one would be dropped, and the page would say that all is saved.
    let kind = try kind("new", form, language)
    guard name != nil || strap == nil && form.filled("new.kind") == nil && form.filled("new.number") == nil else {
      throw sentence(.badName, "new.name")
    }
    if let name {
      guard ConfiguredPerson.isName(name) else { throw sentence(.badName, "new.name") }
      guard !persons.contains(where: { $0.settings.name == name }) else { throw sentence(.twice(name), "new.name") }
      wanted.append(
        ConfiguredPerson(settings: PersonSettings(name: name, kind: kind), sensors: strap.map { [$0] } ?? [], line: 0))
    }
    return wanted
  }

  /// A field that has got lost is not an empty one: it would take a limit away.
  private func refuseIncomplete(_ form: FormFields, _ language: Language) throws(Fault) {
    var needed = ["was"]
    for place in persons.indices where form["was"] == stamp && form[Self.field(place, "remove")] != "yes" {
      needed += ConfiguredPerson.limits.map { Self.field(place, Self.limit($0)) }
      needed += ["sound", "kind", "number", "oxygen-delay"].map { Self.field(place, $0) }
    }
    for name in needed where form[name] == nil {
      throw Fault(
        incomplete: "the form has no field \(name), so nothing was saved; load the page again", in: language)
    }
    for place in persons.indices {
      let name = Self.field(place, "sound")
      guard let sound = form[name], PersonSettings.Sound(rawValue: sound) == nil else { continue }
      throw Fault(field: name, incomplete: "this is \"\(sound.prefix(20))\", which is no sound", in: language)
    }
  }

  /// The sensor of the new person; `nil` for none yet.
  private func strap(_ form: FormFields, _ language: Language) throws(Fault) -> DeviceAddress? {
    guard let text = form.filled("new.sensor") else { return nil }
    guard let address = DeviceAddress(text) else {
      throw Fault(
        field: "new.sensor", incomplete: "this is \"\(text.prefix(20))\", which is no address of a sensor",
        in: language)
    }
    return address
  }

  /// The kind of a person: a word, and the number of those that have one. Without a word it is not said.
  private func kind(
    _ prefix: String, _ form: FormFields, _ language: Language
  ) throws(Fault) -> PersonKind? {
    let word = form.filled("\(prefix).kind"), number = form.filled("\(prefix).number")
    if word == nil, number == nil { return nil }
    // A number without its kind would be lost.
    guard let kind = PersonKind(words: PersonKind.words(word ?? "", number)) else {
      let refusal = Refusal(code: nil, sentence: "this is \"\(number ?? "")\"; allowed is \(PersonKind.allowed)")
      throw Fault(field: "\(prefix).number", html: refusal.html(language))
    }
    return kind
  }

  private func limit(
    _ id: ConditionID, _ place: Int, _ form: FormFields, _ language: Language
  ) throws(Fault) -> Double? {
    guard let range = ConditionTable.standard[id].limitRange else { return nil }
    return try number(
      Self.field(place, Self.limit(id)), in: range, unit: ConditionTable.standard[id].trigger.unit, form, language)
  }

  private func number(
    _ field: String, in range: ClosedRange<Double>, unit: String, _ form: FormFields, _ language: Language
  ) throws(Fault) -> Double? {
    guard let typed = form.filled(field) else { return nil }
    guard let number = Double(DecimalComma.pointed(typed)), range.contains(number) else {
      let kind = ConfigurationKey.Kind.number(range, unit: unit)
      let refusal = Refusal(code: nil, sentence: "this is \"\(typed)\"; allowed is \(kind.allowed)")
      throw Fault(field: field, html: refusal.html(language))
    }
    return number
  }
}

/// A number for what a form was made from (FNV-1a, 64 bits). A form that was made from something else is refused.
enum FormStamp {
  static func text(of parts: [String]) -> String {
    // The length keeps two parts from being read as others.
    let bytes = parts.flatMap { "\($0.utf8.count):\($0)".utf8 }
    let number = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return String(number, radix: 16)
  }
}

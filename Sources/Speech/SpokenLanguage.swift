/// A language that the box speaks. The words themselves stand in `ClipWords` of the room `Words`.
package enum SpokenLanguage: String, CaseIterable, Sendable {
  case english = "en"
  case korean = "ko"
}

import Characters
import Testing

@Suite("Characters without width")
struct HiddenCharacterTests {
  @Test(
    "are shown as U+ where they carry no meaning",
    arguments: [
      ("An\u{200B}n", "AnU+200Bn"), ("A\u{200D}nn", "AU+200Dnn"), ("\u{FEFF}Ann", "U+FEFFAnn"),
      ("An\u{AD}n", "AnU+00ADn"),
      ("Ann\u{E0041}", "AnnU+E0041"), ("Ann\u{2060}", "AnnU+2060"), ("Ann \u{200C}", "Ann U+200C"),
      ("N1\u{E0101}", "N1U+E0101"),
    ])
  func shown(_ text: String, _ visible: String) { #expect(HiddenCharacter.visible(text) == visible) }

  @Test(
    "stay in joined emoji, flags of regions and words that need them",
    arguments: [
      "👩\u{200D}✈\u{FE0F}", "👨\u{200D}👩\u{200D}👧", "👩🏽\u{200D}🚒",
      "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", "می\u{200C}روم", "क्\u{200D}ष", "葛\u{E0100}", "Zoë",
    ])
  func kept(_ text: String) { #expect(HiddenCharacter.visible(text) == text) }
}

import Characters
import Testing

@Suite struct `A comma in a number` {
  @Test(arguments: [
    ("130,5", "130.5"), ("-9,5", "-9.5"), ("0,125", "0.125"), ("1250,125", "1250.125"), ("12,25", "12.25"),
    ("130.5", "130.5"), (",5", ".5"), ("", ""),
  ])
  func `is a decimal one where it cannot be understood otherwise`(text: String, wanted: String) {
    #expect(DecimalComma.pointed(text) == wanted)
  }

  @Test(arguments: ["1,250", "-1,250", "10,000", "1,250,000", "1,250.5", "1.250,5", "1,2,3", "12,5.3"])
  func `is none where it may separate thousands, and there are not two`(text: String) {
    #expect(Double(DecimalComma.pointed(text)) == nil)
  }
}

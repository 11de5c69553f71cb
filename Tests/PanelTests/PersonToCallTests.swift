import Testing

@testable import Panel

@Suite("The person to call")
struct PersonToCallTests {
  @Test(arguments: [
    ("Anna +41 79 555 01 00", "+41795550100"), ("Dr. Kim 010-1234-5678 (day)", "01012345678"),
    ("2nd floor, Ben: (555) 010.0199", "5550100199"), ("112", "112"), ("Ward 3, +82 2 555 0100", "+8225550100"),
    ("Anna +41 (0)79 555 01 00", "+41795550100"), ("Anna 079/555 01 00", "0795550100"),
    ("Ward 3 +82 2 555 0100", "+8225550100"),
  ])
  func `has the number that a phone dials`(text: String, number: String) {
    #expect(PersonToCall.number(in: text) == number)
  }

  @Test(arguments: [
    "Anna", "the nurse of ward 3", "", "+", "안나 12", "٠١٢٣٤", "Nurse 079 555 01 00 (24h)",
    "Ben 079 555 01 00 2nd floor",
    "Anna 079 555 01 00, Ben 079 555 01 01",
  ])
  func `has no number if there is none, or if it is not clear which`(text: String) {
    #expect(PersonToCall.number(in: text) == nil)
  }
}

import Readings
import TestSupport
import Testing
@testable import Bluetooth

@Suite struct `The list of adapters` {
  @Test(arguments: [[], [1], [2, 0], [2, 0, 0, 0, 1], [0xFF, 0xFF, 3, 0]] as [[UInt8]])
  func `takes whatever the kernel says of how many there are`(bytes: [UInt8]) {
    var list = AdapterList(.best, at: .start)
    list.replace(with: bytes)
    #expect(!list.hasOther)
  }

  @Test func `has another one only for who leaves the choice to the box`() {
    for (choice, hasOther) in [(AdapterChoice.best, true), (.index(0), false)] {
      var list = AdapterList(choice, at: .start)
      list.replace(with: [2, 0, 0, 0, 1, 0])
      #expect(list.hasOther == hasOther)
      list.remove(1)
      #expect(!list.hasOther)
      list.add(5)
      #expect(list.hasOther == hasOther)
    }
  }

  @Test func `asks for all of them, the avoided one last, and for the chosen one alone`() {
    var list = AdapterList(.best, at: .start)
    list.replace(with: [2, 0, 0, 0, 1, 0])
    var search = list.search(avoiding: 0)
    #expect([search.next(), search.next(), search.next()] == [.ask(1), .ask(0), .nothing])
    var chosen = AdapterList(.index(1), at: .start)
    chosen.replace(with: [2, 0, 0, 0, 1, 0])
    search = chosen.search(avoiding: nil)
    #expect([search.next(), search.next()] == [.ask(1), .nothing])
  }

  @Test func `says which one is missing, after five seconds`() {
    #expect(AdapterList(.best, at: .at(2)).grace == .at(7))
    #expect(AdapterList(.index(3), at: .start).reasonForNone.hasPrefix("no Bluetooth adapter hci3: plug one in"))
  }
}

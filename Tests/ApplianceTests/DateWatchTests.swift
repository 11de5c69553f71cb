@testable import Appliance
import Readings
import Testing

@Suite struct `A box that does not know the date` {
  private let hour = Instant(nanoseconds: 3_600_000_000_000)

  @Test func `is one whose date lies before the appliance was made`() {
    #expect(!DateWatch(start: 3_600_000).isSet)
    #expect(!DateWatch(start: DateWatch.earliest - 1).isSet)
    #expect(DateWatch(start: DateWatch.earliest).isSet)
  }

  @Test func `learns how far its stamps were off when the date is set`() {
    var watch = DateWatch(start: 5_000)
    #expect(watch.look(at: 5_000 + 3_600_000, hour) == nil)
    let noon: Int64 = 1_800_000_000_000
    #expect(watch.look(at: noon, hour) == noon - 3_600_000 - 5_000)
    #expect(watch.start == noon - 3_600_000)
    #expect(watch.isSet)
  }

  @Test func `takes a later change of the date for no correction`() {
    var watch = DateWatch(start: 1_800_000_000_000)
    #expect(watch.look(at: 1_900_000_000_000, hour) == nil)
    #expect(watch.start == 1_800_000_000_000)
  }
}

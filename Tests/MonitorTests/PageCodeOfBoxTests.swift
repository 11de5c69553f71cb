import Alarms
import Monitor
import Readings
import TestSupport
import Testing

@Suite struct `A code of the page at the box` {
  private func code() throws -> PageCode { try #require(PageCode(111_111)) }

  /// A box that flashes a code from 101 s on.
  private func scene(_ before: (inout MonitorScene) -> Void = { _ in }) throws -> MonitorScene {
    var scene = MonitorScene()
    before(&scene)
    scene.happens(.askForPageCode, at: 100)
    scene.happens(.pageCode(try code()), at: 101)
    return scene
  }

  @Test func `is flashed by the green lamp until it is over`() throws {
    var scene = try scene()
    let usual = scene.pattern(of: .green, at: 100)
    scene.waits(until: 300)
    #expect(scene.pattern(of: .green, at: 101) == .code(try code()))
    let end = 101 + Double(try code().length) / 1e9
    #expect(scene.pattern(of: .green, at: end - 0.1) == .code(try code()))
    #expect(scene.pattern(of: .green, at: end + 0.1) == usual)
    #expect(scene.stuckAt == nil)
  }

  @Test func `gives way to a later one, since the earlier can no longer be used`() throws {
    var scene = try scene()
    let later = try #require(PageCode(222_222))
    scene.happens(.pageCode(later), at: 103)
    #expect(scene.pattern(of: .green, at: 104) == .code(later))
    scene.happens(.pageCode(nil), at: 105)
    #expect(scene.pattern(of: .green, at: 106) == .code(later))
  }

  @Test(arguments: [ConditionID.adapterGone, .frozen, .diskFull]) func `ends when an alarm begins, of any priority`(
    condition: ConditionID
  ) throws {
    var scene = try scene()
    scene.happens(.fault(condition), at: 110)
    scene.happens(.cleared(condition), at: 120)
    scene.waits(until: 130)
    #expect(scene.pattern(of: .green, at: 109) == .code(try code()))
    #expect(scene.pattern(of: .green, at: 110) != .code(try code()))
    #expect(scene.pattern(of: .green, at: 129) != .code(try code()), "it does not go on")
    #expect(scene.sound(at: 110) != nil)
  }

  @Test func `is flashed beside a low alarm that somebody has acknowledged`() throws {
    let scene = try scene { scene in
      scene.happens(.fault(.diskFull), at: 1)
      scene.happens(.silence, at: 50)
    }
    #expect(scene.pattern(of: .green, at: 101) == .code(try code()))
    #expect(scene.pattern(of: .blue, at: 101) == .lowPriority)
  }

  @Test(arguments: [true, false]) func `is not flashed while a medium alarm is present, or a low one unanswered`(
    isMedium: Bool
  ) throws {
    let scene = try scene { scene in
      scene.happens(.fault(isMedium ? .frozen : .diskFull), at: 1)
      if isMedium { scene.happens(.silence, at: 50) }
    }
    #expect(!scene.mayFlashCode)
    #expect(scene.pattern(of: .green, at: 101) != .code(try code()))
  }

  @Test func `that does not come is answered by four beeps, and is not flashed later`() throws {
    var scene = MonitorScene()
    scene.happens(.askForPageCode, at: 100)
    scene.waits(until: 112)
    #expect(scene.sound(at: 109.9) == nil)
    #expect(scene.sound(at: 110) == .beeps(4))
    scene.happens(.pageCode(try code()), at: 113)
    #expect(scene.pattern(of: .green, at: 113) != .code(try code()))
    scene.happens(.askForPageCode, at: 120)
    scene.happens(.pageCode(nil), at: 121)
    #expect(scene.sound(at: 121) == .beeps(4))
  }

  @Test func `gives way to the next scenario and to a check`() throws {
    for event in [Event.nextScenario, .checked(isReady: true)] {
      var scene = try scene()
      scene.happens(event, at: 110)
      scene.waits(until: 140)
      #expect(scene.pattern(of: .green, at: 111) != .code(try code()))
      #expect(scene.pattern(of: .green, at: 139) != .code(try code()))
    }
  }
}

import Alarms
import Flight
import Monitor
import Readings
import TestSupport
import Testing

@Suite struct `The phase in which a session begins` {
  private func scene(_ profile: BoxProfile, _ detection: FlightDetection = .off) -> MonitorScene {
    var scene = MonitorScene(profile: profile)
    scene.adopts(
      MonitorSettings(profile: profile, latchesSound: false, gradesAir: true, flightDetection: detection), at: 0)
    scene.happens(.startSession, at: 0)
    return scene
  }

  private func phases(_ scene: MonitorScene) -> [PhaseChange] { scene.phases.map(\.phase) }

  @Test(arguments: [BoxProfile.cabin, .cockpit], [FlightDetection.off, .show, .withhold])
  func `is pre-flight at once, if a person begins it in an aircraft`(_ profile: BoxProfile, _ way: FlightDetection) {
    for event in [Event.beginSession, .toggleSession] {
      var scene = scene(profile, way)
      if case .toggleSession = event { scene.happens(.endSession, at: 10) }
      scene.happens(event, at: 60)
      #expect(phases(scene) == [PhaseChange(.preFlight, since: .at(60), probability: 1, source: .session)])
    }
  }

  @Test func `is unknown beside a bed, and with the start of the box`() {
    var scene = scene(.bedside)
    scene.happens(.beginSession, at: 60)
    #expect(phases(scene).isEmpty)
    #expect(phases(self.scene(.cabin)).isEmpty)
  }

  @Test func `ends with the session, after six hours, or with what a person says`() {
    var scene = scene(.cabin)
    scene.happens(.beginSession, at: 60)
    scene.happens(.endSession, at: 120)
    #expect(phases(scene).last == PhaseChange(.unknown, since: .at(120), probability: 0, source: .expired))
    scene.happens(.beginSession, at: 200)
    scene.waits(until: 200 + 6 * 3600 + 10)
    #expect(phases(scene).last == PhaseChange(.unknown, since: .at(200 + 6 * 3600), probability: 0, source: .expired))
    scene.happens(.beginSession, at: 30_000)
    scene.happens(.phase(.unknown), at: 30_060)
    #expect(phases(scene).last == PhaseChange(.unknown, since: .at(30_060), probability: 1, source: .command))
  }

  @Test func `goes on with a phase of this flight, and not with that of the one before`() {
    var scene = scene(.cabin)
    for phase in [Phase.boarding, .taxi, .cruise] {
      scene.happens(.phase(phase), at: 60)
      scene.happens(.beginSession, at: 60)
      #expect(phases(scene).last?.phase == phase)
    }
    scene.happens(.phase(.arrived), at: 120)
    scene.happens(.beginSession, at: 180)
    #expect(phases(scene).last == PhaseChange(.preFlight, since: .at(180), probability: 1, source: .session))
  }

  @Test func `goes on after a restart of the box, with the time that is left`() {
    var scene = scene(.cabin)
    let since = Instant.start.earlier(bySeconds: 3600)
    scene.resumes(PhaseChange(.preFlight, since: since, probability: 1, source: .session), at: 0)
    #expect(phases(scene).last?.phase == .preFlight)
    scene.waits(until: 5 * 3600 + 1)
    #expect(phases(scene).last?.phase == .unknown)
  }

  @Test func `does not go on beside a bed, if the box had another profile before its restart`() {
    var scene = scene(.bedside)
    scene.resumes(PhaseChange(.preFlight, since: .start, probability: 1, source: .session), at: 0)
    #expect(phases(scene).isEmpty)
  }
}

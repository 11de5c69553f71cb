import GRDB
import Status
import Synchronization
import Testing
import Web

@testable import Outside

@Suite("A channel is asked once a day whether it works")
struct ProofOfLifeTests {
  private final class Service: Sender {
    let answers = Mutex<[ProofOfLife.Answer]>([])
    let asked = Mutex(0)

    func send(_ message: OutsideMessage) async throws(DeliveryFault) -> String? { nil }

    func prove() async throws(DeliveryFault) -> Bool {
      asked.withLock { $0 += 1 }
      switch answers.withLock({ $0.isEmpty ? .works : $0.removeFirst() }) {
      case .works: return true
      case .hasNoQuestion: return false
      case .failed(let fault): throw fault
      }
    }
  }

  private let away = ProofOfLife.Answer.failed(.temporary("no connection"))
  private static let hour = 3600

  private func worker(_ service: Service, _ scene: CircleScene, _ channel: String = "a") -> ProofWorker {
    ProofWorker(channel: channel, sender: service, queue: scene.queue, log: OutsideLog())
  }

  private func fault(_ desk: CircleDesk, _ scene: CircleScene) throws -> String? {
    scene.wait(5)
    try desk.keepProof()
    return desk.report.fault?.rawValue
  }

  @Test func `at the start, and 23 hours after it worked`() async throws {
    let scene = try CircleScene(), service = Service()
    let worker = worker(service, scene)
    #expect(await worker.turn { scene.date } == 23 * 3_600_000)
    scene.wait(23 * Self.hour - 1)
    #expect(await worker.turn { scene.date } == 1000)
    #expect(service.asked.withLock { $0 } == 1)
    scene.wait(1)
    _ = await worker.turn { scene.date }
    #expect(service.asked.withLock { $0 } == 2)
  }

  @Test func `again after 15, 15 and 300 s if it does not work`() async throws {
    let scene = try CircleScene(), service = Service()
    service.answers.withLock { $0 = Array(repeating: away, count: 5) }
    let worker = worker(service, scene)
    var pauses: [Int64] = []
    for _ in 0..<5 {
      let pause = await worker.turn { scene.date }
      pauses.append(pause / 1000)
      scene.wait(Int(pause / 1000))
    }
    #expect(pauses == [15, 15, 300, 300, 300])
    #expect(await worker.turn { scene.date } == 23 * 3_600_000)
  }

  @Test func `and is not asked again by a process that starts soon after`() async throws {
    let scene = try CircleScene(), service = Service()
    _ = await worker(service, scene).turn { scene.date }
    scene.wait(60)
    #expect(await worker(service, scene).turn { scene.date } > 0)
    #expect(service.asked.withLock { $0 } == 1)
  }

  @Test func `and is asked at once when the date was set back meanwhile`() async throws {
    let scene = try CircleScene(), service = Service()
    let worker = worker(service, scene)
    _ = await worker.turn { scene.date + 30 * 365 * 86_400_000 }
    _ = await worker.turn { scene.date }
    #expect(service.asked.withLock { $0 } == 2)
  }

  @Test func `counts as failing at the third time, and at once if the service refuses the secret`() async throws {
    let scene = try CircleScene(), desk = try scene.willingDesk(), service = Service(), other = Service()
    service.answers.withLock { $0 = [away, away, away] }
    other.answers.withLock { $0 = [.failed(.refused("it refuses the token (401)"))] }
    _ = await worker(other, scene, "b").turn { scene.date }
    for _ in 0..<2 {
      _ = await worker(service, scene).turn { scene.date }
      #expect(try fault(desk, scene) == nil)
      #expect(desk.report.failing == ["b"])
      scene.wait(15)
    }
    _ = await worker(service, scene).turn { scene.date }
    #expect(try fault(desk, scene) == "channels-fail")
    #expect(desk.report.failing == ["a", "b"])
    scene.wait(300)
    _ = await worker(service, scene).turn { scene.date }
    #expect(try fault(desk, scene) == nil)
  }

  @Test func `raises nobody-told when nothing has shown for a day that one of them works`() async throws {
    let scene = try CircleScene(), desk = try scene.willingDesk(), service = Service()
    _ = await worker(Service(), scene, "b").turn { scene.date }
    _ = await worker(service, scene).turn { scene.date }
    service.answers.withLock { $0 = Array(repeating: away, count: 9) }
    scene.wait(24 * Self.hour - 10)
    _ = await worker(Service(), scene, "b").turn { scene.date }
    _ = await worker(service, scene).turn { scene.date }
    #expect(try fault(desk, scene) == nil)
    #expect(try fault(desk, scene) == "no-proof")
    service.answers.withLock { $0 = [] }
    scene.wait(300)
    _ = await worker(service, scene).turn { scene.date }
    #expect(try fault(desk, scene) == nil)
  }

  @Test func `of a service without such a question nothing is known, and nothing is raised`() async throws {
    let scene = try CircleScene(), desk = try scene.willingDesk(), service = Service()
    service.answers.withLock { $0 = [.hasNoQuestion, .hasNoQuestion] }
    for channel in ["a", "b"] { _ = await worker(service, scene, channel).turn { scene.date } }
    scene.wait(25 * Self.hour)
    #expect(try fault(desk, scene) == nil)
    let report = try QueueReport(scene.queue, channels: ["a"])
    #expect(report.channels.first?.works == nil && report.text.contains("cannot be asked whether it works"))
  }

  @Test func `is said with the reason and its time`() async throws {
    let scene = try CircleScene(), service = Service()
    _ = await worker(service, scene).turn { scene.date }
    let works = try QueueReport(scene.queue, channels: ["a"])
    #expect(works.channels.first?.works == true && works.text.contains("works (asked at 2026-11-26T"))
    service.answers.withLock { $0 = [away] }
    scene.wait(23 * Self.hour)
    _ = await worker(service, scene).turn { scene.date }
    let fails = try QueueReport(scene.queue, channels: ["a"])
    #expect(fails.channels.first?.works == false && fails.text.contains("does not work"))
    #expect(fails.text.contains("\n  no connection"))
  }

  @Test func `is forgotten with a channel that the configuration no longer has`() async throws {
    let scene = try CircleScene()
    _ = await worker(Service(), scene).turn { scene.date }
    try scene.queue.tidy(channels: ["b"], at: scene.date)
    #expect(try scene.queue.read { try ProofOfLife.of("a", in: $0) } == nil)
  }
}

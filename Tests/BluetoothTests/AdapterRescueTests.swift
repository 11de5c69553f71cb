import Testing
@testable import Bluetooth

@Suite struct `The recovery of an adapter` {
  private func dies(_ scene: inout AdapterScene) {
    scene.pass(until: 20) { scene in scene.advertise(1) }
    scene.deaf = [0]
  }

  @Test func `goes on to its switch and then to its driver when it does not come to itself`() {
    var scene = AdapterScene()
    dies(&scene)
    scene.pass(until: 100)
    #expect(
      scene.rescues.prefix(2).map(\.request) == [
        RescueRequest(step: .unblock, adapter: 0), RescueRequest(step: .rebind, adapter: 0),
      ])
    #expect(scene.downs.count == 1 && scene.ups.isEmpty)
  }

  @Test func `is not over when the kernel lets a hung controller pass as one that listens`() {
    var scene = AdapterScene()
    scene.pass(until: 20) { scene in scene.advertise(1) }
    // As Linux 6.12 has it: after switching off and on its discovery starts, and cannot be stopped.
    scene.endings[ManagementCommand.stopDiscovery.code] = .timeout
    scene.pass(until: 100)
    #expect(scene.rescues.contains { $0.request.step == .rebind })
    #expect(scene.downs.count == 1 && scene.ups.isEmpty)
    scene.endings = [:]
    scene.pass(until: 130)
    #expect(scene.ups.count == 1)
  }

  @Test func `is over with the first that an adapter receives`() {
    var scene = AdapterScene()
    scene.pass(until: 20) { scene in scene.advertise(1) }
    scene.endings[ManagementCommand.stopDiscovery.code] = .timeout
    let step = AdapterOutput.note("recovery: the adapter is switched off and on")
    while !scene.outputs.contains(where: { $0.output == step }), scene.seconds < 60 {
      scene.pass(until: scene.seconds + 0.1)
    }
    scene.pass(until: scene.seconds + 1)
    #expect(scene.control.isListening && scene.downs.count == 1 && scene.ups.isEmpty)
    scene.advertise(1)
    #expect(scene.ups.count == 1)
  }

  @Test func `asks for root only after it has tried what it can do itself`() {
    var scene = AdapterScene()
    dies(&scene)
    while scene.rescues.isEmpty, (scene.outputs.last?.at ?? 0) < 200 { scene.pass(until: scene.seconds + 1) }
    #expect(scene.commands.contains(ManagementCommand.setPowered(false).code))
    #expect(scene.rescues.first?.request.step == .unblock)
  }

  @Test func `binds the driver again and again while the adapter stays away, and uses it once it is there`() {
    var scene = AdapterScene()
    dies(&scene)
    scene.pass(until: 100) { scene in
      guard scene.rescues.last?.request.step == .rebind, !scene.adapters.isEmpty else { return }
      scene.adapters = []
      scene.report(.adapterRemoved)
    }
    #expect(scene.rescues.filter { $0.request.step == .rebind }.count >= 3)
    #expect(scene.ups.isEmpty)
    scene.deaf = []
    scene.adapters = [0]
    scene.report(.adapterAdded)
    scene.pass(until: 101)
    #expect(scene.control.isListening && scene.ups.count == 1)
    let asked = scene.rescues.count
    scene.pass(until: 200)
    #expect(scene.rescues.count == asked)
  }

  @Test func `trusts a deaf adapter only once it receives something, also when its driver was bound again`() {
    var scene = AdapterScene()
    scene.pass(until: 20) { scene in
      scene.advertise(1)
      scene.advertise(2)
    }
    var rebound = 0
    scene.pass(until: 200) { scene in
      let asked = scene.rescues.filter { $0.request.step == .rebind }.count
      guard asked > rebound else { return }
      rebound = asked
      scene.report(.adapterRemoved)
      scene.report(.adapterAdded)
    }
    #expect(rebound > 1)
    #expect(scene.downs.count == 1 && scene.ups.isEmpty)
    scene.advertise(1)
    #expect(scene.ups.count == 1)
  }

  @Test func `is not over when a controller whose driver was bound again refuses to listen`() {
    var scene = AdapterScene()
    dies(&scene)
    scene.pass(until: 200) { scene in
      guard scene.rescues.last?.request.step == .rebind else { return }
      scene.deaf = []
      scene.endings[ManagementCommand.startDiscovery.code] = .busy
    }
    scene.report(.adapterRemoved)
    scene.report(.adapterAdded)
    scene.pass(until: 203)
    #expect(scene.downs.count == 1 && scene.ups.isEmpty)
    scene.endings = [:]
    scene.pass(until: 230)
    #expect(scene.ups.count == 1 && scene.control.isListening)
  }

  // Linux 6.12 may stay so after a controller hung; nothing is received then of a device that a connection is lost to.
  @Test func `goes on until the driver is bound again while the kernel does not report unchanged advertisements`() {
    var scene = AdapterScene()
    scene.busy = [0]
    scene.pass(until: 60) { scene in
      guard !scene.rescues.contains(where: { $0.request.step == .rebind }) else { return }
      #expect(!scene.control.isListening && scene.ups.isEmpty)
    }
    #expect(scene.downs.map(\.reason) == ["the kernel cannot control the Bluetooth adapter: busy"])
    #expect(scene.rescues.map(\.request.step) == [.unblock, .rebind])
    // What even that does not help against is lived with.
    #expect(scene.control.isListening && scene.ups.count == 1)
    #expect(
      scene.outputs.contains {
        $0.output == .note("the kernel rarely reports unchanged advertisements: busy")
      })
  }

  @Test func `does not take an adapter for one whose driver was bound again because another one's was`() {
    var scene = AdapterScene()
    scene.adapters = [0, 1]
    scene.busy = [0, 1]
    scene.pass(until: 120) { scene in
      let isRebound = scene.rescues.last?.request == RescueRequest(step: .rebind, adapter: 1)
      guard isRebound, scene.busy.contains(1) else { return }
      scene.busy = [0]
      scene.adapters = [0]
      scene.report(.adapterRemoved, from: 1)
      scene.pass(until: scene.seconds + 1)
      scene.adapters = [0, 1]
      scene.report(.adapterAdded, from: 1)
    }
    #expect(scene.control.isListening && scene.ups.count == 1)
    #expect(scene.control.adapter == 1 || scene.rescues.last?.request == RescueRequest(step: .rebind, adapter: 0))
  }

  @Test func `goes on while an adapter that was in trouble fails to report unchanged advertisements`() {
    var scene = AdapterScene()
    dies(&scene)
    scene.pass(until: 30)
    scene.endings[ManagementCommand.addAdvertisementMonitor.code] = .failed
    scene.deaf = []
    scene.pass(until: 60)
    #expect(scene.rescues.contains { $0.request.step == .rebind })
    #expect(scene.downs.count == 1 && scene.ups.count == 1)
  }

  @Test func `takes another adapter where there is one`() {
    var scene = AdapterScene()
    scene.adapters = [0, 1]
    dies(&scene)
    scene.pass(until: 60)
    #expect(scene.control.isListening && scene.control.adapter == 1)
    #expect(scene.ups.count == 1 && scene.rescues.isEmpty)
  }

  @Test func `takes no other adapter where one is chosen`() {
    var scene = AdapterScene(.index(0))
    scene.adapters = [0, 1]
    dies(&scene)
    scene.pass(until: 100)
    #expect(!scene.control.isListening && scene.rescues.contains { $0.request.step == .rebind })
  }

  @Test func `takes the other adapter at once when the one in use is pulled out`() {
    var scene = AdapterScene()
    scene.adapters = [0, 1]
    scene.pass(until: 5)
    scene.adapters = [1]
    scene.report(.adapterRemoved)
    scene.pass(until: 6)
    #expect(scene.control.isListening && scene.control.adapter == 1)
    #expect(scene.downs.count == 1 && scene.ups.count == 1)
  }

  @Test func `asks root for one adapter when both are dead`() {
    var scene = AdapterScene()
    scene.adapters = [0, 1]
    dies(&scene)
    scene.deaf = [0, 1]
    scene.pass(until: 200)
    #expect(!scene.rescues.isEmpty && scene.ups.isEmpty)
    scene.deaf = [0]
    scene.pass(until: 300)
    #expect(scene.control.isListening && scene.control.adapter == 1)
  }
}

import Bluetooth
import Readings
import Testing

@Suite struct `An adapter` {
  @Test func `is found, switched on and made to listen`() {
    var scene = AdapterScene()
    scene.pass(until: 0.5)
    #expect(scene.control.isListening)
    #expect(scene.outputs.contains { $0.output == .listening(adapter: 0, address: AdapterScene.address) })
    #expect(scene.commands.contains(ManagementCommand.setPowered(true).code))
    #expect(scene.commands.last == ManagementCommand.startDiscovery.code)
    #expect(scene.downs.isEmpty)
  }

  @Test func `is set to receive long-range sensors too, if it can`() {
    var scene = AdapterScene()
    // As the kernel gives them of an adapter with all layers: 1M and 2M are selected, and LE Coded is not.
    scene.layers = [0x7FFF, 0x79FE, 0x1FFF]
    scene.pass(until: 0.5)
    #expect(scene.selections == [0x5FFF])
    #expect(scene.outputs.contains { $0.output == .note("long-range sensors (LE Coded) are received too") })
    #expect(scene.control.isListening)
  }

  @Test(arguments: [[0x1FFF, 0x19FE, 0x07FF], [0x7FFF, 0x79FE, 0x5FFF], []] as [[UInt32]])
  func `is left as it is if it cannot, does already, or does not tell`(layers: [UInt32]) {
    var scene = AdapterScene()
    scene.layers = layers
    scene.pass(until: 0.5)
    #expect(scene.selections.isEmpty)
    #expect(scene.control.isListening)
  }

  @Test(arguments: [ManagementCommand.readPHYs.code, ManagementCommand.selectPHYs(0).code])
  func `listens all the same if the kernel refuses the long-range layer`(code: UInt16) {
    var scene = AdapterScene()
    scene.layers = [0x7FFF, 0x79FE, 0x1FFF]
    scene.endings[code] = .failed
    scene.pass(until: 0.5)
    #expect(scene.control.isListening)
    #expect(scene.downs.isEmpty)
  }

  @Test func `that is missing is looked for, and is a fault after some seconds`() {
    var scene = AdapterScene()
    scene.adapters = []
    scene.pass(until: 30)
    #expect(scene.downs.count == 1)
    #expect(scene.downs.allSatisfy { (4.9...5.2).contains($0.at) })
    scene.adapters = [3]
    scene.report(.adapterAdded, from: 3)
    scene.pass(until: 31)
    #expect(scene.control.isListening && scene.control.adapter == 3)
    #expect(scene.ups.count == 1)
  }

  @Test func `that is pulled out is a fault at once, and is used again when it is back`() {
    var scene = AdapterScene()
    scene.pass(until: 1)
    scene.adapters = []
    scene.report(.adapterRemoved)
    #expect(scene.downs.map(\.reason) == ["the Bluetooth adapter hci0 is gone"])
    #expect(!scene.control.isListening)
    scene.pass(until: 20)
    scene.adapters = [1]
    scene.report(.adapterAdded, from: 1)
    scene.pass(until: 20.5)
    #expect(scene.control.isListening)
    #expect(scene.ups.count == 1)
  }

  // Linux 6.12 switches a USB adapter off, which it reports as a change of settings, before it reports that it is gone.
  @Test func `that is pulled out while it is spoken to is gone, and nothing is tried to recover it`() {
    var scene = AdapterScene()
    scene.pass(until: 1)
    scene.adapters = []
    scene.endings = [
      ManagementCommand.startDiscovery.code: .invalidIndex, ManagementCommand.setPowered(true).code: .invalidIndex,
    ]
    scene.report(.newSettings(0))
    scene.report(.adapterRemoved)
    scene.pass(until: 5)
    #expect(scene.downs.map(\.reason) == ["the Bluetooth adapter hci0 is gone"])
    #expect(scene.rescues.isEmpty && !scene.outputs.contains { "\($0.output)".contains("recovery") })
    (scene.adapters, scene.endings) = ([0], [:])
    scene.report(.adapterAdded)
    scene.pass(until: 6)
    #expect(scene.control.isListening && scene.ups.count == 1)
  }

  @Test func `listens again each time the kernel ends its discovery`() {
    var scene = AdapterScene()
    scene.pass(until: 1)
    let before = scene.commands.count
    scene.report(.discovering(false))
    #expect(Array(scene.commands[before...]) == [ManagementCommand.startDiscovery.code])
  }

  @Test func `that stops answering is a fault within ten seconds of its last word`() {
    var scene = AdapterScene()
    scene.pass(until: 20) { scene in scene.advertise(1) }
    scene.endings[ManagementCommand.stopDiscovery.code] = .some(nil)
    scene.endings[ManagementCommand.startDiscovery.code] = .some(nil)
    scene.endings[ManagementCommand.setPowered(true).code] = .some(nil)
    scene.pass(until: 40)
    #expect(scene.downs.count == 1)
    #expect(scene.downs.allSatisfy { (20...30).contains($0.at) })
  }

  // As Linux 6.12 answers for a controller that hangs: the first of them after the controller's time, the others at once.
  @Test(arguments: [ManagementStatus.timeout, .failed, .rejected])
  func `for which the kernel alone answers is a fault within ten seconds of its last word`(ofStop: ManagementStatus) {
    var scene = AdapterScene()
    scene.pass(until: 20) { scene in scene.advertise(1) }
    scene.endings[ManagementCommand.stopDiscovery.code] = ofStop
    scene.endings[ManagementCommand.startDiscovery.code] = .busy
    scene.endings[ManagementCommand.setPowered(false).code] = .some(nil)
    scene.pass(until: 60)
    #expect(scene.downs.count == 1 && scene.ups.isEmpty)
    #expect(scene.downs.allSatisfy { (20...30).contains($0.at) })
  }

  @Test func `that is busy with an attempt to connect is given that time, and some more`() {
    var scene = AdapterScene()
    scene.pass(until: 20) { scene in scene.advertise(1) }
    scene.endings[ManagementCommand.startDiscovery.code] = .some(nil)
    scene.report(.discovering(false))
    scene.connect(for: 5)
    scene.pass(until: 27.5)
    #expect(scene.downs.isEmpty)
    scene.pass(until: 30)
    #expect(scene.downs.count == 1)
  }

  @Test func `is told how long to call a device before that is connected to`() {
    var scene = AdapterScene()
    scene.pass(until: 1)
    let setting = ManagementCommand.setConnectionDefaults(ConnectionDefaults())
    #expect(scene.commands.filter { $0 == setting.code }.count == 1)
    scene.call(for: .seconds(2))
    #expect(scene.commands.filter { $0 == setting.code }.count == 1)
    scene.call(for: .seconds(4))
    #expect(scene.commands.filter { $0 == setting.code }.count == 2)
    // Supervision 2 s in units of 10 ms, the call 2 s in milliseconds.
    #expect(setting.message(to: 0) == [0x4C, 0, 0, 0, 10, 0, 0x1A, 0, 2, 0xC8, 0, 0x1B, 0, 2, 0xD0, 0x07])
  }

  @Test func `calls as long as was asked for from the start on`() {
    var scene = AdapterScene(patience: ConnectionDefaults.longestPatience)
    scene.pass(until: 1)
    let setting = ManagementCommand.setConnectionDefaults(ConnectionDefaults()).code
    #expect(scene.commands.filter { $0 == setting }.count == 1)
    scene.call(for: ConnectionDefaults.longestPatience)
    #expect(scene.commands.filter { $0 == setting }.count == 1)
    scene.call(for: ConnectionDefaults.shortestPatience)
    #expect(scene.commands.filter { $0 == setting }.count == 2)
  }

  @Test func `whose kernel is older than the defaults of connections is used, and says so`() {
    var scene = AdapterScene()
    scene.endings[ManagementCommand.setConnectionDefaults(ConnectionDefaults()).code] = .unknownCommand
    scene.pass(until: 1)
    #expect(scene.control.isListening && scene.downs.isEmpty)
    #expect(
      scene.outputs.contains {
        $0.output == .note("the kernel keeps its own values for connections: this kernel does not support the command")
      })
  }

  @Test func `whose discovery somebody else began is used`() {
    var scene = AdapterScene()
    scene.endings[ManagementCommand.startDiscovery.code] = .busy
    scene.pass(until: 4)
    #expect(scene.control.isListening && scene.downs.isEmpty)
  }

  // Linux 6.12 answers that a discovery is stopped before it notes so itself.
  @Test func `whose kernel is still busy with the discovery that it has stopped is asked again`() {
    var scene = AdapterScene()
    scene.pass(until: 20) { scene in scene.advertise(1) }
    scene.endings[ManagementCommand.startDiscovery.code] = .busy
    scene.pass(until: 24.5)
    let asked = scene.commands.count
    #expect(scene.commands.last == ManagementCommand.startDiscovery.code)
    scene.endings = [:]
    scene.pass(until: 25)
    #expect(Array(scene.commands[asked...]) == [ManagementCommand.startDiscovery.code])
    scene.pass(until: 60)
    #expect(scene.downs.isEmpty && scene.control.isListening)
  }

  @Test func `that does not answer once is asked again, without an alarm and without losing its connections`() {
    var scene = AdapterScene()
    scene.pass(until: 20) { scene in scene.advertise(1) }
    scene.nextEndings[ManagementCommand.stopDiscovery.code] = .timeout
    let before = scene.commands.count
    scene.pass(until: 60)
    #expect(scene.outputs.contains { $0.output == .note("recovery: discovery is started again") })
    #expect(scene.downs.isEmpty && scene.control.isListening)
    #expect(!scene.commands[before...].contains(ManagementCommand.setPowered(false).code))
  }

  @Test func `gets all that it is set up with from a kernel that is busy for a moment`() {
    for command in [ManagementCommand.addAdvertisementMonitor, .setPowered(true), .loadLongTermKeys([])] {
      var scene = AdapterScene()
      scene.nextEndings[command.code] = .busy
      scene.pass(until: 1)
      #expect(scene.commands.filter { $0 == command.code }.count == 2)
      #expect(scene.control.isListening && scene.downs.isEmpty)
    }
  }

  @Test func `whose kernel refuses to report unchanged advertisements is used, and says so`() {
    var scene = AdapterScene()
    scene.endings[ManagementCommand.addAdvertisementMonitor.code] = .notSupported
    scene.pass(until: 1)
    #expect(scene.control.isListening && scene.downs.isEmpty)
    #expect(
      scene.outputs.contains {
        $0.output == .note("the kernel rarely reports unchanged advertisements: not supported by this adapter")
      })
  }

  // Linux 6.12 answers that it is off before it is; commands meanwhile are lost.
  @Test func `that was still being switched off when it was set up is set up again`() {
    var scene = AdapterScene()
    scene.nextEndings[ManagementCommand.startDiscovery.code] = .notPowered
    scene.pass(until: 1)
    for command in [ManagementCommand.setPowered(true), .addAdvertisementMonitor, .setLowEnergy(true)] {
      #expect(scene.commands.filter { $0 == command.code }.count == 2)
    }
    #expect(scene.control.isListening && scene.downs.isEmpty)
  }

  @Test func `whose kernel stays busy is a fault within ten seconds of its last word`() {
    var scene = AdapterScene()
    scene.pass(until: 20) { scene in scene.advertise(1) }
    scene.endings[ManagementCommand.startDiscovery.code] = .busy
    scene.endings[ManagementCommand.setPowered(false).code] = .some(nil)
    scene.pass(until: 40)
    #expect(scene.downs.map(\.reason) == ["the Bluetooth adapter does not listen: busy"])
    #expect(scene.downs.allSatisfy { (20...30).contains($0.at) })
  }

  @Test func `that somebody else switches off is on again without an alarm`() {
    var scene = AdapterScene()
    scene.pass(until: 20) { scene in scene.advertise(1) }
    let before = scene.commands.count
    scene.report(.newSettings(0))
    scene.pass(until: 21)
    #expect(scene.commands[before...].contains(ManagementCommand.setPowered(true).code))
    #expect(scene.control.isListening && scene.downs.isEmpty)
    #expect(
      scene.outputs.contains {
        $0.output == .note("the Bluetooth adapter was switched off by another program; it is switched on again")
      })
  }

  @Test func `that somebody else switches off again and again is a fault`() {
    var scene = AdapterScene()
    scene.pass(until: 20) { scene in scene.advertise(1) }
    scene.report(.newSettings(0))
    scene.pass(until: 30)
    scene.report(.newSettings(0))
    #expect(scene.downs.map(\.reason) == ["the Bluetooth adapter was switched off by another program"])
  }

  @Test func `that somebody switches off each time that it is switched on is a fault`() {
    var scene = AdapterScene()
    scene.endings[ManagementCommand.startDiscovery.code] = .notPowered
    scene.pass(until: 5)
    #expect(scene.downs.first?.reason == "the Bluetooth adapter does not listen: the adapter is off")
    #expect(scene.downs.allSatisfy { $0.at < 4 })
  }

  // Linux ends what waits for an adapter that is switched off before it reports that it is.
  @Test func `that somebody else switches off while it is asked is no fault either`() {
    var scene = AdapterScene()
    scene.pass(until: 20) { scene in scene.advertise(1) }
    scene.endings[ManagementCommand.stopDiscovery.code] = .some(nil)
    scene.pass(until: 24.5)
    scene.endings = [:]
    let stop = ManagementCommand.stopDiscovery.code
    scene.report(.ended(command: stop, .notPowered, result: []))
    scene.report(.newSettings(0))
    scene.pass(until: 40)
    #expect(scene.control.isListening && scene.downs.isEmpty)
  }

  @Test func `that is switched off and does not answer then is a fault within ten seconds of its last word`() {
    var scene = AdapterScene()
    scene.pass(until: 20) { scene in scene.advertise(1) }
    scene.pass(until: 23.9)
    scene.endings[ManagementCommand.setPowered(true).code] = .some(nil)
    scene.report(.newSettings(0))
    scene.pass(until: 60)
    #expect(scene.downs.count == 1 && scene.downs.allSatisfy { (20...30).contains($0.at) })
  }

  @Test func `that was switched off and lets itself be switched on but stays hung is one within ten seconds too`() {
    var scene = AdapterScene()
    scene.pass(until: 20) { scene in scene.advertise(1) }
    scene.pass(until: 23.9)
    // As a controller that starts from the kernel's memory: its discovery starts, and cannot be stopped.
    scene.endings[ManagementCommand.stopDiscovery.code] = .timeout
    scene.report(.newSettings(0))
    scene.pass(until: 60)
    #expect(scene.downs.count == 1 && scene.downs.allSatisfy { (20...30).contains($0.at) })
  }

  @Test func `that receives none of several devices is a fault in time, also if it is switched off or asked meanwhile`()
  {
    for silent in [ManagementCommand.stopDiscovery, .startDiscovery] {
      var scene = AdapterScene()
      scene.pass(until: 20) { scene in
        scene.advertise(1)
        scene.advertise(2)
      }
      scene.pass(until: 27.5)
      scene.endings[silent.code] = .some(nil)
      scene.pass(until: 28.9)
      if silent == .startDiscovery { scene.report(.newSettings(0)) }
      scene.pass(until: 60)
      #expect(scene.downs.count == 1 && scene.downs.allSatisfy { (20...29.2).contains($0.at) })
    }
  }

  @Test func `that cannot be switched on again is a fault`() {
    var scene = AdapterScene()
    scene.pass(until: 20) { scene in scene.advertise(1) }
    scene.endings[ManagementCommand.setPowered(true).code] = .blockedByRfkill
    scene.report(.newSettings(0))
    #expect(scene.downs.first?.reason.hasSuffix("blocked by rfkill") == true)
  }

  @Test func `that falls silent while several devices were there is a fault within ten seconds`() {
    var scene = AdapterScene()
    scene.pass(until: 20) { scene in
      scene.advertise(1)
      scene.advertise(2)
    }
    scene.pass(until: 60)
    #expect(scene.downs.count == 1)
    #expect(scene.downs.allSatisfy { (28...30).contains($0.at) })
    scene.advertise(1)
    #expect(scene.ups.count == 1)
  }

  @Test func `that answers is no fault when its only device falls silent`() {
    var scene = AdapterScene()
    scene.pass(until: 20) { scene in scene.advertise(1) }
    scene.pass(until: 600)
    #expect(scene.downs.isEmpty)
  }

  @Test func `that stays dead is switched off and on again and again, and is used once it answers`() {
    var scene = AdapterScene()
    scene.pass(until: 20) { scene in scene.advertise(1) }
    for command in [ManagementCommand.stopDiscovery, .startDiscovery, .setPowered(true)] {
      scene.endings[command.code] = .some(nil)
    }
    scene.pass(until: 90)
    #expect(scene.commands.filter { $0 == ManagementCommand.setPowered(true).code }.count > 2)
    #expect(!scene.control.isListening)
    scene.endings = [:]
    scene.pass(until: 120)
    #expect(scene.control.isListening)
    #expect(scene.ups.count == 1)
  }

  @Test func `whose use is not permitted says which capability is missing`() {
    var scene = AdapterScene()
    scene.endings[ManagementCommand.setPowered(true).code] = .permissionDenied
    scene.pass(until: 2)
    #expect(scene.downs.first?.reason.contains("CAP_NET_ADMIN") == true)
  }

  // Linux 6.12 reports a controller that answers no command as of a device that refuses to pair.
  @Test(arguments: [ManagementCommand.setPowered(true), .startDiscovery])
  func `that does not answer is not said to have refused a passkey`(_ command: ManagementCommand) {
    var scene = AdapterScene()
    scene.endings[command.code] = .authenticationFailed
    scene.pass(until: 2)
    #expect(scene.downs.first?.reason.hasSuffix(": no answer in time") == true)
  }

  @Test func `has a deadline that its own tick moves`() {
    var scene = AdapterScene()
    scene.endings[ManagementCommand.startDiscovery.code] = .failed
    scene.pass(until: 120)
    #expect(scene.commands.count < 400)
  }
}

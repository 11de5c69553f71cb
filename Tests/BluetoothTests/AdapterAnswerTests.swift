import Testing
@testable import Bluetooth

@Suite struct `The answer to a command` {
  private typealias Situation = AdapterAnswer.Situation

  private func answer(
    _ command: ManagementCommand, _ status: ManagementStatus, _ situation: Situation = Situation(isPatient: false)
  ) -> AdapterAnswer {
    AdapterAnswer(to: command, status, in: situation)
  }

  private let all: [ManagementCommand] = [
    .readIndexList, .readControllerInformation, .setPowered(true), .setPowered(false), .setLowEnergy(true),
    .setBondable(true), .setConnectionDefaults(ConnectionDefaults()), .stopDiscovery, .startDiscovery,
    .addAdvertisementMonitor, .removeAdvertisementMonitors,
  ]

  @Test func `that is not permitted fails whatever was asked`() {
    for command in all {
      guard case .failed(let reason) = answer(command, .permissionDenied) else {
        Issue.record("\(command)")
        continue
      }
      #expect(reason.contains("CAP_NET_ADMIN"))
    }
  }

  @Test func `that the adapter is unknown means that it is gone, once one is in use`() {
    for command in all { #expect(answer(command, .invalidIndex) == .gone) }
    #expect(answer(.readControllerInformation, .invalidIndex, Situation(isInUse: false)) == .noInformation)
  }

  @Test func `busy is asked again while there is patience`() {
    for command in all { #expect(answer(command, .busy, Situation(isPatient: true)) == .again) }
  }

  @Test func `that it is off has it set up again while it is set up, and fails after that`() {
    #expect(
      answer(.startDiscovery, .notPowered, Situation(isPatient: true, maySetUpAgain: true)) == .setUpAgain)
    let failed = AdapterAnswer.failed("the Bluetooth adapter does not listen: the adapter is off")
    #expect(answer(.startDiscovery, .notPowered, Situation(isPatient: true)) == failed)
    #expect(answer(.startDiscovery, .notPowered, Situation(isPatient: false, maySetUpAgain: true)) == failed)
    #expect(answer(.stopDiscovery, .notPowered, Situation(maySetUpAgain: true)) != .setUpAgain)
  }

  @Test func `of success brings what was asked for`() {
    #expect(answer(.readIndexList, .success) == .adapters)
    #expect(answer(.readControllerInformation, .success) == .information)
    #expect(answer(.setPowered(true), .success) == .settings)
    #expect(answer(.setLowEnergy(true), .success) == .settings)
    #expect(answer(.startDiscovery, .success) == .discovering(isProven: true))
    #expect(answer(.stopDiscovery, .success) == .taken)
    #expect(answer(.addAdvertisementMonitor, .success, Situation(isInTrouble: true)) == .taken)
  }

  @Test func `that it cannot be switched on fails, and that it cannot be switched off does not`() {
    let reason = "the Bluetooth adapter cannot be switched on: blocked by rfkill"
    #expect(answer(.setPowered(true), .blockedByRfkill) == .failed(reason))
    #expect(answer(.setLowEnergy(true), .blockedByRfkill) == .failed(reason))
    #expect(answer(.setPowered(false), .failed) == .taken)
  }

  @Test func `that no discovery ran to be stopped is as good as success`() {
    #expect(answer(.stopDiscovery, .rejected) == .taken)
    #expect(answer(.stopDiscovery, .timeout) == .failed("the Bluetooth adapter does not answer"))
  }

  @Test func `busy for long of a discovery is somebody else's discovery, unless the adapter listened without one`() {
    #expect(answer(.startDiscovery, .busy) == .discovering(isProven: false))
    #expect(
      answer(.startDiscovery, .busy, Situation(isPatient: false, lacksDiscovery: true))
        == .failed("the Bluetooth adapter does not listen: busy"))
  }

  @Test func `of an older kernel is lived with and said`() {
    #expect(
      answer(.setConnectionDefaults(ConnectionDefaults()), .unknownCommand)
        == .note("the kernel keeps its own values for connections: this kernel does not support the command"))
    #expect(
      answer(.addAdvertisementMonitor, .notSupported, Situation(isInTrouble: true))
        == .note("the kernel rarely reports unchanged advertisements: not supported by this adapter"))
    #expect(answer(.setBondable(true), .unknownCommand) == .taken)
  }

  @Test(arguments: [ManagementStatus.failed, .timeout, .authenticationFailed])
  func `of a kernel that is stuck fails in a recovery, until the driver was bound again`(status: ManagementStatus) {
    func isFailure(_ situation: Situation) -> Bool {
      if case .failed = answer(.addAdvertisementMonitor, status, situation) { true } else { false }
    }
    #expect(!isFailure(Situation()))
    #expect(isFailure(Situation(isInTrouble: true)))
    #expect(!isFailure(Situation(isInTrouble: true, isRebound: true)))
  }

  @Test func `busy for long of the advertisement monitor fails also outside a recovery`() {
    #expect(
      answer(.addAdvertisementMonitor, .busy)
        == .failed("the kernel cannot control the Bluetooth adapter: busy"))
    guard case .note = answer(.addAdvertisementMonitor, .busy, Situation(isPatient: false, isRebound: true)) else {
      Issue.record("a driver that was bound again is not bound for ever")
      return
    }
  }
}

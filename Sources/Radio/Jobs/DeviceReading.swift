import Bluetooth
import Readings
import SensorProtocols
import Settings

/// Reads one sensor once: from its advertisement if that holds everything, else over a connection. For `lapwing read`.
package enum DeviceReading {
  /// Reads the sensor.
  /// - Parameter patience: the time for the whole job.
  nonisolated package static func read(
    _ address: DeviceAddress, within patience: Duration, _ configuration: Configuration,
    _ take: (Reading) throws(LapwingError) -> Void
  ) throws(LapwingError) {
    let bonds = try BondFile(path: configuration.bondsPath).read()
    let visit = try DeviceJob(to: address, configuration, bonds: bonds)
    var session = Session(address: address, bindKey: configuration.bindKeys[address])
    _ = try visit.run(within: patience) { happening throws(LapwingError) in
      try session.handle(happening, visit, take)
    }
    guard session.hasReading else { throw session.violation(after: patience) }
  }

  private struct Session {
    let address: DeviceAddress
    let bindKey: BindKey?
    private(set) var hasReading = false
    private var hasReceived = false
    private var isConnectable = false
    private var advised: SensorModel?
    private var cut = CutFrames()
    /// The characteristics without a value so far.
    private var awaited: [BluetoothUUID] = []
    private var isReady = false
    private var needsPairing = false
    /// A device that has just closed the connection is left alone for a moment.
    private var notBefore = Instant.start
    private static let pause = Duration.seconds(1)
    private var lastFailure: String?

    init(address: DeviceAddress, bindKey: BindKey?) {
      self.address = address
      self.bindKey = bindKey
    }

    mutating func handle(
      _ happening: DeviceJob.Happening, _ visit: DeviceJob, _ give: (Reading) throws(LapwingError) -> Void
    ) throws(LapwingError) -> Bool {
      switch happening {
      case .received(let advertisement, let device, let isConnectable):
        hasReceived = true
        self.isConnectable = isConnectable
        return try receive(advertisement, device, visit, give)
      case .client(.value(let characteristic, let data)):
        awaited.removeAll { $0 == characteristic }
        // A value that cannot be decoded does not end the job, because others may follow.
        let whole = cut.joined(data, of: characteristic, from: address)
        let reading = try? SensorDecoder.reading(characteristic: characteristic, value: whole.span.bytes)
        if let reading = reading ?? nil, !reading.measurements.isEmpty {
          hasReading = true
          try give(reading)
        }
        return isReady && awaited.isEmpty
      case .client(.ready(let profile)):
        isReady = true
        awaited.removeAll { !profile.contains($0) }
        return awaited.isEmpty
      case .client(.refused(let characteristic, let error)):
        awaited.removeAll { $0 == characteristic }
        if error.asksForPairing { needsPairing = true }
        lastFailure = "it refuses \(characteristic): \(error.words)"
        return isReady && awaited.isEmpty
      case .closed(let reason):
        lastFailure = reason
        isReady = false
        notBefore = visit.now.advanced(by: Session.pause)
      default: break
      }
      return false
    }

    private mutating func receive(
      _ advertisement: Advertisement, _ device: LEAddress, _ visit: DeviceJob,
      _ give: (Reading) throws(LapwingError) -> Void
    ) throws(LapwingError) -> Bool {
      guard !visit.isLinked, visit.now >= notBefore else { return false }
      let accesses = isConnectable ? Catalogue.accesses(reading: advertisement.data.span.bytes) : []
      if !accesses.isEmpty {
        awaited = accesses.filter { $0.message == nil }.map(\.characteristic)
        visit.connect(to: device, ConnectionPlan(accesses))
        return false
      }
      let reading = try? SensorDecoder.reading(
        advertisement: advertisement.data.span.bytes, scanResponse: advertisement.scanResponse.span.bytes,
        hints: DecodingHints(address: address, bindKey: bindKey, knownAs: advised))
      guard let reading = reading ?? nil else { return false }
      advised = reading.model
      let entry = Catalogue.entry(for: reading.model)
      // A message that only shows the kind of the sensor is followed by one with values.
      let hasSaidAll = !entry.mustShowKind || reading.measurements[entry.mainQuantity] != nil
      guard !reading.measurements.isEmpty, hasSaidAll else { return false }
      hasReading = true
      try give(reading)
      return true
    }

    func violation(after patience: Duration) -> LapwingError {
      let seconds = patience.components.seconds
      let what: String
      var code = "no-reading"
      if !hasReceived {
        code = "not-there"
        what = "was not received for \(seconds) s; is it near, switched on, and not connected to anything else?"
      } else if needsPairing {
        code = "not-paired"
        what = "gives its readings to paired devices only; run lapwing pair \(address)"
      } else if let lastFailure {
        what = "was connected, but gave no reading; the last problem: \(lastFailure)"
      } else if let advised {
        what =
          "is received, but gave no reading in \(seconds) s. \(Catalogue.entry(for: advised).adviceWithoutReading.sentence)"
      } else {
        what = "is received, but is not a sensor that Lapwing knows; see lapwing sensors"
      }
      return LapwingError(.unavailable, code: code, "\(address) \(what)")
    }
  }
}

extension ConnectionPlan {
  package init(_ accesses: [CatalogueEntry.Access]) {
    self.init(
      accesses.map {
        .init($0.characteristic, readEvery: $0.readEvery, writing: $0.message, speaksWithin: $0.speaksWithin)
      })
  }

  /// The subscription that an Aranet needs before it is asked for its history.
  package static let record = ConnectionPlan([.init(AranetDownload.subscription, readEvery: nil)])
}

import Readings

/// Downloads the history that an Aranet has stored, oldest sample first. This is only the logic, without I/O: values of
/// characteristics and the time come in, requests and rows come out. It can stop after any row and continue later, also
/// over another connection. ``latest`` stores the position as a time, not as a number, because the samples are
/// renumbered when the memory is full.
///
/// Version 2 (characteristic 2005) is read repeatedly, version 1 (2003) notifies. Source: Anrijs/Aranet4-Python,
/// `docs/UUIDs.md` and `client.py`.
package struct AranetDownload: Sendable {
  package enum Output: Sendable, Equatable {
    case read(BluetoothUUID)
    case write([UInt8], BluetoothUUID)
    /// Call ``advance(into:)`` after this time.
    case wait(Duration)
    /// Samples in order of time.
    case rows([Row])
    case finished
    /// The download cannot continue; the text says why.
    case failed(String)
  }

  /// All values measured at one time. A value that was not measured is absent.
  package struct Row: Sendable, Equatable {
    /// Seconds since 1970.
    package let unixSeconds: Int64
    package let measurements: Measurements

    package init(unixSeconds: Int64, measurements: Measurements) {
      self.unixSeconds = unixSeconds
      self.measurements = measurements
    }
  }

  /// The state of the download: it alternates between the header and one piece until nothing is left.
  private enum Step: Equatable {
    case idle
    /// Waits for these characteristics: the number of samples, their interval, and the age of the latest one.
    case header([BluetoothUUID])
    case piece(parameter: Int)
    case done
  }

  /// The size and the times of the history. Samples are numbered from 1, oldest first.
  private struct Header: Equatable {
    var total = 0
    var interval: Int64 = 0
    /// When the latest sample was measured, seconds since 1970.
    var latest: Int64 = 0
  }

  private let parameters: [(AranetHistory.Parameter, Quantity)]
  private var usesVersion2 = true
  private var step = Step.idle
  private var header = Header()
  /// The time of the first header's latest sample: ages are in whole seconds, and the times of rows must not vary by
  /// one.
  private var anchor: Int64?
  private var piece: ClosedRange<Int> = 1...1
  private var values: [[Double?]] = []
  /// A complete piece and the header that was valid when it was requested.
  private var fetched: (rows: [Row], under: Header)?
  private var tries = 0
  /// The time of the latest row that was returned, seconds since 1970. Only later samples are requested.
  package private(set) var latest: Int64
  /// Samples from this time on are not wanted, seconds since 1970.
  private let end: Int64
  /// The number of rows returned, and the number wanted when the download began.
  package private(set) var progress: (done: Int, of: Int) = (0, 0)

  private static let command = Aranet.characteristic(0x1402)
  private static let notifies = Aranet.characteristic(0x2003)
  private static let isRead = Aranet.characteristic(0x2005)
  private static let totalReadings = Aranet.characteristic(0x2001)
  private static let interval = Aranet.characteristic(0x2002)
  private static let sinceUpdate = Aranet.characteristic(0x2004)
  /// Samples in a piece. A piece is returned when all its quantities have been downloaded.
  private static let pieceLength = 200
  /// The device needs a short time to switch to another quantity.
  private static let moment = Duration.milliseconds(100)
  /// The download fails after this many waits without a sample.
  private static let mostTries = 100
  /// Two ages of the same sample, in whole seconds, can differ by this much.
  private static let jitter: Int64 = 3

  /// The characteristic to subscribe to first, if the device has it.
  package static var subscription: BluetoothUUID { notifies }

  /// - Parameters:
  ///   - model: determines the quantities.
  ///   - time: only samples after this time are wanted, seconds since 1970.
  ///   - end: only samples before this time are wanted, seconds since 1970.
  /// - Returns: `nil` if no history of this model is known.
  package init?(of model: SensorModel, after time: Int64, before end: Int64 = .max) {
    switch model {
    case .aranet4:
      parameters = [
        (.co2, .co2PartsPerMillion), (.temperature, .temperatureCelsius), (.pressure, .pressureHectopascals),
        (.humidity, .relativeHumidityPercent),
      ]
    case .aranet2: parameters = [(.temperature, .temperatureCelsius), (.fineHumidity, .relativeHumidityPercent)]
    case .aranetRadiation: parameters = [(.doseRate, .radiationNanosievertsPerHour)]
    case .aranetRadon:
      parameters = [
        (.radon, .radonBecquerelsPerCubicMetre), (.temperature, .temperatureCelsius),
        (.pressure, .pressureHectopascals), (.fineHumidity, .relativeHumidityPercent),
      ]
    default: return nil
    }
    latest = time
    self.end = end
  }

  package static func keepsRecord(_ model: SensorModel) -> Bool { Self(of: model, after: 0) != nil }

  /// The quantities, in the order in which they are downloaded.
  package var quantities: [Quantity] { parameters.map(\.1) }

  /// Call this when a connection is made and its characteristics are known.
  package mutating func start(has characteristic: (BluetoothUUID) -> Bool, into outputs: inout [Output]) {
    fetched = nil
    usesVersion2 = characteristic(Self.isRead)
    guard usesVersion2 || characteristic(Self.notifies) else {
      return fail("it keeps no history that can be read", into: &outputs)
    }
    askHeader(into: &outputs)
  }

  package mutating func receive(
    _ characteristic: BluetoothUUID, _ value: [UInt8], atUnixSeconds now: Int64, into outputs: inout [Output]
  ) {
    switch step {
    case .header(let waiting) where waiting.first == characteristic:
      takeHeader(characteristic, value, now, waiting, into: &outputs)
    case .piece(let parameter) where characteristic == (usesVersion2 ? Self.isRead : Self.notifies):
      takePiece(parameter, value, into: &outputs)
    default: break
    }
  }

  /// Call this when the time of ``Output/wait(_:)`` has passed.
  package mutating func advance(into outputs: inout [Output]) {
    guard case .piece(let parameter) = step else { return }
    tries += 1
    guard tries < Self.mostTries else { return fail("its history gives no more samples", into: &outputs) }
    if usesVersion2 {
      outputs.append(.read(Self.isRead))
    } else if tries.isMultiple(of: 30) {
      // The notifications have stopped: request the rest.
      ask(parameter, into: &outputs)
    } else {
      outputs.append(.wait(Self.moment))
    }
  }

  // MARK: Header

  private mutating func askHeader(into outputs: inout [Output]) {
    step = .header([Self.totalReadings, Self.interval, Self.sinceUpdate])
    outputs.append(.read(Self.totalReadings))
  }

  private mutating func takeHeader(
    _ characteristic: BluetoothUUID, _ value: [UInt8], _ now: Int64, _ waiting: [BluetoothUUID],
    into outputs: inout [Output]
  ) {
    guard let number = value.span.bytes.uint16(at: 0) else {
      return fail("it does not report the size of its history", into: &outputs)
    }
    switch characteristic {
    case Self.totalReadings: header.total = Int(number)
    case Self.interval: header.interval = Int64(number)
    default: header.latest = steady(now - Int64(number))
    }
    let rest = Array(waiting.dropFirst())
    if let next = rest.first {
      step = .header(rest)
      outputs.append(.read(next))
    } else {
      begin(into: &outputs)
    }
  }

  /// Gives the same sample the same time in every header.
  private mutating func steady(_ time: Int64) -> Int64 {
    guard let anchor, header.interval > 0 else {
      self.anchor = time
      return time
    }
    let distance = time - anchor
    let intervals = (2 * distance + (distance < 0 ? -header.interval : header.interval)) / (2 * header.interval)
    let expected = anchor + intervals * header.interval
    if abs(time - expected) > Self.jitter {
      self.anchor = time
      return time
    }
    return expected
  }

  private func time(of number: Int) -> Int64 { header.latest - Int64(header.total - number) * header.interval }

  private mutating func begin(into outputs: inout [Output]) {
    guard header.interval > 0 else { return fail("it does not report its interval", into: &outputs) }
    // A new sample may have renumbered all others; a piece that was downloaded meanwhile is downloaded again.
    if let fetched, fetched.under == header {
      latest = fetched.rows.last?.unixSeconds ?? latest
      progress.done += fetched.rows.count
      outputs.append(.rows(fetched.rows))
    }
    fetched = nil
    let behind = max(0, header.latest - latest)  // Half an interval for a clock that was set in between.
    let wanted = Int(min(Int64(header.total), (2 * behind + header.interval) / (2 * header.interval)))
    let unwanted = header.latest < end ? 0 : Int((header.latest - end) / header.interval) + 1
    let last = header.total - unwanted
    let first = header.total - wanted + 1
    if progress.of == 0 { progress.of = max(0, last - first + 1) }
    guard first <= last else {
      step = .done
      outputs.append(.finished)
      return
    }
    piece = first...min(last, first + Self.pieceLength - 1)
    values = Array(repeating: [], count: parameters.count)
    step = .piece(parameter: 0)
    ask(0, into: &outputs)
  }

  // MARK: Pieces

  private mutating func ask(_ parameter: Int, into outputs: inout [Output]) {
    let next = UInt16(clamping: piece.lowerBound + values[parameter].count)
    let last = UInt16(clamping: piece.upperBound)
    let number = parameters[parameter].0.rawValue
    if usesVersion2 {
      tries = 0
      outputs.append(.write([0x61, number] + Self.bytes(next), Self.command))
      outputs.append(.read(Self.isRead))
    } else {
      outputs.append(.write([0x82, number, 0, 0] + Self.bytes(next) + Self.bytes(last), Self.command))
      outputs.append(.wait(Self.moment))
    }
  }

  private static func bytes(_ number: UInt16) -> [UInt8] { [UInt8(number & 0xFF), UInt8(number >> 8)] }

  private mutating func takePiece(_ parameter: Int, _ value: [UInt8], into outputs: inout [Output]) {
    let characteristic = usesVersion2 ? Self.isRead : Self.notifies
    let next = piece.lowerBound + values[parameter].count
    guard let frame = (try? AranetHistory(characteristic: characteristic, value: value.span.bytes)) ?? nil,
      frame.parameter == parameters[parameter].0, Int(frame.start) <= next,
      Int(frame.start) + frame.values.count > next
    else {
      // Another quantity, or no samples yet. Version 1 needs no new wait: its wait is already running.
      if usesVersion2 { outputs.append(.wait(Self.moment)) }
      return
    }
    tries = 0
    let useful = frame.values.dropFirst(next - Int(frame.start)).prefix(piece.count - values[parameter].count)
    values[parameter] += useful
    if values[parameter].count < piece.count {
      if usesVersion2 { outputs.append(.read(Self.isRead)) }
    } else if parameter + 1 < parameters.count {
      step = .piece(parameter: parameter + 1)
      ask(parameter + 1, into: &outputs)
    } else {
      finishPiece(into: &outputs)
    }
  }

  private mutating func finishPiece(into outputs: inout [Output]) {
    fetched = (piece.enumerated().map { place, number in row(at: place, time: time(of: number)) }, header)
    askHeader(into: &outputs)
  }

  private func row(at place: Int, time: Int64) -> Row {
    var measurements = Measurements()
    for (parameter, column) in zip(parameters, values) where place < column.count {
      measurements[parameter.1] = column[place]
    }
    return Row(unixSeconds: time, measurements: measurements)
  }

  private mutating func fail(_ reason: String, into outputs: inout [Output]) {
    step = .done
    outputs.append(.failed(reason))
  }
}

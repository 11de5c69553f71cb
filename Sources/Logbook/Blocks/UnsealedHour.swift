import GRDB

/// Readings of one sensor in an hour that is over, ready to take the place of their rows as one block.
package struct UnsealedHour: Sendable {
  /// The ids and times of the rows.
  let rows: [(id: Int64, at: Int64)]
  let session: Int64?
  package let block: SealedBlock
  /// The block as bytes.
  let data: [UInt8]

  /// The condition for a row of `reading` that can be part of a block, beside ``RowSums/sound``. Other rows are damaged or edited, and
  /// stay.
  static let soundRow = """
    typeof(at_ms) = 'integer' AND at_ms BETWEEN 0 AND \(Logbook.dateLimit - 1) AND typeof(model) = 'text'
      AND address GLOB '\(Array(repeating: "[0-9A-Fa-f][0-9A-Fa-f]", count: 6).joined(separator: ":"))'
    """

  /// - Parameter found: all columns of rows that belong to one block, in the order of their ids; `nil` if there are none.
  init?(_ found: RowCursor, of statement: Statement) throws {
    let columns = ReadingColumns(statement)
    var rows: [(id: Int64, at: Int64)] = []
    var readings: [BlockReading] = []
    var notifications: [(at: Int64, ticks: [UInt16])] = []
    var sensor: LastRun.Sensor?
    var session: Int64?, isHistory = false
    while let row = try found.next() {
      guard let id: Int64 = row.checked("id"), let at: Int64 = row.checked("at_ms") else { continue }
      if sensor == nil {
        sensor = row.sensor
        session = row.checked("session_id")
        isHistory = row.checked("history") ?? false
      }
      rows.append((id, at))
      readings.append(columns.reading(row, receivedAt: at))
      notifications.append((at, ReadingColumns.ticks(row)))
    }
    guard let sensor else { return nil }
    self.rows = rows
    self.session = session
    let block = SealedBlock(
      address: sensor.address, model: sensor.model, isHistory: isHistory, readings: readings,
      beats: BeatRun.runs(of: notifications))
    data = block.encoded()
    self.block = block.kept(in: data)
  }
}

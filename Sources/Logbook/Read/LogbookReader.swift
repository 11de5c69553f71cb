import GRDB
import Readings

/// Reads a logbook that a running box may write at the same time. It changes nothing. Times are milliseconds since 1970.
package final class LogbookReader {
  package let path: String
  private let database: DatabaseQueue

  package init(path: String) throws(LogbookError) {
    self.path = path
    try Logbook.refuseOther(path)
    do {
      var configuration = Configuration()
      configuration.label = "logbook reader"
      configuration.readonly = true
      configuration.busyMode = .timeout(2)
      database = try DatabaseQueue(path: path, configuration: configuration)
    } catch {
      throw LogbookError(error, path: path)
    }
  }

  func read<Value>(_ body: (Database) throws -> Value) throws(LogbookError) -> Value {
    do {
      return try database.read(body)
    } catch {
      throw LogbookError(error, path: path)
    }
  }
}

import ArgumentParser
import Reports

/// Does what options ask for. Days that cannot be are an error of usage.
func usage<Value>(_ body: () throws(DayFault) -> Value) throws -> Value {
  do throws(DayFault) { return try body() } catch { throw ValidationError(error.message) }
}

import Readings
import Status

/// A value that is shown large.
struct LargeValue {
  let sensor: SensorReport
  let quantity: Quantity
  let value: Double
}

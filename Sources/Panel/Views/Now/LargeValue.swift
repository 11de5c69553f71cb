import Readings
import Status

struct LargeValue {
  let sensor: SensorReport
  let quantity: Quantity
  let value: Double
}

import Circle
import Foundation

/// How a state is saved: as JSON.
enum JSONState {
  static func write(_ state: CircleState) throws -> Data { try JSONEncoder().encode(state) }

  static func save(_ state: CircleState) throws -> CircleState {
    try JSONDecoder().decode(CircleState.self, from: write(state))
  }
}

import Alarms

/// In the queue a priority is its number, so that SQLite can order by it.
extension Priority: Codable {}

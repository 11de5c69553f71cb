import AircraftFiles
import FoundationEssentials
import Sync

/// The JSON of the account's server: sent in snake_case, read in that and in camelCase.
enum AccountJSON {
  static func bytes(of value: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(value)).map(Array.init) ?? []
  }

  static func read<Value: Decodable>(_ bytes: [UInt8], as _: Value.Type = Value.self) -> Value? {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try? decoder.decode(Value.self, from: Data(bytes))
  }
}

struct SyncBody: Encodable {
  let lastSyncAt: String?
  let changes: [ScenarioRow]
  /// For a hub of Lapwing; another server ignores it.
  let lapwing: SyncRequest?
}

struct SyncReply: Decodable {
  let serverChanges: [ScenarioRow]
  let syncedAt: String
  let lapwing: SyncAnswer?
}

struct SignedIn: Decodable {
  let token: String
  let user: SignIn.User
}

struct SentCode: Decodable { let sent: Bool }
struct Deleted: Decodable { let deleted: Bool }

import Readings

/// A client of the control socket: its connection, and the requests that it has sent and that are not answered.
///
/// A client asks and waits for the answer, or it follows what happens. One that does not read gets no answers any more,
/// until it reads. It belongs to ``ControlServerState`` and its thread.
struct ConnectedClient {
  /// Counts up through a run; no two connections have the same.
  let number: Int
  var connection: ControlConnection
  let user: UInt32
  /// Whether it gets a line for everything that happens.
  var isFollowing = false
  /// Whether it has the role *peer*: it says what the other box of the pair signals, and may do nothing else.
  var isPeer = false
  /// Whether it has the role *circle*: it says what the care circle does, and may do nothing else.
  var isCircle = false
  /// When its last request came, or its connection.
  var lastReceived: Instant
  /// Its requests that have not been answered, oldest first.
  private var requests: [String] = []
  /// Since when something that was sent has not been read; kept up to date by ``send(_:at:)`` and ``updateUnread()``.
  private(set) var unreadSince: Instant?

  /// Bytes of a request: of an order, and of the settings of a whole box.
  static let longestOrder = ControlConnection.longestLine, longestChange = 160 << 10
  private let longestRequest: Int

  init(
    number: Int, connection: ControlConnection, user: UInt32, longestRequest: Int = longestOrder, at instant: Instant
  ) {
    self.longestRequest = longestRequest
    self.number = number
    self.connection = connection
    self.user = user
    lastReceived = instant
  }

  /// Whether its next request can be taken now: it reads its answers, or it has gone and its order counts all the same.
  var hasNext: Bool { !requests.isEmpty && (!connection.wantsToSend || connection.isBroken) }

  var takesMore: Bool { requests.isEmpty && !connection.wantsToSend }

  mutating func nextRequest() -> String? {
    connection.flush()
    if takesMore, !connection.isBroken { requests = connection.receive(limit: longestRequest) }
    return hasNext ? requests.removeFirst() : nil
  }

  mutating func send(_ line: String, at instant: Instant) {
    if unreadSince == nil || !connection.isUnread { unreadSince = instant }
    connection.send(line)
  }

  /// Checks whether it has read everything meanwhile.
  mutating func updateUnread() { if unreadSince != nil, !connection.isUnread { unreadSince = nil } }
}

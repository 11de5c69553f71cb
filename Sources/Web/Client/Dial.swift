import NIOCore
import NIOPosix

package enum Dial {
  /// For a connection, with the look-up of the name: a name server that hangs delays nothing else. The same number is in
  /// ``FaultSentence``.
  package static let patience = TimeAmount.seconds(10)

  /// - Parameter setUp: adds the handlers, on the event loop. It is called once, when one of the host's addresses is
  ///   connected and before anything is read.
  package static func connect(
    host: String, port: Int, on loop: any EventLoop, _ names: NameLookup,
    _ setUp: @escaping @Sendable (any Channel) throws -> Void
  ) -> EventLoopFuture<any Channel> {
    let bootstrap = ClientBootstrap(group: loop).connectTimeout(patience).channelOption(.autoRead, value: false)
      .resolver(names.resolver(on: loop))
    let address = try? SocketAddress(ipAddress: host, port: port)
    let connected = address.map { bootstrap.connect(to: $0) } ?? bootstrap.connect(host: host, port: port)
    return connected.flatMap { channel in
      do {
        try setUp(channel)
      } catch {
        return channel.close().flatMapThrowing { throw error }
      }
      return channel.setOption(.autoRead, value: true).map { channel }
    }
  }
}

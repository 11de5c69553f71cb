import Dispatch
import Glibc
import NIOCore
import NIOPosix
import Synchronization

/// Looks up the IPv4 and the IPv6 addresses of a name apart, and connects by what is there first (RFC 8305, section 3): a router that
/// drops the questions for one of them delays nothing. Each has a queue, so that a look-up that hangs holds one thread.
package final class NameLookup: Sendable {
  private let four = DispatchQueue(label: "names of IPv4")
  private let six = DispatchQueue(label: "names of IPv6")

  package init() {}

  /// For one connection.
  package func resolver(on loop: any EventLoop) -> any Resolver & Sendable { Questions(self, loop) }

  private final class Questions: Resolver, Sendable {
    private let lookup: NameLookup
    private let loop: any EventLoop
    private let isOver = Atomic(false)

    init(_ lookup: NameLookup, _ loop: any EventLoop) { (self.lookup, self.loop) = (lookup, loop) }

    func initiateAQuery(host: String, port: Int) -> EventLoopFuture<[SocketAddress]> {
      ask(AF_INET, host, port, on: lookup.four)
    }

    func initiateAAAAQuery(host: String, port: Int) -> EventLoopFuture<[SocketAddress]> {
      ask(AF_INET6, host, port, on: lookup.six)
    }

    func cancelQueries() { isOver.store(true, ordering: .relaxed) }

    private func ask(
      _ family: Int32, _ host: String, _ port: Int, on queue: DispatchQueue
    ) -> EventLoopFuture<[SocketAddress]> {
      let promise = loop.makePromise(of: [SocketAddress].self)
      queue.async { [self] in
        // A question that waited behind one that hangs may be of no use any more.
        let addresses = isOver.load(ordering: .relaxed) ? [] : NameLookup.addresses(family, host, port)
        promise.succeed(addresses)
      }
      return promise.futureResult
    }
  }

  /// Empty if there are none, or if they are not known.
  private static func addresses(_ family: Int32, _ host: String, _ port: Int) -> [SocketAddress] {
    var hint = addrinfo(), first: UnsafeMutablePointer<addrinfo>?
    hint.ai_family = family
    hint.ai_socktype = Int32(SOCK_STREAM.rawValue)
    guard getaddrinfo(host, String(port), &hint, &first) == 0, let first else { return [] }
    defer { freeaddrinfo(first) }
    return sequence(first: first, next: { $0.pointee.ai_next }).compactMap { info in
      guard let address = UnsafeRawPointer(info.pointee.ai_addr) else { return nil }
      return family == AF_INET
        ? SocketAddress(address.loadUnaligned(as: sockaddr_in.self), host: host)
        : SocketAddress(address.loadUnaligned(as: sockaddr_in6.self), host: host)
    }
  }
}

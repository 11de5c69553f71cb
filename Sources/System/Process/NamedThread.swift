import Foundation

extension Thread {
  /// Starts a thread with a name, by which `ps` and a debugger show it.
  package static func start(named name: String, _ body: @escaping @Sendable () -> Void) {
    let thread = Thread(block: body)
    thread.name = name
    thread.start()
  }
}

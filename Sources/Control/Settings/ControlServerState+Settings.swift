import Readings
import Settings
import System

/// Changes of settings. The box alone writes them while it runs (``SettingsQueue``); the answer comes when it goes by them.
extension ControlServerState {
  /// Passes a change on, unless it is for other files or its user may not make it.
  /// - Returns: the answer; `nil` if it comes later.
  mutating func change(
    _ change: SettingsChange, by user: UInt32, on client: Int
  ) throws(LapwingError) -> String? {
    guard let queue = setup.changes, queue.writer.editor.isOf(file: change.file, own: change.own) else {
      return accepted(OrderReport(change: .otherFiles))
    }
    try setup.changers.refuse(change, by: user)
    try queue.add(SettingsQueue.Order(change: change, client: client, deadline: deadline))
    return nil
  }

  /// Has the loop go by the changes that were made, and answers those that need no loop.
  mutating func takeChanges() {
    for done in setup.changes?.removeDone() ?? [] {
      switch (done.result, done.fresh) {
      case (.failure(let fault), _): send(SettingsAnswer(fault), to: done.client)
      case (.success(let written), nil): send(.done(written.report), to: done.client)
      case (.success(let written), let fresh?):
        do throws(LapwingError) {
          try reload(PendingOrder(client: done.client), try fresh.get(), after: written.report)
        } catch {
          var report = written.report
          report.unused = Refusal(error)
          send(.done(report), to: done.client)
        }
      }
    }
  }

  private mutating func send(_ answer: SettingsAnswer, to client: Int) {
    send(accepted(OrderReport(change: answer)), to: [client])
  }
}

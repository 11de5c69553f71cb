import Alarms
import Engine
import Monitor
import Readings
import Settings
import System

/// Makes a code of the page for a person who holds two buttons at the box, as `lapwing panel code` does for one with a
/// shell. A person at the box may change it. On a thread, because a disk may stand still; the code is in no output of
/// the loop, so neither log nor socket have it.
struct PageCodeMaker {
  let read: @Sendable () throws(LapwingError) -> Configuration
  let inward: Inbox

  func make() {
    do throws(LapwingError) {
      let configuration = try read()
      guard configuration[Keys.panelEnabled] else {
        throw LapwingError(.usage, code: "panel-off", "the page is off for the network; set panel.enabled to true")
      }
      var random = SystemRandomNumberGenerator()
      let number = random.next(upperBound: 1_000_000 as UInt64)
      // Its ten minutes begin when it can be written.
      _ = try AccessFile(path: configuration[Keys.panelAccess]).change {
        $0.newCode(number, for: .change, at: MonotonicClock.unixMilliseconds())
      }
      inward.post(.event(.pageCode(PageCode(number))))
    } catch {
      inward.post(.note("no code of the page: \(error.message)"))
      inward.post(.event(.pageCode(nil)))
    }
  }
}

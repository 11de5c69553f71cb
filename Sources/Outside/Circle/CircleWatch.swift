import Glibc
import Readings
import Status
import System

/// The threads that keep the circle going: one for its time, one that asks whether the box is alive.
struct CircleWatch: Sendable {
  let desk: CircleDesk
  let health: BoxHealth
  let bell: EventFlag
  let log: OutsideLog

  /// Reports of the queue come without a bell. The times of the circle are 5 s and more.
  private static let longestSleep = Duration.seconds(1)
  /// By the circle's time: how long the box does not answer before it counts as lost.
  private static let silence = Duration.seconds(60)
  private static let asksEvery = Duration.seconds(10)

  func runTime() {
    while true {
      var pause = Self.longestSleep
      do throws(LapwingError) {
        pause = min(pause, max(.milliseconds(20), try desk.turn()))
      } catch {
        log.say("care circle: \(error.message)")
      }
      _ = bell.wait(pause)
    }
  }

  /// Asks the box, which covers a socket that is gone and a loop that is silent.
  func runHealth() {
    var heard = desk.time.now, isLost = false
    while true {
      do throws(LapwingError) {
        let alarms = try health.ask().alarms
        heard = desk.time.now
        isLost = false
        keep { () throws(LapwingError) in try desk.hear(alarms) }
      } catch {
        if !isLost, heard.duration(to: desk.time.now) >= Self.silence {
          isLost = true
          log.say("the box has not answered for 60 s: \(error.message)")
          let reason = error.message
          keep { () throws(LapwingError) in try desk.lose(reason) }
        }
      }
      usleep(UInt32(clamping: (Self.asksEvery / desk.time.speed).wholeNanoseconds / 1000))
    }
  }

  private func keep(_ body: () throws(LapwingError) -> Void) {
    do throws(LapwingError) {
      try body()
      bell.ring()
    } catch {
      log.say("care circle: \(error.message)")
    }
  }
}

import Alarms
import Bluetooth
import Engine
import Glibc
import Monitor
import Readings
import SensorProtocols
import Settings
import TestSupport
import Testing

@Suite struct `The configuration` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func read(_ text: String, profile: BoxProfile? = nil) throws -> Configuration {
    try Configuration(path: try folder.write(text, to: "lapwing.yaml"), profile: profile)
  }

  /// The refusal of a text, without the path before it.
  private func refusal(of text: String) -> (status: SystemExit, message: String)? {
    do {
      _ = try read(text)
      return nil
    } catch let error as LapwingError {
      return (error.status, error.message.replacing(folder.file("lapwing.yaml"), with: "FILE"))
    } catch {
      return nil
    }
  }

  @Test func `a byte order mark before the first key, as some editors write it, changes nothing`() throws {
    #expect(try read("\u{FEFF}profile: bedside\nboard:\n  buzzer: 13\n").profile == .bedside)
    let message = refusal(of: "\u{FEFF}profile: bedside\nnonsense: 1\n")?.message
    #expect(message?.hasPrefix("FILE:2: unknown key nonsense") == true)
  }

  @Test(arguments: ["", "# nothing\n", "alarms:\n", "logbook: {}\n"])
  func `every key is optional`(text: String) throws {
    let configuration = try read(text)
    #expect(configuration.profile == .cabin)
    #expect(configuration.monitor.conditions[.co2High].limit == 2500)
    #expect(!configuration.monitor.latchesSound)
    #expect(configuration.settings.allSatisfy { $0.origin == .standard || $0.origin == .profile(.cabin) })
  }

  @Test func `a file sets limits, and each setting says where it came from`() throws {
    let configuration = try read("profile: bedside\nalarms:\n  heart-rate-high:\n    limit: 120\n")
    #expect(configuration.monitor.conditions[.heartRateHigh].limit == 120)
    let origins = Dictionary(uniqueKeysWithValues: configuration.settings.map { ($0.key.path, $0.origin.description) })
    #expect(origins["profile"] == folder.file("lapwing.yaml") + ":1")
    #expect(origins["alarms.heart-rate-high.limit"] == folder.file("lapwing.yaml") + ":4")
    #expect(origins["alarms.latch-sound"] == "profile bedside")
    #expect(origins["alarms.co2-low.limit"] == "default")
  }

  @Test func `profiles are presets over the same keys`() throws {
    #expect(try read("profile: bedside").monitor.latchesSound)
    #expect(try !read("profile: bedside").monitor.gradesAir)
    #expect(try !read("profile: cockpit").monitor.latchesSound)
    #expect(try !read("profile: bedside\nalarms: {latch-sound: false}").monitor.latchesSound)
  }

  @Test func `the command line's profile is over the file's`() throws {
    let configuration = try read("profile: cabin", profile: .bedside)
    #expect(configuration.profile == .bedside)
    #expect(configuration.monitor.latchesSound)
  }

  @Test(arguments: [
    ("profile: nine", "FILE:1: profile is \"nine\"; allowed is one of cabin, cockpit, bedside"),
    (
      "\nprofil: cabin",
      "FILE:2: unknown key profil; allowed are profile, logbook, control, bluetooth, session, flight, sensors, persons, alarms, board, speech, consent, outside, panel"
    ),
    (
      "alarms:\n  co2-high:\n    limits: 3",
      "FILE:3: unknown key alarms.co2-high.limits; allowed are limit, enabled"
    ),
    (
      "alarms:\n  co2-high:\n    limit: 300",
      "FILE:3: alarms.co2-high.limit is \"300\"; allowed is a number from 450 to 10000 ppm"
    ),
    (
      "alarms: {heart-rate-low: {limit: \"60\"}}",
      "FILE:1: alarms.heart-rate-low.limit is \"60\"; allowed is a number from 25 to 250 bpm"
    ),
    (
      "alarms: {co2-low: {limit: .nan}}",
      "FILE:1: alarms.co2-low.limit is \".nan\"; allowed is a number from 450 to 10000 ppm"
    ),
    (
      "alarms: {co2-low: {limit: [800]}}",
      "FILE:1: alarms.co2-low.limit is a list or keys; allowed is a number from 450 to 10000 ppm"
    ),
    ("alarms: {latch-sound: \"yes\"}", "FILE:1: alarms.latch-sound is \"yes\"; allowed is true or false"),
    (
      "board: {sound: {device: null}}",
      "FILE:1: board.sound.device is \"null\"; allowed is auto, a sound card as hw:CARD=NAME,DEV=0 or plughw:CARD=NAME,DEV=0, "
        + "or none"
    ),
    (
      "board: {sound: {device: 'file:/dev/null'}}",
      "FILE:1: board.sound.device is \"file:/dev/null\"; allowed is auto, a sound card as hw:CARD=NAME,DEV=0 or "
        + "plughw:CARD=NAME,DEV=0, or none"
    ),
    ("logbook: {path: 12}", "FILE:1: logbook.path is \"12\"; allowed is the path of a file"),
    ("logbook: {path: }", "FILE:1: logbook.path is \"\"; allowed is the path of a file"),
    ("logbook: {path: ':memory:'}", "FILE:1: logbook.path is \":memory:\"; allowed is the path of a file"),
    (
      "logbook: {path: 'file:x?mode=memory'}",
      "FILE:1: logbook.path is \"file:x?mode=memory\"; allowed is the path of a file"
    ),
    (
      "alarms: {co2-low: {limit: 15:00}}",
      "FILE:1: alarms.co2-low.limit is \"15:00\"; allowed is a number from 450 to 10000 ppm"
    ),
    (
      "alarms: {co2-low: {limit: 0x384}}",
      "FILE:1: alarms.co2-low.limit is \"0x384\"; allowed is a number from 450 to 10000 ppm"
    ),
    ("alarms.latch-sound: true", "FILE:1: a key must be a word without a dot; write each level on a line of its own"),
    (
      "alarms: !!null {latch-sound: true}\nprofil: x",
      "FILE:2: unknown key profil; allowed are profile, logbook, control, bluetooth, session, flight, sensors, persons, alarms, board, speech, consent, outside, panel"
    ),
    ("logbook: 3", "FILE:1: logbook must hold keys; allowed are path, write-every, keep"),
    (
      "just words",
      "FILE:1: the file must hold keys; allowed are profile, logbook, control, bluetooth, session, flight, sensors, persons, alarms, board, speech, consent, outside, panel"
    ),
    (
      "- a\n- b",
      "FILE:1: the file must hold keys; allowed are profile, logbook, control, bluetooth, session, flight, sensors, persons, alarms, board, speech, consent, outside, panel"
    ),
    (
      "bluetooth: {adapter: usb}",
      "FILE:1: bluetooth.adapter is \"usb\"; allowed is best, an adapter's name such as hci0, or its address"
    ),
    (
      "sensors:\n  use:\n    aranet: off\n    nokia: automatic",
      "FILE:4: sensors.use has \"nokia\", which is neither an address nor the beginning of a name in `lapwing sensors`"
    ),
    (
      "sensors:\n  use:\n    aranet: never",
      "FILE:3: sensors.use has an unknown value for aranet; allowed is one of automatic, advert, off"
    ),
    ("sensors: {use: {aranet: off, ARANET: advert}}", "FILE:1: sensors.use has ARANET twice"),
    (
      "sensors: {use: [aranet]}",
      "FILE:1: sensors.use is a list or keys; allowed is any, or a line for each sensor: its address, the start of the "
        + "name of its kind (lapwing sensors), or any; and after it one of automatic, advert, off"
    ),
    ("profile: cabin\nprofile: cabin", "FILE:1: key profile is given twice"),
    (
      "alarms:\n  co2-low: {limit: 2000}\n",
      "FILE:2, default: alarms.co2-low.limit is 2000 and alarms.co2-medium.limit is 1500; "
        + "the first must be below the second"
    ),
  ])
  func `a refusal names line and key and what is allowed`(text: String, message: String) throws {
    let refusal = try #require(self.refusal(of: text))
    #expect(refusal.message == message)
    #expect(refusal.status == .configuration)
  }

  @Test(arguments: ["alarms: [1", "a: b: c", "\t- x", "'", "%", "&a *a", "? ?"])
  func `a file that is not YAML is refused with its line`(text: String) throws {
    let refusal = try #require(self.refusal(of: text))
    #expect(refusal.status == .configuration)
    #expect(refusal.message.hasPrefix("FILE:"))
  }

  @Test func `sensors are chosen by address and by kind, the narrower choice before the wider`() throws {
    let chosen = try read(
      "sensors:\n  use:\n    C2:DB:C0:DC:E4:55: off\n    airthings wave mini: off\n    AIRTHINGS: advert\n"
        + "    \"heart rate\": automatic\n"
    ).sensors
    let (one, other) = (DeviceAddress(value: 0xC2DB_C0DC_E455), DeviceAddress(value: 1))
    #expect(chosen.way(of: other, as: .airthingsWavePlus) == .advert)
    #expect(chosen.way(of: other, as: .airthingsWaveMini) == .off)
    #expect(chosen.way(of: other, as: .heartRateService) == .automatic)
    #expect(chosen.way(of: one, as: .heartRateService) == .off)
    #expect(chosen.way(of: other, as: .aranet4) == .off)
    let rest = try read("sensors: {use: {any: advert, polar: off}}").sensors
    #expect(rest.way(of: other, as: .aranet4) == .advert && rest.way(of: other, as: .polar) == .off)
    #expect(try read("sensors: {use: any}").sensors == .anyKnown && read("").sensors == .anyKnown)
    #expect(rest.description == "any: advert, polar: off")
  }

  @Test func `the adapter is named, or the best`() throws {
    #expect(try read("").adapter == .best)
    #expect(try read("bluetooth: {adapter: hci1}").adapter == .index(1))
    // Digits and colons alone are a number of hours to YAML.
    #expect(
      try read("bluetooth: {adapter: 00:11:22:33:44:55}").adapter == .address(DeviceAddress(value: 0x11_2233_4455)))
  }

  @Test func `a null tag hides no key`() throws {
    #expect(try read("alarms: !!null {latch-sound: true}").monitor.latchesSound)
  }

  @Test func `a socket's path has its longest length`() throws {
    #expect(throws: Never.self) { try read("control: {socket: /\(String(repeating: "s", count: 106))}") }
    let refusal = try #require(self.refusal(of: "control: {socket: /\(String(repeating: "s", count: 107))}"))
    #expect(refusal.message.hasSuffix("allowed is the path of a socket, of at most 107 bytes"))
  }

  @Test func `the logbook and the socket are two files`() throws {
    let refusal = try #require(self.refusal(of: "logbook: {path: /tmp/x}\ncontrol: {socket: /tmp/x}"))
    #expect(refusal.status == .configuration)
  }

  @Test func `a pipe is no configuration: nobody may ever write into it`() throws {
    let path = folder.file("pipe")
    #expect(mkfifo(path, 0o600) == 0)
    #expect { try Configuration(path: path, profile: nil) } throws: { ($0 as? LapwingError)?.status == .noInput }
  }

  @Test func `a file that is no text is refused`() throws {
    let path = try folder.write([0xFF, 0xFE, 0x00, 0x80], to: "binary.yaml")
    #expect { try Configuration(path: path, profile: nil) } throws: {
      ($0 as? LapwingError)?.status == .configuration
    }
  }

  @Test func `a file that is not there is no input`() {
    #expect { try Configuration(path: folder.file("none.yaml"), profile: nil) } throws: {
      ($0 as? LapwingError)?.status == .noInput
    }
  }
}

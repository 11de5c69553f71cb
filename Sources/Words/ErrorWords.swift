import Readings

/// What an error code means, and what a person can do. The sentence beside a code has the names and numbers, and is English: a page in
/// another language has these words in front of it.
package struct ErrorWords: LocalizedText {
  package let both: (en: String, ko: String)
  /// In English; `nil` if there is nothing to do.
  package let cure: String?

  package init(_ code: ErrorCode) {
    guard let words = Self.all[code] else {
      // `ErrorWordsTests` holds that this is never so.
      (both, cure) = (("\(code)", "\(code)"), nil)
      return
    }
    self = words
  }

  private init(_ columns: [String]) {
    (both, cure) = ((columns[1], columns[3]), columns[2].isEmpty ? nil : columns[2])
  }

  /// The codes in ``table``.
  static var written: [String] { table.split(separator: "\n").map { String($0.prefix { $0 != " " }) } }

  private static let all = Dictionary(
    table.split(separator: "\n").compactMap { line -> (ErrorCode, ErrorWords)? in
      let columns = line.split(separator: " | ", omittingEmptySubsequences: false).map(String.init)
      guard columns.count == 4, let code = ErrorCode(rawValue: columns[0]) else { return nil }
      return (code, ErrorWords(columns))
    }, uniquingKeysWith: { first, _ in first })

  /// The list in docs/errors.md.
  package static var document: String {
    let rows = ErrorCode.allCases.map { code in
      let words = ErrorWords(code)
      return "| `\(code)` | \(words.both.en) | \(words.cure ?? "–") |"
    }
    return """
      # Error codes

      Each refusal has a stable code for programs and a sentence with names and numbers for people. On the control socket they are
      `error.code` and `error.message`. `make errors` writes this list from `ErrorCode` and `ErrorWords`.

      | code | meaning | what to do |
      |---|---|---|
      \(rows.joined(separator: "\n"))

      """
  }

  /// The code, its meaning, what to do, and the meaning in Korean.
  private static let table = """
    adapter-in-use | A running box uses the Bluetooth adapter. | Ask the box (`lapwing status`), or stop it first. | 실행 중인 본체가 블루투스 어댑터를 쓰고 있습니다.
    adopted-not-written | The list of adopted sensors is not stored; it is in force until the next start. | Check the disk and the folder of `sensors.adopted-file`. | 등록된 센서의 목록을 저장할 수 없습니다. 다음 시작까지만 유지됩니다.
    alarm-begins | A value is beyond its limit, so an alarm may begin, and the box does not start again now. | Try again when the value is back. | 값이 한계를 벗어나 경보가 시작될 수 있으므로 다시 시작하지 않습니다.
    alarm-stands | The box does not start again while an alarm stands. | Try again when it is over. | 경보가 있는 동안에는 다시 시작하지 않습니다.
    alarm-there | The sensor has an alarm that the change would lose. | Respond to the alarm and reset it first. | 이 센서에 경보가 있어 바꾸면 경보를 잃습니다. 먼저 경보에 응답하고 해제하세요.
    alarms-not-written | The open alarms are not stored; only the logbook has them. | Check the disk. | 열린 경보를 저장할 수 없습니다. 기록에만 있습니다.
    already-running | Another Lapwing of this kind is running. | Stop it, or name another socket or queue. | 다른 Lapwing이 이미 실행 중입니다.
    ambiguous | More than one sensor fits. | Write the whole address. | 여러 센서에 해당합니다. 전체 주소를 입력하세요.
    bad-access-file | The list of who may see the page cannot be read or written. | Check the file; if it is deleted, everybody needs a new code. | 페이지를 볼 수 있는 사람의 목록을 사용할 수 없습니다.
    bad-address | A Bluetooth address is not of the form C0:FF:EE:00:00:01. | Correct it. | 블루투스 주소의 형식이 올바르지 않습니다.
    bad-address-type | The type of an address is neither public nor random. | Correct it. | 주소의 종류가 올바르지 않습니다.
    bad-adopted | The file of adopted sensors cannot be used. | Correct it and start the box again, or adopt the sensors again. | 등록된 센서의 파일을 사용할 수 없습니다. 센서를 다시 등록하세요.
    bad-answer | The answer of the other process cannot be read. | Check that both are of the same version. | 본체의 응답을 읽을 수 없습니다. 본체와 화면의 버전이 같은지 확인하세요.
    bad-backup | The file is no backup that can be used. | Choose another file, or copy its parts by hand. | 이 백업 파일은 사용할 수 없습니다.
    bad-bindkey | A key of a sensor has not 32 hexadecimal digits. | Correct it. | 센서의 키는 16진수 32자리여야 합니다.
    bad-bonds | The file of paired devices cannot be used. | Move it away, and pair the devices again. | 페어링된 기기의 파일을 사용할 수 없습니다. 기기를 다시 페어링하세요.
    bad-button | A timeline names a button that there is not. | Correct the line. | 그런 버튼이 없습니다.
    bad-caffeine | A timeline says something else of caffeine than true. | Correct the line. | 카페인 항목이 올바르지 않습니다.
    bad-call | A call to the care circle is of no known kind, or its link is too long. | Use the program of the same version. | 돌봄 모임에 보내는 요청의 종류가 올바르지 않습니다.
    bad-certificate | A certificate or its key cannot be used. | Name other files, or remove them for one of the box's own. | 인증서 또는 키를 사용할 수 없습니다.
    bad-certificates | A file of trusted certificates cannot be read. | Name a file in PEM. | 신뢰할 인증서의 파일을 읽을 수 없습니다.
    bad-channel | A channel of messages is not described fully, or a value of it cannot be used. | Correct `outside.channels`. | 메시지 채널의 설정이 올바르지 않습니다.
    bad-circle | The process of the care circle sent something that no circle sends. | Use the program of the same version. | 돌봄 모임의 보고를 읽을 수 없습니다.
    bad-cleared | A timeline clears a condition that there is not. | Correct the line. | 그런 경보가 없습니다.
    bad-configuration | The configuration cannot be used. | Correct the line that the message names; `lapwing config check` shows the rest. | 설정 파일을 사용할 수 없습니다. 표시된 줄을 고치세요.
    bad-csv | A file of readings cannot be read. | Correct the line that the message names. | 측정값 파일을 읽을 수 없습니다.
    bad-data-file | A file of an aircraft, a tail or a scenario cannot be used. | Correct the file. | 이 파일을 사용할 수 없습니다. 파일을 고치세요.
    bad-drink | The amount of a drink is outside its range. | Give an amount in the range. | 음료의 양이 허용 범위를 벗어났습니다.
    bad-fault | A timeline names a fault that there is not. | Correct the line. | 그런 고장이 없습니다.
    bad-field | A value has a wrong type, or is outside its range. | Correct the line. | 값의 종류나 범위가 올바르지 않습니다.
    bad-font | A font file cannot be used. | Install the package that the message names, or name another font. | 글꼴 파일을 사용할 수 없습니다.
    bad-form | The form cannot be read. | Load the page again. | 양식을 읽을 수 없습니다. 페이지를 다시 불러오세요.
    bad-hex | A text is not whole hexadecimal bytes. | Correct it. | 16진수가 올바르지 않습니다.
    bad-hold | A timeline names a pair of buttons that there is not. | Correct the line. | 그런 버튼 조합이 없습니다.
    bad-hours | The hours of a standby are outside their range. | Give hours in the range. | 대기 시간이 허용 범위를 벗어났습니다.
    bad-json | A line is no JSON object. | Correct the line. | 올바른 JSON이 아닙니다.
    bad-line | A line of the other box cannot be read. | Check that both boxes are of the same version. | 다른 본체의 보고를 읽을 수 없습니다.
    bad-loading | A loading cannot be used. | Correct what the message names. | 탑재 내용을 사용할 수 없습니다.
    bad-name | A name is too long, has invisible characters, or is a path where a name is needed. | Choose another name. | 이름을 사용할 수 없습니다. 너무 길거나 보이지 않는 문자가 있습니다.
    bad-network | There is no network mode of this name. | Use one that the message names. | 그런 네트워크 모드가 없습니다.
    bad-option | An option of a loading cannot be used. | Correct it. | 옵션을 사용할 수 없습니다.
    bad-passkey | The number that a device shows has at most six digits. | Type it again. | 번호는 최대 여섯 자리입니다.
    bad-pause | The pause of the care circle is outside its range. | Give a time from a minute to seven days. | 돌봄 모임의 일시 중지 시간이 허용 범위를 벗어났습니다.
    bad-peer-key | The file has no key of a pair. | Make a new one: `lapwing peer join`. | 다른 본체의 키를 사용할 수 없습니다.
    bad-phase | There is no such phase of flight. | Use one that the message names. | 그런 비행 단계가 없습니다.
    bad-press | A timeline names a press of a button that there is not. | Correct the line. | 그런 버튼 누름이 없습니다.
    bad-request | The box does not know the request, or the request lacks something. | Use the program of the same version. | 본체가 이 요청을 알지 못합니다.
    bad-row | A row of a file to import cannot be used. | Correct the line that the message names. | 가져올 파일의 한 줄을 사용할 수 없습니다.
    bad-rssi | A signal strength is no whole number of dBm in its range. | Correct it. | 신호 세기가 올바르지 않습니다.
    bad-scenario | A script of a simulation cannot be used. | Correct what the message names. | 시뮬레이션 파일을 사용할 수 없습니다.
    bad-secret | A file of a secret cannot be read, or others can read it. | Correct the file and its rights. | 비밀 파일을 사용할 수 없습니다.
    bad-session | A session can only start or end. | Use start or end. | 기록은 시작하거나 끝낼 수만 있습니다.
    bad-signal | A report about the other box cannot be used. | Use the program of the same version. | 다른 본체의 신호를 읽을 수 없습니다.
    bad-socket-path | The path of a socket is empty or too long. | Name a shorter one. | 제어 소켓의 경로를 사용할 수 없습니다.
    bad-tail | The file of a tail cannot be used. | Correct it. | 이 항공기의 파일을 사용할 수 없습니다.
    bad-test-time | The length of a test is outside its range. | Give seconds in the range. | 시험 경보의 길이가 허용 범위를 벗어났습니다.
    bad-text | A text has characters that are invisible. | Write it without them. | 보이지 않는 문자가 있습니다. 그 문자를 빼고 쓰세요.
    bad-time | A time is not written as needed, or outside its range. | Correct it. | 시각이 올바르지 않습니다.
    bad-undo | A timeline takes back something else than a drink or caffeine. | Correct the line. | 취소할 항목이 올바르지 않습니다.
    bad-update | The order about an update, or the name of its file, cannot be used. | Use one that the message names. | 이 업데이트 이름은 사용할 수 없습니다.
    bad-update-index | The list of updates of a server cannot be used. | Report it to the operator of the server. | 업데이트 목록을 사용할 수 없습니다.
    bad-update-name | The name is not that of an update. | Choose a file such as lapwing-0.2.0-rpi-arm64.raucb. | 업데이트 파일의 이름이 아닙니다.
    bad-update-part | The parts of an update do not follow each other. | Send the file again. | 업데이트 조각의 순서가 맞지 않습니다. 파일을 다시 보내세요.
    bad-uuid | A UUID of Bluetooth cannot be read. | Correct it. | 블루투스 UUID가 올바르지 않습니다.
    blank-text | A text has only blanks. | Write something, or leave it empty. | 빈칸만 있습니다. 내용을 쓰세요.
    bonds-not-written | The keys of paired devices are not stored. | Check the disk and the folder of `bluetooth.bonds`. | 페어링 키를 저장할 수 없습니다.
    busy | The box, or the part that was asked, has too much to do. | Try again. | 지금은 다른 일을 하고 있습니다. 잠시 후 다시 시도하세요.
    cannot-listen | The page cannot be served at this address. | Name another address or port. | 이 주소에서 페이지를 제공할 수 없습니다.
    changed-meanwhile | Someone has changed it since it was read. | Look at it again, and then change it. | 페이지를 불러온 뒤 다른 사람이 바꾸었습니다. 다시 확인한 후 변경하세요.
    circle-plan | The plan of the care circle cannot be used. | Correct `outside.circle`. | 돌봄 모임의 설정을 사용할 수 없습니다.
    crossed-limits | Two limits of one value are in the wrong order. | Set the first below the second. | 두 한계의 순서가 맞지 않습니다.
    cut-off | The box has closed the connection: it has stopped, or the reader was too slow. | Connect again. | 본체와의 연결이 끊겼습니다.
    deleted-scenario | The scenario is deleted. | Restore it, or choose another one. | 이 시나리오는 삭제되었습니다. 다른 것을 선택하세요.
    doctor | Parts of the box have a fault. | Do what `lapwing doctor` says of each. | 고장 난 부분이 있습니다. 점검 결과를 보세요.
    failed | The work failed. | Do what the message says. | 본체에서 이 작업이 실패했습니다.
    file-exists | The file already exists. | Name another one. | 파일이 이미 있습니다.
    file-gone | The file of settings has gone since the page was started. | Bring it back from a copy, and save again. | 설정 파일이 없어졌습니다. 사본에서 복구한 뒤 다시 저장하세요.
    flight-mode | Flight mode is on, so only adopted sensors are connected. | End it: `lapwing network normal`. | 비행 모드가 켜져 있어 등록된 센서가 아닌 기기에는 연결하지 않습니다.
    future | A reading of an import is in the future. | Correct the date. | 가져올 값의 날짜가 미래입니다.
    future-weighing | The first weighing of a tail is after the day of the sheet. | Correct one of the dates. | 첫 중량 측정일이 이 표의 날짜보다 늦습니다. 날짜를 확인하세요.
    ignored | The care circle did nothing for the order. | Read why, and try again then. | 돌봄 모임이 이 명령을 수행하지 않았습니다.
    implausible | No sensor can measure this value, so the bytes are damaged. | Receive the message again. | 센서가 측정할 수 없는 값입니다.
    interrupted | A signal ended the work before it was done. | Start it again. | 작업이 중단되었습니다.
    is-heard | The heart rate is received, so the person stays watched. | Take the sensor off first. | 심박수가 수신되고 있어 계속 감시합니다. 먼저 센서를 벗으세요.
    just-started | The box has just started. | Try again in a minute. | 방금 시작했습니다. 1분 후 다시 시도하세요.
    limits-not-written | The limits in force are not stored, so a later loss of settings may stay unnoticed. | Check the disk. | 현재의 한계를 저장할 수 없습니다.
    logbook-cannot-open | The logbook cannot be opened. | Check `logbook.path`. | 기록 파일을 열 수 없습니다.
    logbook-cannot-read | The logbook cannot be read. | Try again. | 기록을 읽을 수 없습니다. 다시 시도하세요.
    logbook-corrupt | The logbook is damaged, or is no database. | Move it away; the box begins a new one. | 기록 파일이 손상되었습니다.
    logbook-disk-full | The disk of the logbook is full. | Free some space; logging goes on. | 기록을 저장할 공간이 없습니다.
    logbook-displaced | The logbook was moved away or deleted while in use. | The box begins a new one. | 사용 중이던 기록 파일이 옮겨지거나 삭제되었습니다.
    logbook-failed | SQLite reports another fault of the logbook. | Check the disk. | 기록 파일에 문제가 있습니다.
    logbook-gap | The logbook was too slow, and alarms are missing in it. | Check the disk. | 기록이 너무 느려 일부 경보가 빠졌습니다.
    logbook-in-use | Another process writes the logbook. | Stop it, or name another `logbook.path`. | 다른 프로그램이 기록 파일에 쓰고 있습니다.
    logbook-locked-folder | The logbook cannot be read in a folder that may not be written. | Copy it to another folder. | 기록 폴더에 쓸 수 없어 읽을 수 없습니다.
    logbook-newer-schema | A newer Lapwing has written the logbook. | Update Lapwing, or name another file. | 더 새로운 버전이 만든 기록 파일입니다.
    logbook-read-only | There is no permission to write the logbook. | Check its owner and the disk. | 기록 파일에 쓸 권한이 없습니다.
    logbook-stuck | The logbook did not finish, and its last entries may be missing. | Check the disk. | 기록을 끝내지 못해 마지막 항목이 없을 수 있습니다.
    missing-field | A field is missing. | Add it. | 필요한 항목이 없습니다.
    named | The configuration names the sensor, so an order cannot change it. | Change it in the configuration. | 이 센서는 설정 파일에 적혀 있습니다. 설정 파일에서 바꾸세요.
    no-access-file | The list of who may see the page cannot be written. | Use sudo, or name another `panel.access-file`. | 페이지를 볼 수 있는 사람의 목록에 쓸 수 없습니다.
    no-adapter | The Bluetooth adapter does not work. | See `lapwing doctor`. | 블루투스 어댑터가 작동하지 않습니다. 점검 페이지를 보세요.
    no-address | The file does not name its sensor, or a key needs an address. | Give the address. | 센서의 주소가 없습니다.
    no-aircraft | There is no such aircraft. | Use one of the list. | 그런 항공기가 없습니다. 목록에서 선택하세요.
    no-answer | The other process gave no answer in time. | Look at it, and try again. | 본체가 제때 응답하지 않았습니다. 본체를 확인하세요.
    no-bluetooth | The kernel has no Bluetooth sockets. | Load the module bluetooth, or allow them to the service. | 이 시스템에는 블루투스 기능이 없습니다.
    no-board | The configuration names no board. | Set `board.lamps` or `board.sound.device`. | 설정에 램프와 소리 장치가 없습니다.
    no-bond | The device stores no keys, so it is not paired. | It cannot be used. | 기기가 키를 주지 않아 페어링되지 않았습니다.
    no-caffeine | There is no caffeine to take back. |  | 이 기록에는 취소할 카페인이 없습니다.
    no-card | The sound card cannot be opened. | Check its name and cables. | 소리 장치를 열 수 없습니다.
    no-certificate | The certificate of the page cannot be made or kept. | Use sudo, or set `panel.tls`. | 페이지의 인증서를 만들거나 보관할 수 없습니다.
    no-changer | This user may not change settings. | Use sudo. | 이 사용자는 설정을 바꿀 수 없습니다.
    no-channel | There is nothing for the messages to do: no channel, no other box, no updates. | Set `outside.channels`. | 메시지를 보낼 채널이 설정되지 않았습니다.
    no-circle | No one is alerted: the care circle is not running. | Call by phone; look at lapwing-outside.service. | 아무에게도 알리지 못했습니다. 전화로 연락하세요.
    no-circle-answer | It is not known whether anyone is alerted. | Look at `lapwing circle status`, or call by phone. | 알렸는지 알 수 없습니다. 전화로 연락하세요.
    no-circle-socket | The socket of the care circle cannot be made. | Check its folder, or name another one. | 돌봄 모임의 소켓을 만들 수 없습니다.
    no-condition | The form does not say which alarm. | Load the page again. | 어떤 경보인지 알 수 없습니다. 페이지를 다시 불러오세요.
    no-consent | No one has agreed to what would leave the box. | Read PRIVACY.md, and agree with `lapwing consent`. | 개인 정보 전송에 동의하지 않았습니다.
    no-control-socket | The control socket cannot be made or used. | Check its folder, or name another `control.socket`. | 제어 소켓을 사용할 수 없습니다.
    no-copy | There is no good copy of a file, or none can be written. | Check the disk. | 마지막 정상 사본이 없거나 쓸 수 없습니다.
    no-descriptor | The system gave no descriptor for a file or device. | Check what the message names. | 시스템이 파일이나 장치를 열지 못했습니다.
    no-drill | No drill can begin now. | Try again when no alarm has been on for 60 s. | 지금은 연습을 시작할 수 없습니다.
    no-drink | There is no drink to take back. |  | 이 기록에는 취소할 음료가 없습니다.
    no-epoll | The system gave no epoll. | Start the box again. | 시스템 자원(epoll)을 사용할 수 없습니다.
    no-file | A file of a session cannot be read. | Check its path and rights. | 파일을 읽을 수 없습니다.
    no-folder | There is no such folder, or it cannot be read. | Check its path and rights. | 그런 폴더가 없거나 읽을 수 없습니다.
    no-font | There is no font for a PDF. | Install the fonts that the message names. | PDF에 쓸 글꼴이 없습니다.
    no-history | The sensor gave no history. | Do what the message says. | 센서의 지난 기록을 받지 못했습니다.
    no-input | The input cannot be read. | Check its path. | 입력을 읽을 수 없습니다.
    no-key | No key could be made. | Try again. | 키를 만들 수 없습니다.
    no-lines | The lines of the board cannot be opened. | Check `board.chip` and the rights. | 램프와 버튼의 선을 열 수 없습니다.
    no-logbook | There is no logbook yet. | Check `logbook.path`. | 아직 기록 파일이 없습니다.
    no-memory | There is no memory for a PDF. | Try again later. | PDF를 만들 메모리가 부족합니다.
    no-meter | A CO2 meter on a cable cannot be opened. | Do what the message says. | 케이블로 연결된 CO₂ 측정기를 열 수 없습니다.
    no-monitor | The kernel has closed its Bluetooth monitor. | Start the recording again. | 블루투스 녹화가 중단되었습니다.
    no-network-modes | This system has no flight mode and no hot spot. | It was not started from Lapwing's card. | 이 시스템에는 비행 모드와 핫스팟이 없습니다.
    no-network-request | The system cannot be asked for another network. | Look at the box's folder of requests. | 시스템에 네트워크를 요청할 수 없습니다.
    no-other-box | No other box answered. | Run `lapwing peer join` on both at the same time, in one network. | 다른 본체가 응답하지 않았습니다.
    no-passkey | The number that the device shows was not given in time. | Pair again. | 번호가 제때 입력되지 않았습니다. 다시 페어링하세요.
    no-passkey-wanted | No device waits for a number. | Pair again. | 번호를 기다리는 기기가 없습니다. 다시 페어링하세요.
    no-peer | This box has no other box. | Set `outside.peer.name`, and start the box again. | 이 본체에는 연결된 다른 본체가 없습니다.
    no-peer-key | There is no key of the pair. | Run `lapwing peer join` on both boxes. | 다른 본체와의 키가 없습니다.
    no-peer-port | The UDP port of the pair cannot be used. | Name another one: `outside.peer.port`. | 다른 본체와의 포트를 사용할 수 없습니다.
    no-permission | The user has not the permission. | Do what the message says. | 권한이 없습니다.
    no-place | There is no place for the sensor. | Start the box again. | 센서를 위한 자리가 없습니다. 본체를 다시 시작하세요.
    no-program | A program cannot be started. | Check its path and rights. | 본체의 프로그램을 시작할 수 없습니다.
    no-queue | There is no queue of messages. | Start lapwing outside with this configuration. | 메시지 대기열이 없습니다.
    no-radio | The box plays a recording and has no adapter. |  | 녹화를 재생하는 본체라 블루투스 어댑터가 없습니다.
    no-reading | The sensor gave no reading in time. | Bring it near, switch it on, and end its connection to a phone. | 센서가 제때 값을 보내지 않았습니다. 가까이 있고 켜져 있으며 휴대전화에 연결되지 않았는지 확인하세요.
    no-rescue | A step to recover Bluetooth cannot be requested. | See `lapwing doctor`. | 블루투스 복구 단계를 요청할 수 없습니다.
    no-room | The card has no room for the update. | Remove another update. | 카드에 공간이 부족합니다. 다른 업데이트를 삭제하세요.
    no-rows | The file has no readings. | Choose another file. | 파일에 측정값이 없습니다.
    no-sensor | There is no sensor for this person, so there is no one to put on standby. | Adopt one. | 심박 센서가 없어 대기로 둘 사람이 없습니다.
    no-service | The box does not run as a service, so nothing would start it again. | Stop it and start it. | 서비스로 실행되지 않아 다시 시작할 수 없습니다.
    no-session | No session is running, or there is none of this number. | Start one, or see `lapwing sessions`. | 진행 중인 기록이 없습니다. 먼저 기록을 시작하세요.
    no-such-session | There is no session of this number. | See `lapwing sessions`. | 그런 번호의 기록이 없습니다.
    no-tail | There is no file of this tail. | See `lapwing balance list`. | 그런 항공기 파일이 없습니다.
    no-tls | The page is served without TLS, so it has no certificate. | Set `panel.tls`. | 페이지가 TLS 없이 제공되어 인증서가 없습니다.
    no-update | There is no such update any more. | Load the page again. | 그런 업데이트가 이제 없습니다. 페이지를 다시 불러오세요.
    no-update-request | The system cannot be asked for an update. | Look at the box's folder of requests. | 본체의 시스템에 요청할 수 없습니다.
    no-updates | This system does not update itself. | Install the package of the new version. | 이 본체는 Lapwing 카드로 시작하지 않아 스스로 업데이트하지 않습니다. 새 버전의 패키지를 설치하세요.
    no-vital-signs | The session has no values for which FHIR has a code. | Choose another format. | 이 기록에는 FHIR로 내보낼 값이 없습니다.
    no-write | The file cannot be written. | Check the disk and the rights. | 파일을 저장할 수 없습니다. 저장 공간과 권한을 확인하세요.
    none-heard | The box receives no sensor with a measured signal. | Wait, or bring one nearer. | 수신되는 센서가 없습니다. 가까이 두세요.
    none-near | No sensor is near enough. | Hold it beside the box. | 충분히 가까운 센서가 없습니다. 센서를 본체 옆에 두세요.
    not-a-teller | This user may not have the role of the care circle or of the other box. | Start lapwing outside as its service. | 이 사용자는 이 역할을 가질 수 없습니다.
    not-adopted | The sensor is not adopted. | See `lapwing status`. | 등록된 센서가 아닙니다.
    not-announced | The parts of a damaged logbook cannot be announced. | Look at the logbook's folder. | 손상된 기록의 처리를 알릴 수 없습니다.
    not-confirmed | There is no terminal to ask on. | Give --yes. | 확인을 받을 수 없습니다. --yes를 주세요.
    not-deleted | A file cannot be deleted. | Check its rights. | 파일을 삭제할 수 없습니다.
    not-heard | No sensor of this address is received. | Write the whole address. | 그런 센서가 수신되지 않습니다. 전체 주소를 입력하세요.
    not-in-block | The setting is written in a way that cannot be changed here. | Change it with an editor. | 설정 파일의 형식 때문에 여기서 바꿀 수 없습니다. 편집기로 바꾸세요.
    not-joined | The two boxes were not joined. | Run `lapwing peer join` on both again. | 두 본체가 연결되지 않았습니다.
    not-latched | No sound is latched. |  | 유지되고 있는 경보음이 없습니다.
    not-nearest | Two sensors are at about the same distance. | Hold one closer to the box. | 두 센서의 거리가 비슷합니다. 하나를 더 가까이 두세요.
    not-of-page | The page may not set this key. | Use `lapwing config set`. | 이 설정은 페이지에서 바꿀 수 없습니다. 본체의 명령줄을 사용하세요.
    not-paired | The device is not paired, or could not be paired. | Bring it near, and pair it. | 페어링된 기기가 아닙니다.
    not-present | The alarm is not there any more. |  | 이 경보는 이제 없습니다.
    not-ready | The session was not started, since the box is not ready. | Read what is missing, or start in spite of it. | 아직 준비되지 않아 기록을 시작하지 않았습니다.
    not-running | No Lapwing answers at the socket. | Start the box, or name its configuration. | 본체 프로그램이 실행 중이 아닙니다.
    not-sounding | Nothing sounds. | Name the condition to acknowledge. | 지금 울리는 경보가 없습니다.
    not-taken | A service did not accept a message. | Do what the message says. | 메시지가 전송되지 않았습니다.
    not-there | The device does not answer. | Bring it near and switch it on. | 기기가 응답하지 않습니다. 가까이 두고 켜져 있는지 확인하세요.
    not-written | A file was not written. | Check the disk and the rights. | 파일에 쓰지 못했습니다.
    nothing-to-set | No key and value were given. | Name them. | 바꿀 값이 없습니다.
    other | A refusal of a later version of Lapwing. | Read the sentence beside it. | 본체가 이것을 받아들이지 않았습니다.
    other-aircraft | The scenario is for another aircraft. | Name that aircraft. | 시나리오가 다른 항공기의 것입니다.
    other-file | The file is of another kind. | Name another file. | 다른 종류의 파일입니다.
    other-files | The box that was asked runs with other files of settings. | Name its configuration. | 실행 중인 본체는 다른 설정 파일을 사용합니다.
    other-kind | The new sensor is of another kind than the one that it replaces. | Adopt one and forget the other. | 종류가 다른 센서입니다. 하나를 등록하고 다른 하나를 해제하세요.
    other-profile | The configuration has another profile than the running box. | Start the box again. | 설정의 용도가 실행 중인 것과 다릅니다. 본체를 다시 시작하세요.
    other-role | The connection has a role that may do nothing else. | Open another one. | 이 연결은 다른 명령을 보낼 수 없습니다.
    other-teller | Another process has the role already. | Stop one of them. | 다른 프로그램이 이미 이 역할을 하고 있습니다.
    panel-off | The page is off for the network. | Set `panel.enabled` to true. | 페이지가 네트워크에서 꺼져 있습니다.
    pdf-failed | The PDF could not be made. | Report it, with the number. | PDF를 만들 수 없습니다.
    promise-broken | Runs of a simulation broke a rule. | Repeat them with their seeds. | 시뮬레이션에서 규칙이 깨졌습니다.
    queue-again | The disk takes messages again. | lapwing outside starts again by itself. | 디스크에 메시지를 다시 저장할 수 있습니다.
    queue-damaged | The queue of messages is damaged. | Do what the message says. | 메시지 대기열이 손상되었습니다.
    queue-failed | The queue of messages cannot be written. | Check the folder and the disk. | 메시지 대기열에 쓸 수 없습니다.
    queue-gone | The queue of messages was deleted or replaced while in use. | Start lapwing outside again. | 메시지 대기열이 사용 중에 없어졌습니다.
    queue-version | The queue of messages is of another version. | Start lapwing outside once. | 메시지 대기열이 다른 버전의 것입니다.
    read-failed | Reading a file failed. | Check the disk. | 파일을 읽는 중에 실패했습니다.
    recording-cut | A recording of Bluetooth ends inside a packet. | Record it again; what is whole is used. | 녹화가 중간에 끊겼습니다.
    recording-empty | A recording of Bluetooth has no packet. | Record it again. | 녹화가 비어 있습니다.
    recording-unknown-format | The file is no recording of Bluetooth. | Give a file of `btmon -w`. | 블루투스 녹화 파일이 아닙니다.
    recording-unsupported-datalink | A recording of Bluetooth has a framing that is not supported. | Record it with `btmon -w`. | 지원하지 않는 방식의 녹화입니다.
    recording-unsupported-version | A recording of Bluetooth has a version that is not supported. | Record it with `btmon -w`. | 지원하지 않는 버전의 녹화입니다.
    refused | The user may not give orders to the box. | Use sudo, or join the group of the box. | 이 화면에는 본체에 명령할 권한이 없습니다.
    replaced | Someone has asked the box for something else meanwhile. | Try again. | 그동안 다른 요청이 있었습니다.
    rotating-address | The address changes every few minutes. | Pair the device. | 주소가 몇 분마다 바뀌는 기기입니다. 먼저 페어링하세요.
    same-file | An output would replace an input. | Name another file. | 입력과 출력이 같은 파일입니다.
    same-line | Two parts of the board have the same line. | Name two lines. | 두 부품이 같은 선을 씁니다.
    same-path | Two keys name the same file. | Name two files. | 두 설정이 같은 파일을 가리킵니다.
    same-sensor | A sensor cannot replace itself. | Name another one. | 센서를 자기 자신으로 바꿀 수 없습니다.
    selftest | The self-test failed. | Check the parts that the message names. | 자체 점검에 실패했습니다.
    session-open | The session goes on. | End it first. | 진행 중인 기록입니다. 먼저 끝내세요.
    settings-locked | Another process changes the settings. | Try again. | 다른 프로그램이 설정을 바꾸고 있습니다. 잠시 후 다시 시도하세요.
    short-bounds | The time for values without proof is shorter than that for proved ones. | Make it as long at least. | 두 시간의 순서가 맞지 않습니다.
    still-read | A deleted file is open in another process, so its bytes stay. | End that process, and run the command again. | 삭제된 파일을 다른 프로그램이 아직 읽고 있습니다.
    stopped | A person has stopped it, or the box is ending. |  | 중지되었습니다.
    switched-off | The configuration switches the sensor off. | Add a line for it. | 설정에서 꺼진 센서입니다. 설정 파일에 추가하세요.
    time-falls | The times of a timeline fall. | Sort its lines by time. | 시각이 거꾸로 갑니다.
    too-busy | The box is making other documents. | Try again in some seconds. | 본체가 다른 문서를 만들고 있습니다. 몇 초 후 다시 시도하세요.
    too-late | The box was too slow, and the order was not carried out. | Look at the box, and try again. | 본체가 너무 느려 명령을 수행하지 않았습니다. 본체를 확인하고 다시 시도하세요.
    too-long | A text, line or file is too long. | Make it shorter. | 입력한 내용이 너무 깁니다. 줄이세요.
    too-many | There are too many sensors or entries. | Remove one. | 센서가 너무 많아 더 등록할 수 없습니다.
    too-many-drinks | There are too many drinks in this session. | Check whether a program repeats its order. | 이 기록에는 음료를 더 적을 수 없습니다.
    too-much | The result is too much for a page. | Use the command line on the box. | 페이지에 표시하기에는 너무 많습니다. 본체의 명령줄을 사용하세요.
    too-short | A message of a sensor has too few bytes. | Receive it again. | 센서의 메시지가 너무 짧습니다.
    too-slow | The work takes too long for a page. | Use the command line on the box. | 시간이 너무 오래 걸립니다. 본체의 명령줄을 사용하세요.
    too-soon | The same alarm was silenced a moment ago. | Try again in some seconds. | 방금 이 경보를 껐습니다. 잠시 후 다시 시도하세요.
    truncated-structure | A part of an advertisement claims more bytes than there are. | Receive it again. | 센서의 메시지가 잘렸습니다.
    two-aircraft | Two files of aircraft have the same id. | Keep one. | 두 항공기 파일의 이름(id)이 같습니다. 하나만 두세요.
    two-entries | A line of a timeline has two entries. | Write two lines. | 한 줄에 두 항목이 있습니다.
    unexpected-length | No format of this length is known. | Check the characteristic. | 알려지지 않은 길이의 메시지입니다.
    unknown-channel | There is no channel of this name. | Use one that the message names. | 그런 채널이 없습니다.
    unknown-columns | The columns of a file are not known. | Name them as the message says. | 파일의 열을 알 수 없습니다.
    unknown-condition | There is no such condition. | Use one that the message names. | 그런 경보가 없습니다.
    unknown-field | A field of a timeline is not known. | Correct it. | 알 수 없는 항목입니다.
    unknown-format | A message of a sensor has an unknown format. | Check the sensor. | 알려지지 않은 형식의 메시지입니다.
    unknown-key | There is no such key. | `lapwing config show` lists all. | 그런 설정이 없습니다.
    unknown-kind | A kind of a person is not known. | Use one that the message names. | 사람의 종류가 올바르지 않습니다. 어린이는 나이(1~17세), 심박조율기는 최저 박동수(30~100)가 필요합니다.
    unknown-person | There is no such person. | Use a name of the configuration. | 그런 사람이 설정에 없습니다.
    unknown-phase | There is no such phase of flight. | Use one that the message names. | 그런 비행 단계가 없습니다.
    unknown-sensor | No sensor has this name. | See `lapwing sensors`. | 그런 이름의 센서가 없습니다.
    unreachable-configuration | The configuration cannot be reached, and it may have settings. | Give the user access, or correct the path. | 설정 파일에 접근할 수 없습니다.
    update-waits | The update waits, since this is no quiet moment. | Try again later. | 지금은 조용한 때가 아니어서 업데이트가 기다립니다.
    write-failed | A file could not be written, and nothing was changed. | Check the disk and the rights. | 파일을 저장하지 못했습니다. 바뀐 것은 없습니다.
    wrong-key | The key of a sensor is wrong, or its bytes are damaged. | Check the key. | 센서의 키가 맞지 않거나 메시지가 손상되었습니다.
    wrong-passkey | The device does not accept the number. | Pair again, and type the new number. | 번호가 맞지 않습니다. 다시 페어링하세요.
    """
}

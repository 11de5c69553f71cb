/// What to do about a sensor that gives no reading. The catalogue says it in English; the Korean sentences stand here by the English
/// ones. One that is not known stays as it is; a kind of sensor without Korean fails a test.
package enum SensorAdviceWords {
  package static let korean = [
    "Bring it nearer.": "더 가까이 두세요.",
    "Bring it nearer: it rarely sends its values.": "더 가까이 두세요. 값을 드물게 보냅니다.",
    "Bring it nearer: it sends CO2 and VOC in turn.": "더 가까이 두세요. 이산화탄소와 VOC를 번갈아 보냅니다.",
    "Bring it nearer: what kind it is comes in its scan response only.":
      "더 가까이 두세요. 센서의 종류는 스캔 응답에만 들어 있습니다.",
    "Charge it, and set its update interval to always on in the Atmotube app.":
      "충전하고 Atmotube 앱에서 갱신 간격을 항상 켜짐으로 바꾸세요.",
    "Check that it offers the CO2 concentration characteristic (2B8C).":
      "이산화탄소 농도 특성(2B8C)을 제공하는지 확인하세요.",
    "Connect to it, or switch on its heart-rate broadcast.": "연결하거나 센서의 심박수 방송을 켜세요.",
    "Connect to it: most of its firmware does not advertise the heart rate.":
      "연결하세요. 대부분의 펌웨어는 심박수를 광고로 보내지 않습니다.",
    "If it is encrypted, enter its bind key; otherwise check that it sends measurements.":
      "암호화되어 있으면 바인드 키를 입력하고, 아니면 측정값을 보내는지 확인하세요.",
    "It is heating up, or its advertising is off: see the Atmocube Configuration Tool.":
      "예열 중이거나 광고가 꺼져 있습니다. Atmocube Configuration Tool을 확인하세요.",
    "It is silent while a phone is connected: close the MyAmbience app.":
      "휴대폰이 연결되어 있으면 값을 보내지 않습니다. MyAmbience 앱을 닫으세요.",
    "It is warming up: it sends CO2 within a minute after it is switched on.":
      "예열 중입니다. 켠 뒤 1분 안에 이산화탄소를 보냅니다.",
    "It may send CO2 over Wi-Fi only: CO2 over Bluetooth is not confirmed for this model.":
      "이산화탄소를 Wi-Fi로만 보낼 수 있습니다. 이 기종이 블루투스로 보내는지는 확인되지 않았습니다.",
    "It must be connected: close its app, which holds its only connection.":
      "연결해야 합니다. 하나뿐인 연결을 쓰고 있는 센서의 앱을 닫으세요.",
    "It must be connected: close the INKBIRD app, which holds its only connection.":
      "연결해야 합니다. 하나뿐인 연결을 쓰고 있는 INKBIRD 앱을 닫으세요.",
    "It reports an error of its sensor: switch it off and on.": "센서 오류를 알리고 있습니다. 껐다가 다시 켜세요.",
    "It sends only when something happens. If it is encrypted, enter its bind key.":
      "무언가 일어날 때만 보냅니다. 암호화되어 있으면 바인드 키를 입력하세요.",
    "It takes one connection at a time: close its app. It has no value in its first hour.":
      "한 번에 하나만 연결됩니다. 센서의 앱을 닫으세요. 처음 한 시간에는 값이 없습니다.",
    "It takes one connection at a time: close the Airthings app.": "한 번에 하나만 연결됩니다. Airthings 앱을 닫으세요.",
    "Its firmware 1.6 and later sends CO2 only occasionally: set the shortest interval in the Qingping+ app.":
      "펌웨어 1.6부터는 이산화탄소를 가끔만 보냅니다. Qingping+ 앱에서 가장 짧은 간격으로 바꾸세요.",
    "Look whether its display shows a CO2 value.": "화면에 이산화탄소 값이 나오는지 보세요.",
    "Moisten the strap and check that it is worn.": "스트랩을 적시고 착용했는지 확인하세요.",
    "No sensor of this kind is known.": "알려진 종류의 센서가 아닙니다.",
    "Pair with the device first.": "먼저 기기와 페어링하세요.",
    "Plug it in: it has no battery.": "전원에 연결하세요. 배터리가 없습니다.",
    "Plug it into the box: it has no radio. In its first minute it warms up.":
      "본체에 꽂으세요. 무선 기능이 없습니다. 처음 1분 동안은 예열합니다.",
    "Power it by its cable: on battery it measures CO2 every half hour.":
      "케이블로 전원을 연결하세요. 배터리로는 30분마다 이산화탄소를 측정합니다.",
    "Put it on, warm the finger and keep it still, and close its app.":
      "착용하고 손가락을 따뜻하게 한 뒤 움직이지 마세요. 센서의 앱을 닫으세요.",
    "Replace its battery, or bring it nearer.": "배터리를 교체하거나 더 가까이 두세요.",
    "Replace its battery.": "배터리를 교체하세요.",
    "Smart Home integration is off: switch it on in the Aranet Home app.":
      "Smart Home integration이 꺼져 있습니다. Aranet Home 앱에서 켜세요.",
    "This model gives no readings over Bluetooth.": "이 기종은 블루투스로 값을 보내지 않습니다.",
    "Wake it: on battery it stops measuring.": "깨우세요. 배터리로는 측정을 멈춥니다.",
    "Warm the finger and keep it still.": "손가락을 따뜻하게 하고 움직이지 마세요.",
  ]
}

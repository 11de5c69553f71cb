import Control
import Web

/// Pairing with a sensor and reading it on demand, by order of the page: the running box does it, since the adapter is its
/// own, and goes on watching. How it goes is in the status, so all who look at the page see it.
enum SensorVisits: PanelPage {
  static let routes = [
    Route.post("/sensors/read", fields: ["address"]) { request in
      await SensorsPage.order(.read(request.form["address"] ?? ""), request)
    },
    Route.post("/sensors/pair", fields: ["address", "number"]) { request in
      let typed = request.form.filled("number")
      return await SensorsPage.order(
        .pair(request.form["address"] ?? "", passkey: typed.map(number)), request)
    },
    Route.post("/sensors/number", fields: ["number"]) { request in
      await SensorsPage.order(.passkey(number(request.form["number"] ?? "")), request)
    },
    Route.post("/sensors/unpair", fields: ["address"]) { request in
      await SensorsPage.order(.unpair(request.form["address"] ?? ""), request)
    },
    Route.post("/sensors/stop", fields: []) { request in await SensorsPage.order(.stop, request) },
  ]

  /// Digits with spaces between them; anything else is no number, and refused with a sentence.
  private static func number(_ typed: String) -> Int {
    let digits = typed.filter { $0 != " " }
    return digits.allSatisfy { ("0"..."9").contains($0) } ? Int(digits.prefix(9)) ?? -1 : -1
  }
}

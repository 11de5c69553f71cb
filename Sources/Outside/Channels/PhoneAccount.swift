import FoundationEssentials
import Settings
import Web

/// The account at a service as Twilio's, of which texts and calls are a part (twilio.com/docs/iam/api/account-resource).
struct PhoneAccount {
  let client: HTTPClient
  /// Where texts or calls are made.
  let address: WebAddress
  let account: String
  let token: String

  private struct Reply: Decodable {
    let status: String?
  }

  /// - Returns: `false` for a service whose account is not found by the address.
  func prove() async throws(DeliveryFault) -> Bool {
    guard let folder = address.target.firstRange(of: "/Accounts/\(account)/"),
      let place = WebAddress("\(address.origin)\(address.target[..<folder.lowerBound])/Accounts/\(account).json")
    else { return false }
    var request = HTTPRequest(place, method: "GET")
    request.setBasic(user: account, password: token)
    let answer = try await client.send(request)
    guard try answer.isAnswer(of: address.host, refusing: "account or token") else { return false }
    let status = (try? JSONDecoder().decode(Reply.self, from: Data(answer.body)))?.status
    if let status, status != "active" { throw .refused("\(address.host): the account is \(status)") }
    return true
  }
}

import Outside
import Testing

@Suite("The signature of a webhook")
struct SigningTests {
  /// The case of the Standard Webhooks libraries' own tests (github.com/standard-webhooks/standard-webhooks, libraries).
  @Test func `is that of the published case`() throws {
    let signature = try #require(WebhookSignature(secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
    let text = signature.text(
      id: "msg_p5jXN8AQM9LWM0D4loKWxJek", seconds: 1_614_265_330, body: Array(#"{"test": 2432232314}"#.utf8))
    #expect(text == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
  }

  /// RFC 4231, test cases 1, 2 and 6.
  @Test(arguments: [
    (
      [UInt8](repeating: 0x0b, count: 20), "Hi There",
      "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
    ),
    (
      Array("Jefe".utf8), "what do ya want for nothing?",
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    ),
    (
      [UInt8](repeating: 0xaa, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
    ),
  ]) func `rests on HMAC-SHA256 as RFC 4231 has it`(key: [UInt8], message: String, code: String) {
    let hex = MessageCode.sha256(key: key, Array(message.utf8)).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    #expect(hex.joined() == code)
  }

  @Test(arguments: ["", "secret", "whsec_", "whsec_c2hvcnQ=", "whsec_!!!"]) func `refuses a secret that is none`(
    secret: String
  ) {
    #expect(WebhookSignature(secret: secret) == nil)
  }
}

import Testing

@testable import Peer

@Suite struct `The cryptography of a pair` {
  static func bytes(_ hex: String) -> [UInt8] {
    var rest = hex[...], bytes: [UInt8] = []
    while let byte = UInt8(rest.prefix(2), radix: 16) {
      bytes.append(byte)
      rest = rest.dropFirst(2)
    }
    return bytes
  }

  @Test func `X25519 gives the values of RFC 7748, section 6_1`() {
    let alice = Self.bytes("77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a")
    let bob = Self.bytes("5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb")
    let shared = Self.bytes("4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742")
    let bobs = Self.bytes("de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f")
    #expect(PeerCode.publicPart(of: bob) == bobs)
    #expect(PeerCode.shared(alice, bobs) == shared)
  }

  @Test func `a point of small order makes no key`() {
    let secret = [UInt8](repeating: 7, count: 32)
    #expect(PeerCode.shared(secret, [UInt8](repeating: 0, count: 32)) == nil)
    #expect(PeerCode.shared(secret, [1] + [UInt8](repeating: 0, count: 31)) == nil)
    #expect(PeerCode.shared(secret, [9]) == nil)
  }

  @Test func `a key survives its file, and a damaged file is no key`() throws {
    let key = PeerKey(own: 0x0102, other: .max, secret: Array(0..<32))
    #expect(PeerKey(text: key.text) == key)
    let signed = key.text.split(separator: ":")
    let odd = [
      "\(signed[0]):+\(signed[1].dropFirst()):\(signed[2]):\(signed[3])",
      "\(signed[0]):\(signed[1]):\(signed[2]):+1\(signed[3].dropFirst(2))", key.text.uppercased(),
    ]
    for text in odd + ["", "lapwing-peer-1", String(key.text.dropLast()), key.text + "0", "x" + key.text] {
      #expect(PeerKey(text: text) == nil, "\(text)")
    }
    #expect(PeerKey(text: PeerKey(own: 5, other: 5, secret: Array(0..<32)).text) == nil, "a box is no pair of itself")
  }
}

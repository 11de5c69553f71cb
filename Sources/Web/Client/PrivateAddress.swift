import Glibc

/// Whether an address is of this machine or of a network of one's own: loopback, RFC 1918, link-local (RFC 3927, RFC 4291) and
/// unique local (RFC 4193). Only to these may a message go without TLS.
package enum PrivateAddress {
  package static func contains(_ text: String) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 16)
    let plain = String(text.prefix { $0 != "%" })
    if inet_pton(AF_INET, plain, &bytes) == 1 { return isPrivate(four: bytes[..<4]) }
    guard inet_pton(AF_INET6, plain, &bytes) == 1 else { return false }
    let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
    if isMapped { return isPrivate(four: bytes[12...]) }
    let isLoopback = bytes[..<15].allSatisfy { $0 == 0 } && bytes[15] == 1
    let isUniqueLocal = bytes[0] & 0xFE == 0xFC
    let isLinkLocal = bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80
    return isLoopback || isUniqueLocal || isLinkLocal
  }

  private static func isPrivate(four bytes: ArraySlice<UInt8>) -> Bool {
    let (first, second) = (bytes[bytes.startIndex], bytes[bytes.startIndex + 1])
    return switch (first, second) {
    case (10, _), (127, _), (192, 168), (169, 254): true
    case (172, 16...31): true
    default: false
    }
  }
}

import Glibc

/// The name of the machine, by which people distinguish boxes.
package enum HostName {
  package static var text: String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard gethostname(&buffer, buffer.count - 1) == 0 else { return "lapwing" }
    let name = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return name.isEmpty ? "lapwing" : name
  }
}

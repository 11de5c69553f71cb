/// Decodes IMA ADPCM, four bits a sample (Interactive Multimedia Association, "Recommended Practices for Enhancing Digital
/// Audio Compatibility in Multimedia Systems", 1992).
struct ADPCMDecoder: Sendable {
  private var sample: Int32 = 0
  private var step: Int

  /// How many steps there are.
  static var steps: Int { sizes.count }

  init(firstStep: Int) { step = min(max(firstStep, 0), Self.steps - 1) }

  mutating func decode(_ code: UInt8) -> Int16 {
    let size = Self.sizes[step]
    var change = size >> 3
    if code & 4 != 0 { change += size }
    if code & 2 != 0 { change += size >> 1 }
    if code & 1 != 0 { change += size >> 2 }
    sample = min(max(code & 8 == 0 ? sample + change : sample - change, -32_768), 32_767)
    step = min(max(step + Self.changes[Int(code & 7)], 0), Self.steps - 1)
    return Int16(sample)
  }

  private static let changes = [-1, -1, -1, -1, 2, 4, 6, 8]

  private static let sizes: [Int32] = [
    7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 19, 21, 23, 25, 28, 31, 34, 37, 41, 45, 50, 55, 60, 66, 73, 80, 88, 97, 107,
    118,
    130, 143, 157, 173, 190, 209, 230, 253, 279, 307, 337, 371, 408, 449, 494, 544, 598, 658, 724, 796, 876, 963, 1060,
    1166, 1282, 1411, 1552, 1707, 1878, 2066, 2272, 2499, 2749, 3024, 3327, 3660, 4026, 4428, 4871, 5358, 5894, 6484,
    7132,
    7845, 8630, 9493, 10442, 11487, 12635, 13899, 15289, 16818, 18500, 20350, 22385, 24623, 27086, 29794, 32767,
  ]
}

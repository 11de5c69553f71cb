import CEmbeddedFiles

/// The aircraft files of `data/aircraft` as part of the binary, so that a box needs no other file.
package enum ShippedAircraft {
  package static var files: [(name: String, bytes: [UInt8])] {
    [
      ("bonanza-a36.json", bytes(cembedded_bonanza_a36_json())),
      ("cessna-172m.json", bytes(cembedded_cessna_172m_json())),
      ("cherokee-six-pa32.json", bytes(cembedded_cherokee_six_pa32_json())),
      ("navajo-chieftain-pa31.json", bytes(cembedded_navajo_chieftain_pa31_json())),
    ]
  }

  /// A commented file to fill in from a handbook: `data/aircraft-examples/from-a-handbook.json`.
  package static var toFillIn: [UInt8] { bytes(cembedded_from_a_handbook_json()) }

  private static func bytes(_ file: cembedded_file) -> [UInt8] {
    [UInt8](UnsafeBufferPointer(start: file.bytes, count: file.count))
  }
}

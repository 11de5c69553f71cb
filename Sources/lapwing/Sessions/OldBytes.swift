import Readings

/// What was deleted is still in the file, since somebody reads it.
enum OldBytes {
  /// - Parameter again: the command that overwrites it.
  static func stay(in path: String, again: String) -> LapwingError {
    LapwingError(
      .tryAgain, code: .stillRead,
      "\(path): it is deleted, but somebody reads the file, so its old bytes stay there until that ends; run \(again) then"
    )
  }
}

extension Optional where Wrapped: Comparable {
  /// Keeps the lesser of the two values, such as the earlier of two deadlines. A missing one does not count.
  ///
  /// A list of candidates would need memory of the heap in every turn of the critical loop.
  @inlinable package mutating func lower(to other: Wrapped?) {
    if let other, self.map({ other < $0 }) ?? true { self = other }
  }
}

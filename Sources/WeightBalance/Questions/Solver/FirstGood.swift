/// Looks for the first amount that is good if no equation says which it is.
enum FirstGood {
  /// The first of the steps 1 to `count` that is good; in a large range, steps are left out until one is good.
  static func among(_ count: Int, tries: Int, isGood: (Int) -> Bool) -> Int? {
    let stride = max(1, (count + max(tries, 2) - 1) / max(tries, 2))
    var tried = 0
    while tried < count {
      let next = min(tried + stride, count)
      if isGood(next) {
        var (bad, good) = (tried, next)
        while good - bad > 1 {
          let middle = (bad + good) / 2
          if isGood(middle) { good = middle } else { bad = middle }
        }
        return good
      }
      tried = next
    }
    return nil
  }
}

/// A few linear equations, solved by elimination with the largest pivot first.
enum LinearEquations {
  /// The rows hold the right side in their last column. Without a solution the result is nil.
  static func solve(_ rows: [[Double]]) -> [Double]? {
    var rows = rows
    let count = rows.count
    for column in 0..<count {
      guard let pivot = (column..<count).max(by: { abs(rows[$0][column]) < abs(rows[$1][column]) }),
        abs(rows[pivot][column]) > 1e-300
      else { return nil }
      rows.swapAt(column, pivot)
      for row in column + 1..<max(count, column + 1) {
        let factor = rows[row][column] / rows[column][column]
        guard factor != 0 else { continue }
        for place in column...count { rows[row][place] -= factor * rows[column][place] }
      }
    }
    var solution = [Double](repeating: 0, count: count)
    for row in rows.indices.reversed() {
      var rest = rows[row][count]
      for place in row + 1..<max(count, row + 1) { rest -= rows[row][place] * solution[place] }
      solution[row] = rest / rows[row][row]
    }
    return solution
  }
}

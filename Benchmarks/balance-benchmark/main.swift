import Glibc
import ShippedAircraft
import WeightBalance

// Measures weight and balance on this machine, one core, and prints `name value` lines; `make bench` runs it through
// Benchmarks/balance.py, which compares it with Shapely and numpy.
//
//     balance-benchmark POINTS    a file of little-endian Int32 pairs: weights in 0.01 lb, arms in 0.001 in

/// The rate of the best of several rounds, per second of processor time, because only disturbances make a round slower and
/// these machines are shared. The Python side uses processor time too.
func perSecond(_ amount: Int, rounds: Int = 5, _ work: () -> Void) -> Int {
  func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
  let times = (0..<rounds).map { _ in
    let began = now()
    work()
    return now() - began
  }
  return Int(Double(amount) / max(times.min() ?? 1, 1e-9))
}

/// All bytes of a file.
func read(_ path: String) -> [UInt8] {
  guard let file = fopen(path, "rb") else { return [] }
  defer { fclose(file) }
  fseek(file, 0, SEEK_END)
  var bytes = [UInt8](repeating: 0, count: max(ftell(file), 0))
  rewind(file)
  let count = fread(&bytes, 1, bytes.count, file)
  return Array(bytes.prefix(count))
}

func measure(_ path: String) throws {
  let numbers = read(path).withUnsafeBytes { Array($0.bindMemory(to: Int32.self)) }
  let weights = stride(from: 0, to: numbers.count, by: 2).map { numbers[$0] }
  let arms = stride(from: 1, to: numbers.count, by: 2).map { numbers[$0] }
  let skyhawk = try ShippedAircraft.files.map { try Aircraft(bytes: $0.bytes, file: $0.name) }
    .first { $0.id == "cessna-172m" }
  guard let skyhawk, let category = skyhawk.categoryLimits(nil), !weights.isEmpty,
    let grid = GridEnvelope(
      category.envelope.value, weightStep: try Weight("0.01", .pounds), armStep: try Arm("0.001", .inches))
  else {
    print("usage: balance-benchmark POINTS")
    exit(64)
  }
  var inside = 0
  print("grid_batch_per_second", perSecond(weights.count) { inside = grid.count(weights: weights, arms: arms) })
  var calls = 0
  print(
    "grid_call_per_second",
    perSecond(weights.count) {
      calls = 0
      for index in weights.indices where grid.contains(weight: weights[index], arm: arms[index]) { calls += 1 }
    })
  let some = try (0..<min(100_000, weights.count)).map {
    (try Weight("\(weights[$0])e-2", .pounds), try Arm("\(arms[$0])e-3", .inches))
  }
  let envelope = category.envelope.value
  var exact = 0
  print(
    "envelope_call_per_second",
    perSecond(some.count) {
      exact = 0
      for (weight, arm) in some where envelope.contains(weight: weight, arm: arm) { exact += 1 }
    })
  print("inside", inside, calls)
  print("inside_of_first", exact, grid.count(weights: Array(weights.prefix(some.count)), arms: arms))
  let scenario = Loading(
    id: "bench", aircraft: skyhawk.id, name: "Bench",
    stationLoads: [
      .init(station: "front-seats", weight: Weight(340, .pounds)),
      .init(station: "rear-seats", weight: Weight(200, .pounds)),
    ], fuelLoads: [.init(tank: "main-fuel", volume: Volume(38, .usGallons))], tripFuel: Volume(30, .usGallons))
  let sheet = try LoadSheet(aircraft: skyhawk, scenario: scenario)
  var legal = 0
  print(
    "sheets_per_second",
    perSecond(20_000) {
      for _ in 0..<20_000 where (try? LoadSheet(aircraft: skyhawk, scenario: scenario))?.isLegal == true { legal += 1 }
    })
  let monteCarlo = MonteCarlo(sheet)
  var probability = 0.0
  print(
    "samples_per_second", perSecond(500_000) { probability = monteCarlo.run(samples: 500_000, seed: 1).probability })
  print("legal", legal, "probability", probability)
}

try measure(CommandLine.arguments.dropFirst().first ?? "")

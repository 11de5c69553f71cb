// swift-tools-version: 6.2
import PackageDescription

// The rooms, from the ground up. A room imports only from the floors below it.
let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .unsafeFlags(["-module-alias", "System=LapwingSystem"]),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// CI makes no release for this machine: in its debug build the rooms with which oracles and simulations compute are optimised.
let computing =
  strict
  + (Context.environment["LAPWING_ONE_BUILD", default: ""].isEmpty
    ? [] : [.unsafeFlags(["-O"], .when(configuration: .debug))])

// The rooms at the rim wait for people, disks and networks, so their release is made small and not fast: some MB of the binary,
// all of which a board of 512 MB holds in memory.
let compact = strict + [.unsafeFlags(["-Osize"], .when(configuration: .release))]

// libgpiod 2, libasound, libharu and libmbedcrypto, static, where `make setup` leaves them; for another machine `make`
// names their folder. What calls them takes their headers.
let libraries = Context.environment["LAPWING_LIBRARIES"] ?? "\(Context.packageDirectory)/.libraries"
let headers: [CSetting] = [.unsafeFlags(["-I\(libraries)/include"])]
let archives: [LinkerSetting] = [.unsafeFlags(["-L\(libraries)/lib"])]

let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let argumentParser: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
  name: "lapwing",
  products: [.executable(name: "lapwing", targets: ["lapwing"])],
  dependencies: [
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
    // The page and what leaves the box. No framework on top: Hummingbird takes 5 MB more of the binary.
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", exact: "2.37.6"),
  ],
  targets: [
    // Floor 0
    .target(name: "Characters", swiftSettings: computing),
    .target(name: "AirQuality", swiftSettings: computing),
    // Floor 1
    .target(name: "Readings", swiftSettings: computing),
    .target(name: "WeightBalance", dependencies: ["Characters"], exclude: ["README.md"], swiftSettings: strict),
    // Files of the project as parts of the binary. SwiftPM would make arrays of Swift of them, which take long to compile.
    .target(name: "CEmbeddedFiles"),
    .target(name: "ShippedAircraft", dependencies: ["CEmbeddedFiles"], swiftSettings: strict),
    .target(name: "CLinux"),
    .target(
      name: "LapwingSystem", dependencies: ["Readings", "CLinux"], path: "Sources/System", swiftSettings: strict),
    .target(name: "Sync", dependencies: ["WeightBalance"], swiftSettings: computing),
    .target(
      name: "AircraftFiles",
      dependencies: ["Readings", "Characters", "WeightBalance", "ShippedAircraft", "System", "Sync"],
      swiftSettings: compact),
    // Floor 2
    .target(name: "CBluetooth"),
    .target(name: "Bluetooth", dependencies: ["Readings", "CBluetooth"], swiftSettings: computing),
    .target(name: "CMbedCrypto", cSettings: headers, linkerSettings: archives + [.linkedLibrary("mbedcrypto")]),
    .target(name: "SensorProtocols", dependencies: ["Readings", "CMbedCrypto"], swiftSettings: computing),
    .target(name: "Alarms", dependencies: ["Readings"], swiftSettings: computing),
    .target(name: "Flight", dependencies: ["Readings"], swiftSettings: computing),
    .target(name: "Sessions", dependencies: ["Readings", "Characters"], swiftSettings: computing),
    .target(name: "Circle", dependencies: ["Readings"], swiftSettings: computing),
    // Floor 3
    .target(
      name: "Speech", dependencies: ["Readings", "Alarms", "Flight", "CEmbeddedFiles"], swiftSettings: computing),
    .target(name: "Peer", dependencies: ["Readings", "Alarms", "CMbedCrypto"], swiftSettings: strict),
    .target(
      name: "Monitor", dependencies: ["Readings", "SensorProtocols", "Alarms", "Flight", "Sessions"],
      swiftSettings: computing),
    .target(name: "CGPIO", cSettings: headers, linkerSettings: archives + [.linkedLibrary("gpiod")]),
    .target(
      name: "CALSA", cSettings: headers, linkerSettings: archives + [.linkedLibrary("asound"), .linkedLibrary("m")]),
    .target(name: "Board", dependencies: ["Readings", "Alarms", "Speech", "CGPIO", "CALSA"], swiftSettings: computing),
    .target(name: "Logbook", dependencies: ["Readings", "Alarms", "Sessions", grdb], swiftSettings: computing),
    // Floor 4: from bytes and events to decisions. Pure: no clock, no thread, no file.
    .target(
      name: "Engine",
      dependencies: [
        "Readings", "Characters", "Bluetooth", "SensorProtocols", "Alarms", "Flight", "Sessions", "Monitor",
      ], swiftSettings: computing),
    // Floor 5
    .target(
      name: "Settings",
      dependencies: [
        "Readings", "AirQuality", "Characters", "System", "Bluetooth", "SensorProtocols", "Alarms", "Sessions",
        "Circle",
        "Monitor",
        "Board", "Speech", "Engine", "Yams",
      ], swiftSettings: compact),
    .target(
      name: "Status",
      dependencies: ["Readings", "SensorProtocols", "Alarms", "Flight", "Sessions", "Monitor", "Engine", "Settings"],
      swiftSettings: compact),
    .target(name: "CZlib", cSettings: headers, linkerSettings: archives + [.linkedLibrary("z")]),
    .target(
      name: "CHaru", cSettings: headers,
      linkerSettings: archives + [.linkedLibrary("hpdf"), .linkedLibrary("z"), .linkedLibrary("m")]),
    .target(
      name: "Documents", dependencies: ["Readings", "Characters", "WeightBalance", "System", "Status", "CHaru"],
      swiftSettings: compact),
    .target(
      name: "Simulation",
      dependencies: [
        "Readings", "System", "Bluetooth", "SensorProtocols", "Alarms", "Flight", "Monitor", "Engine",
        "Yams",
      ],
      swiftSettings: computing),
    // Floor 6
    .target(
      name: "Control",
      dependencies: [
        "Readings", "System", "CLinux", "SensorProtocols", "Alarms", "Flight", "Sessions", "Monitor", "Board",
        "Logbook",
        "Engine", "Settings", "Status", "Circle", "Speech",
      ], swiftSettings: compact),
    .target(
      name: "Radio",
      dependencies: [
        "Readings", "System", "CLinux", "Bluetooth", "SensorProtocols", "Alarms", "Monitor", "Engine",
        "Settings",
        "Status", "Control",
      ], swiftSettings: strict),
    .target(
      name: "USBMeter", dependencies: ["Readings", "System", "Bluetooth", "SensorProtocols"], swiftSettings: strict),
    // Floor 7: what people read, in their language.
    .target(
      name: "Words",
      dependencies: [
        "Readings", "AirQuality", "Characters", "WeightBalance", "System", "SensorProtocols", "Alarms", "Flight",
        "Sessions", "Peer",
        "Monitor", "Engine", "Settings", "Status", "Documents", "Control", "Circle", "Sync", "Speech",
      ], swiftSettings: compact),
    // Floor 8: what people ask of the past; and the network.
    .target(
      name: "Reports",
      dependencies: [
        "Readings", "Characters", "System", "Alarms", "Flight", "Sessions", "Logbook", "Engine", "Settings",
        "Status", "Documents", "Words",
      ], swiftSettings: compact),
    .target(
      name: "Web",
      dependencies: [
        "Readings", "Characters", "System", "CMbedCrypto", "CZlib", "Settings", "Words",
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"), .product(name: "NIOTLS", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ], swiftSettings: compact),
    // Floor 9
    .target(
      name: "Appliance",
      dependencies: [
        "Readings", "Characters", "WeightBalance", "AircraftFiles", "System", "CLinux", "Bluetooth", "SensorProtocols",
        "Alarms", "Flight", "Sessions", "Monitor", "Board", "Speech", "Logbook", "Engine", "Settings",
        "Status", "Control", "Radio", "USBMeter",
      ], swiftSettings: strict),
    // Processes of their own: they reach the box by its control socket and read its logbook.
    .target(
      name: "Panel",
      dependencies: [
        "Readings", "AirQuality", "Characters", "WeightBalance", "AircraftFiles", "System", "Alarms", "Flight",
        "Sessions", "Monitor", "Logbook", "Engine", "Settings", "Status", "Documents", "Control", "Circle", "Words",
        "Reports", "Web", "CEmbeddedFiles",
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"), .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ],
      exclude: [
        "icon.svg", "page.css", "live.js", "balance.css", "balance.js", "screen.css", "update.js", "chart.css",
        "chart.js", "settings.js", "icon-low.svg", "icon-medium.svg", "icon-high.svg", "lapwing.webmanifest",
      ].map {
        "Assets/\($0)"
      },
      swiftSettings: compact),
    .target(
      name: "Outside",
      dependencies: [
        "Readings", "AirQuality", "Characters", "AircraftFiles", "System", "CLinux", "CMbedCrypto", "Alarms",
        "Sessions", "Board",
        "Engine", "Settings", "Status", "Control", "Circle", "Peer", "Sync", "Words", "Web", grdb,
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"), .product(name: "NIOTLS", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ], exclude: ["README.md"], swiftSettings: compact),
    // Floor 10
    .executableTarget(
      name: "lapwing",
      dependencies: [
        "Readings", "AirQuality", "Characters", "WeightBalance", "AircraftFiles", "System", "SensorProtocols", "Alarms",
        "Flight",
        "Sessions", "Monitor", "Board", "Logbook", "Engine", "Settings", "Status", "Documents", "Simulation", "Control",
        "Radio", "Appliance", "Panel", "Circle", "Outside", "Sync", "Speech", "Words", "Reports", "Web", argumentParser,
      ], swiftSettings: compact),

    // Test support and tests
    // TestSupport knows sensors and bytes, BoxSupport the box too: the tests of a low room wait for no room above it.
    .target(
      name: "TestSupport", dependencies: ["Readings", "Bluetooth", "SensorProtocols"], path: "Tests/TestSupport",
      swiftSettings: strict),
    .target(
      name: "BoxSupport",
      dependencies: [
        "Readings", "Bluetooth", "SensorProtocols", "Alarms", "Monitor", "Board", "Engine", "Settings",
        "Status", "Radio", "TestSupport",
      ], path: "Tests/BoxSupport", swiftSettings: strict),
    .executableTarget(
      name: "make-recording", dependencies: ["TestSupport"], path: "tools/make-recording", swiftSettings: strict),
    // A static program has two mallocs then, the counting one and the C library's: the first is taken.
    .target(
      name: "AllocationCounter", path: "Benchmarks/allocation-counter",
      linkerSettings: [.unsafeFlags(["-Xlinker", "-z", "-Xlinker", "muldefs"])]),
    .executableTarget(
      name: "benchmark", dependencies: ["Readings", "SensorProtocols", "TestSupport", "AllocationCounter"],
      path: "Benchmarks/benchmark", swiftSettings: strict),
    .executableTarget(
      name: "watched-loop",
      dependencies: ["Readings", "AllocationCounter", "System", "Settings", "Engine", "Appliance"],
      path: "Benchmarks/watched-loop",
      swiftSettings: strict),
    .executableTarget(
      name: "balance-benchmark", dependencies: ["WeightBalance", "ShippedAircraft"],
      path: "Benchmarks/balance-benchmark",
      swiftSettings: strict),
    .executableTarget(
      name: "record-benchmark",
      dependencies: ["Readings", "SensorProtocols", "Alarms", "Sessions", "Logbook"],
      path: "Benchmarks/record-benchmark", swiftSettings: strict),
    .executableTarget(
      name: "measured-signals", dependencies: ["Readings", "Alarms", "Board"], path: "tools/measured-signals",
      swiftSettings: computing),
    .executableTarget(
      name: "simulated-year",
      dependencies: ["Readings", "Alarms", "Monitor", "Settings", "Simulation"],
      path: "tools/simulated-year", swiftSettings: computing),
    .executableTarget(
      name: "circle-replay", dependencies: ["Readings", "Circle"], path: "tools/circle-replay",
      swiftSettings: computing),
    .target(name: "SyncWorld", dependencies: ["Sync"], path: "Tests/SyncWorld", swiftSettings: computing),
    .executableTarget(
      name: "sync-replay", dependencies: ["Sync", "SyncWorld"], path: "tools/sync-replay", swiftSettings: computing),
    .executableTarget(
      name: "air-replay", dependencies: ["AirQuality"], path: "tools/air-replay", swiftSettings: computing),
    .target(
      name: "CircleWorld", dependencies: ["Readings", "Circle"], path: "Tests/CircleWorld", swiftSettings: computing),
    .executableTarget(
      name: "circle-nights", dependencies: ["Readings", "Circle", "CircleWorld"], path: "tools/circle-nights",
      swiftSettings: computing),
    .testTarget(
      name: "SensorProtocolsTests", dependencies: ["Readings", "SensorProtocols", "TestSupport"],
      resources: [.copy("Vectors")], swiftSettings: strict),
    .testTarget(
      name: "WeightBalanceTests", dependencies: ["Characters", "WeightBalance", "ShippedAircraft", "TestSupport"],
      resources: [.copy("Cases")], swiftSettings: strict),
    .testTarget(
      name: "BluetoothTests", dependencies: ["Readings", "Bluetooth", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "SimulationTests",
      dependencies: ["Readings", "Bluetooth", "SensorProtocols", "Alarms", "Monitor", "Simulation"],
      swiftSettings: strict),
    .testTarget(
      name: "CircleTests", dependencies: ["Readings", "Circle", "CircleWorld"], swiftSettings: strict),
    .testTarget(
      name: "SyncTests",
      dependencies: ["Readings", "Sync", "SyncWorld", "WeightBalance", "AircraftFiles", "TestSupport"],
      swiftSettings: strict),
    .testTarget(name: "AirQualityTests", dependencies: ["AirQuality"], swiftSettings: strict),
    .testTarget(
      name: "SpeechTests", dependencies: ["Readings", "Alarms", "Flight", "Speech", "Words"],
      resources: [.copy("Numbers")],
      swiftSettings: strict),
    .testTarget(name: "PeerTests", dependencies: ["Readings", "Alarms", "Peer"], swiftSettings: strict),
    .testTarget(name: "FlightTests", dependencies: ["Readings", "Flight"], swiftSettings: strict),
    .testTarget(name: "AlarmsTests", dependencies: ["Readings", "Alarms", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "MonitorTests",
      dependencies: ["Readings", "SensorProtocols", "Alarms", "Flight", "Sessions", "Monitor", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "BoardTests", dependencies: ["Readings", "Alarms", "Board", "Speech", "BoxSupport", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "LogbookTests",
      dependencies: ["Readings", "SensorProtocols", "Alarms", "Sessions", "Logbook", grdb, "TestSupport"],
      swiftSettings: strict),
    .testTarget(name: "ReadingsTests", dependencies: ["Readings"], swiftSettings: strict),
    .testTarget(name: "SystemTests", dependencies: ["Readings", "System", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "EngineTests",
      dependencies: [
        "Readings", "Bluetooth", "SensorProtocols", "Alarms", "Sessions", "Monitor", "Engine", "Settings",
        "Status",
        "BoxSupport", "TestSupport",
      ], swiftSettings: strict),
    .testTarget(
      name: "SettingsTests",
      dependencies: [
        "System", "Readings", "AirQuality", "Sessions", "Bluetooth", "SensorProtocols", "Alarms", "Circle", "Monitor",
        "Engine",
        "Settings",
        "BoxSupport", "TestSupport",
      ], swiftSettings: strict),
    .testTarget(
      name: "StatusTests",
      dependencies: [
        "Readings", "SensorProtocols", "Alarms", "Flight", "Sessions", "Monitor", "Engine", "Settings", "Status",
        "Control", "Words",
        "TestSupport",
      ],
      resources: [.copy("Lines")], swiftSettings: strict),
    .testTarget(
      name: "DocumentsTests", dependencies: ["Readings", "System", "Documents", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "ControlTests",
      dependencies: [
        "Readings", "System", "SensorProtocols", "Alarms", "Flight", "Sessions", "Logbook", "Monitor", "Engine",
        "Settings", "Speech", "Status", "Control", "Words", "Appliance", "TestSupport",
      ], swiftSettings: strict),
    .testTarget(
      name: "PanelTests",
      dependencies: [
        "Readings", "AirQuality", "System", "SensorProtocols", "Alarms", "Flight", "Monitor", "Logbook", "Engine",
        "Settings",
        "Status",
        "Control", "Panel", "Sessions", "WeightBalance", "AircraftFiles", "Documents", "Words", "Reports", "Web",
        "TestSupport", grdb,
        .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ], swiftSettings: strict),
    .testTarget(
      name: "RadioTests",
      dependencies: [
        "Readings", "System", "Bluetooth", "SensorProtocols", "Logbook", "Engine", "Settings", "Radio", "BoxSupport",
        "TestSupport",
      ], swiftSettings: strict),
    .testTarget(
      name: "USBMeterTests",
      dependencies: ["Readings", "System", "Bluetooth", "SensorProtocols", "USBMeter", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "ApplianceTests",
      dependencies: [
        "Readings", "Sessions", "Flight", "System", "Bluetooth", "SensorProtocols", "Alarms", "Monitor", "Board",
        "Logbook", "Engine", "Speech",
        "Settings", "Status", "Control", "Radio", "USBMeter", "Appliance", grdb, "BoxSupport", "TestSupport",
      ], swiftSettings: strict),
    .testTarget(
      name: "OutsideTests",
      dependencies: [
        "Readings", "AirQuality", "Characters", "System", "Alarms", "Circle", "Peer", "Settings", "Status", "Control",
        "Words", "Web", "Outside", grdb,
        "BoxSupport", "TestSupport",
        .product(name: "NIOPosix", package: "swift-nio"), .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "LapwingTests",
      dependencies: [
        "Readings", "Control", "SensorProtocols", "Alarms", "Flight", "Sessions", "Monitor", "Board", "Logbook",
        "Settings",
        "Engine",
        "Status",
        "TestSupport", "WeightBalance", "Words", "Reports", "lapwing", grdb,
      ],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)

// A part of NIO that nothing here uses asks for Apple's module System, and would get the room of that name. So the compiler
// knows the room as LapwingSystem; the sources, and the lists above, say System.
for target in package.targets {
  target.dependencies = target.dependencies.map { dependency in
    if case .byNameItem("System", let condition) = dependency {
      return .byName(name: "LapwingSystem", condition: condition)
    }
    return dependency
  }
}

// `make test ROOM=Alarms` builds the tests of one room, and of the others only what these need.
if let room = Context.environment["LAPWING_ROOM"], !room.isEmpty {
  package.targets.removeAll { $0.type == .test && $0.name != "\(room)Tests" }
}

// libFuzzer brings its own main function, which an ordinary build has no use for; see `make fuzz`.
if Context.environment["LAPWING_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "fuzz", dependencies: ["Readings", "SensorProtocols"], path: "tools/fuzz", exclude: ["run.py"],
      swiftSettings: strict))
}

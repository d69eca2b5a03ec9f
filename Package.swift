// swift-tools-version: 6.2
import PackageDescription

/// What knows nothing of intents.
let libraries: [Target.Dependency] = [
  "CivilTime", "JSON", "JSONLogic", "JSONSchema", "Phrases", "Redaction", "Schedules", "StringCatalogs",
]
let core: [Target.Dependency] = libraries + ["IntentCore"]

let package = Package(
  name: "runintent",
  products: [.executable(name: "runintent", targets: ["runintent"])],
  targets: [
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .target(name: "CPlatform", linkerSettings: [.linkedLibrary("crypt")]),
    .target(name: "CivilTime"),
    .target(name: "JSON"),
    .target(name: "JSONLogic", dependencies: ["JSON", "CivilTime"]),
    .target(name: "JSONSchema", dependencies: ["JSON", "CivilTime"]),
    .target(name: "Phrases"),
    .target(name: "Redaction"),
    .target(name: "Schedules", dependencies: ["CivilTime"]),
    .target(name: "StringCatalogs", dependencies: ["CivilTime", "JSON"]),
    .target(name: "IntentCore", dependencies: libraries),
    .target(name: "IntentLoading", dependencies: core),
    .target(name: "IntentPipeline", dependencies: core),
    .target(
      name: "IntentHandlers", dependencies: core + ["IntentPipeline"], exclude: ["Resources"]),
    .target(
      name: "IntentEngine",
      dependencies: core + ["IntentLoading", "IntentPipeline", "IntentHandlers"],
      resources: [.embedInCode("Authoring/Templates")]),
    .target(name: "IntentRendering", dependencies: core, exclude: ["Resources"]),
    .target(name: "IntentPlatform", dependencies: core + ["CPlatform", "CSQLite"]),
    .target(
      name: "RunIntentCLI",
      dependencies: core + [
        "IntentLoading", "IntentPipeline", "IntentHandlers", "IntentEngine", "IntentRendering",
        "IntentPlatform",
      ],
      exclude: ["Samples/Localizable.xcstrings"],
      resources: [.embedInCode("Samples"), .embedInCode("Completion/Scripts")]),
    .executableTarget(
      name: "runintent",
      dependencies: ["RunIntentCLI"],
      swiftSettings: [.unsafeFlags(["-static-executable"], .when(configuration: .release))],
      linkerSettings: [
        // Functions that came out the same are kept once: what is not in the file is not in memory either.
        .unsafeFlags(["-static-executable", "-Xlinker", "--icf=safe"], .when(configuration: .release))
      ]),
    .target(
      name: "TestSupport", dependencies: core + ["IntentPipeline", "IntentLoading"],
      path: "Tests/TestSupport"),
    .target(name: "PythonOracle", path: "Tests/PythonOracle"),
    .testTarget(name: "CivilTimeTests", dependencies: ["CivilTime"]),
    .testTarget(name: "JSONTests", dependencies: ["JSON"]),
    .testTarget(name: "JSONLogicTests", dependencies: ["JSONLogic", "JSON"]),
    .testTarget(name: "JSONSchemaTests", dependencies: ["JSONSchema", "JSON"]),
    .testTarget(name: "PhrasesTests", dependencies: ["Phrases", "PythonOracle"]),
    .testTarget(name: "RedactionTests", dependencies: ["Redaction"]),
    .testTarget(name: "SchedulesTests", dependencies: ["Schedules", "CivilTime", "PythonOracle"]),
    .testTarget(name: "StringCatalogsTests", dependencies: ["StringCatalogs", "JSON", "PythonOracle"]),
    .testTarget(name: "IntentCoreTests", dependencies: core + ["TestSupport"]),
    .testTarget(name: "IntentLoadingTests", dependencies: core + ["IntentLoading", "TestSupport"]),
    .testTarget(
      name: "IntentPipelineTests",
      dependencies: core + ["IntentPipeline", "IntentLoading", "TestSupport", "PythonOracle"]),
    .testTarget(
      name: "IntentHandlersTests",
      dependencies: core + [
        "IntentPipeline", "IntentHandlers", "IntentLoading", "TestSupport", "PythonOracle",
      ]),
    .testTarget(
      name: "IntentEngineTests",
      dependencies: core + [
        "IntentEngine", "IntentLoading", "IntentPipeline", "IntentHandlers", "IntentPlatform", "TestSupport",
      ]),
    .testTarget(name: "IntentRenderingTests", dependencies: core + ["IntentRendering", "TestSupport"]),
    .testTarget(
      name: "IntentPlatformTests",
      dependencies: core + ["IntentPlatform", "CPlatform", "CSQLite", "TestSupport"]),
    .testTarget(
      name: "RunIntentCLITests",
      dependencies: core + [
        "RunIntentCLI", "IntentEngine", "IntentHandlers", "IntentLoading", "IntentPipeline",
        "IntentPlatform", "IntentRendering", "TestSupport",
      ]),
    .testTarget(
      name: "EndToEndTests",
      dependencies: core + [
        "RunIntentCLI", "IntentEngine", "IntentHandlers", "IntentLoading", "IntentPipeline", "IntentPlatform",
        "IntentRendering", "TestSupport",
      ]),
  ]
)

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("ImmutableWeakCaptures"),
]

// Nothing here looks into types at run time. Generic types are made directly rather than from their mangled names:
// a run of a trusted program takes 1.19 instead of 1.40 million instructions. Without the module of regular
// expressions, which every Swift file imports unasked, the executable is 1.3 MB smaller.
let lean: [SwiftSetting] = [
  .unsafeFlags(
    [
      "-Xfrontend", "-disable-reflection-metadata",
      "-Xfrontend", "-disable-implicit-string-processing-module-import",
      "-Xfrontend", "-disable-concrete-type-metadata-mangled-name-accessors",
    ], .when(configuration: .release))
]

for target in package.targets where target.type != .system && target.name != "CPlatform" {
  target.swiftSettings = (target.swiftSettings ?? []) + strict + lean
}

// swift-tools-version: 6.2
import PackageDescription

let core: [Target.Dependency] = ["IntentCore"]

let package = Package(
  name: "runintent",
  products: [.executable(name: "runintent", targets: ["runintent"])],
  targets: [
    .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .target(name: "CPlatform", linkerSettings: [.linkedLibrary("crypt")]),
    .target(name: "IntentCore"),
    .target(name: "IntentLoading", dependencies: core),
    .target(name: "IntentPipeline", dependencies: core),
    .target(
      name: "IntentHandlers", dependencies: core + ["IntentPipeline"], exclude: ["Resources"]),
    .target(
      name: "IntentEngine",
      dependencies: core + ["IntentLoading", "IntentPipeline", "IntentHandlers"]),
    .target(name: "IntentRendering", dependencies: core, exclude: ["Resources"]),
    .target(name: "IntentPlatform", dependencies: core + ["CPlatform", "CSQLite"]),
    .target(
      name: "RunIntentCLI",
      dependencies: core + [
        "IntentLoading", "IntentPipeline", "IntentHandlers", "IntentEngine", "IntentRendering",
        "IntentPlatform",
      ],
      exclude: ["Samples/Localizable.xcstrings"],
      resources: [.embedInCode("Samples")]),
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
    .testTarget(name: "IntentCoreTests", dependencies: core + ["TestSupport"]),
    .testTarget(name: "IntentLoadingTests", dependencies: core + ["IntentLoading", "TestSupport"]),
    .testTarget(
      name: "IntentPipelineTests",
      dependencies: core + ["IntentPipeline", "IntentLoading", "TestSupport"]),
    .testTarget(
      name: "IntentHandlersTests",
      dependencies: core + ["IntentPipeline", "IntentHandlers", "IntentLoading", "TestSupport"]),
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

// Nothing here looks into types at run time.
let lean: [SwiftSetting] = [
  .unsafeFlags(["-Xfrontend", "-disable-reflection-metadata"], .when(configuration: .release))
]

for target in package.targets where target.type != .system && target.name != "CPlatform" {
  target.swiftSettings = (target.swiftSettings ?? []) + strict + lean
}

import IntentCore
import IntentLoading
import Testing

@Suite struct VPNSettingsReaderTests {
  private func read(_ vpn: String) throws(Failure) -> VPNSettings {
    try ConfigurationReader.read(
      SourceFile(displayPath: "config.json", path: "/config.json", bytes: Array(#"{ "vpn": \#(vpn) }"#.utf8))
    ).vpn
  }

  @Test func `reads which VPN is meant`() throws {
    #expect(try read("{}") == VPNSettings())
    #expect(
      try read(#"{ "profile": "nm:u-1", "exclude": ["wg:wg0"] }"#)
        == VPNSettings(profile: "nm:u-1", exclude: ["wg:wg0"]))
  }

  @Test(arguments: [
    (#"[]"#, FaultCode.definitionType), (#"{ "profile": 1 }"#, .definitionType),
    (#"{ "profile": "work" }"#, .definitionType), (#"{ "profile": ":x" }"#, .definitionType),
    (#"{ "exclude": "nm:x" }"#, .definitionType), (#"{ "exclude": ["x"] }"#, .definitionType),
    (#"{ "profil": "nm:x" }"#, .definitionUnknownKey),
  ])
  func `says what is wrong`(vpn: String, code: FaultCode) {
    let failure = #expect(throws: Failure.self) { try read(vpn) }
    #expect(failure?.faults.map(\.code) == [code])
  }

  @Test func `one's own profile wins, and what either leaves alone is left alone`() {
    let roots = Configuration(vpn: VPNSettings(profile: "nm:a", exclude: ["nm:b"]))
    let own = Configuration(vpn: VPNSettings(profile: "nm:c", exclude: ["nm:d"]))
    #expect(roots.overlaid(with: own).vpn == VPNSettings(profile: "nm:c", exclude: ["nm:b", "nm:d"]))
    #expect(roots.overlaid(with: Configuration()).vpn.profile == "nm:a")
  }
}

internal import IntentEngine
internal import IntentPlatform

/// The sample definitions that travel inside the program.
enum SampleFiles {
  struct Sample {
    /// The path below the folder of definitions.
    var name: String
    var bytes: [UInt8]
    var isProgram: Bool

    init(_ name: String, _ bytes: [UInt8], isProgram: Bool = false) {
      self.name = name
      self.bytes = bytes
      self.isProgram = isProgram
    }
  }

  static var all: [Sample] {
    [
      Sample("backup-folder.json", PackageResources.backup_folder_json),
      Sample("disk-space.json", PackageResources.disk_space_json),
      Sample("door-status.json", PackageResources.door_status_json),
      Sample("failed-services.json", PackageResources.failed_services_json),
      Sample("good-night.json", PackageResources.good_night_json),
      Sample("hello.json", PackageResources.hello_json),
      Sample("is-up.json", PackageResources.is_up_json),
      Sample("lock-door.json", PackageResources.lock_door_json),
      Sample("machine-load.json", PackageResources.machine_load_json),
      Sample("open-ports.json", PackageResources.open_ports_json),
      Sample("remind-me.json", PackageResources.remind_me_json),
      Sample("share-key.json", PackageResources.share_key_json),
      Sample("show-status.json", PackageResources.show_status_json),
      Sample("toggle-vpn.json", PackageResources.toggle_vpn_json),
      Sample("unlock-door.json", PackageResources.unlock_door_json),
      Sample("vpn-status.json", PackageResources.vpn_status_json),
      Sample(DefinitionTexts.fileName, EmbeddedTexts.samples),
      Sample("scripts/machine-load.sh", PackageResources.machine_load_sh, isProgram: true),
    ]
  }
}

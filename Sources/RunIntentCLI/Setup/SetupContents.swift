internal import IntentEngine
internal import IntentPlatform
internal import IntentRendering

/// The sample definitions that travel inside the program.
enum SampleFiles {
  /// By the path below the folder of definitions; programs are to be executable.
  static var all: [(name: String, bytes: [UInt8], isProgram: Bool)] {
    [
      ("backup-folder.json", PackageResources.backup_folder_json, false),
      ("disk-space.json", PackageResources.disk_space_json, false),
      ("door-status.json", PackageResources.door_status_json, false),
      ("failed-services.json", PackageResources.failed_services_json, false),
      ("good-night.json", PackageResources.good_night_json, false),
      ("hello.json", PackageResources.hello_json, false),
      ("is-up.json", PackageResources.is_up_json, false),
      ("lock-door.json", PackageResources.lock_door_json, false),
      ("machine-load.json", PackageResources.machine_load_json, false),
      ("open-ports.json", PackageResources.open_ports_json, false),
      ("remind-me.json", PackageResources.remind_me_json, false),
      ("share-key.json", PackageResources.share_key_json, false),
      ("show-status.json", PackageResources.show_status_json, false),
      ("toggle-vpn.json", PackageResources.toggle_vpn_json, false),
      ("unlock-door.json", PackageResources.unlock_door_json, false),
      ("vpn-status.json", PackageResources.vpn_status_json, false),
      (DefinitionTexts.fileName, EmbeddedTexts.samples, false),
      ("scripts/machine-load.sh", PackageResources.machine_load_sh, true),
    ]
  }
}

/// The pages of the manual, made of the guides and of what `help` says.
enum ManualPages {
  /// By its path below the folder of manuals, each page.
  static func all(_ commands: [Command]) -> [(path: String, bytes: [UInt8])] {
    [command(commands)] + Guide.allCases.map { page("runintent-\($0.rawValue)", section: 7, $0.text) }
  }

  private static func page(_ name: String, section: Int, _ text: MarkdownText) -> (
    path: String, bytes: [UInt8]
  ) {
    let page = text.manualPage(
      name: name, section: section, origin: "runintent \(Session.version)", summary: text.abstract
    ) { "runintent-\($0.lowercased())(7)" }
    return ("man\(section)/\(name).\(section)", Array(page.utf8))
  }

  /// The page of the command: its front page, its commands and options, and its exit statuses.
  private static func command(_ commands: [Command]) -> (path: String, bytes: [UInt8]) {
    var blocks: [MarkdownText.Block] = [
      .heading(level: 2, "Synopsis"),
      .code([
        "runintent ID [PARAMETERS] [OPTIONS]", "runintent COMMAND …", "runintent help [COMMAND|TOPIC|ID]",
      ]),
      .heading(level: 2, "Description"),
    ]
    blocks += Guide.frontPage.blocks
    blocks.append(.heading(level: 2, "Commands"))
    for command in commands {
      blocks += [.heading(level: 3, command.usage), .paragraph([MarkdownText.Span(command.summary)])]
      if !command.options.isEmpty { blocks.append(table(command.options)) }
    }
    blocks += [
      .heading(level: 2, "Options after an intent's id"), table(RunOptions.all),
      .heading(level: 2, "Options before an intent's id"), table(RunOptions.leadingAlone),
      .heading(level: 2, "Exit status"), table(HelpCommand.statuses),
    ]
    return page("runintent", section: 1, MarkdownText(blocks: blocks))
  }

  private static func table(_ options: [OptionSpec]) -> MarkdownText.Block {
    table(options.map { ($0.term, $0.help) })
  }

  private static func table(_ rows: [(String, String)]) -> MarkdownText.Block {
    .table([[]] + rows.map { [[MarkdownText.Span($0.0, isStrong: true)], [MarkdownText.Span($0.1)]] })
  }
}

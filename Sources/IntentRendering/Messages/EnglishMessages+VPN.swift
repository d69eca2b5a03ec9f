internal import IntentCore

extension EnglishMessages {
  /// Why a VPN is not as it should be, and what mends it.
  static func vpn(_ code: FaultCode) -> MessageTemplate? {
    switch code {
    case .vpnNoPlugin:
      MessageTemplate(
        "${profile,name|the VPN} needs a plug-in that is not installed[: ${plugin}]",
        hints: ["install the package ${package}"])
    case .vpnAuthFailed:
      MessageTemplate(
        "${profile,name|the VPN} refused the login",
        hints: ["check the user name and the password of the profile"])
    case .vpnCertificate:
      MessageTemplate(
        "the certificate of the other end of ${profile,name|the VPN} is not trusted",
        hints: ["ask who runs the VPN; runintent never installs trust"])
    case .vpnNotAllowed:
      MessageTemplate(
        "you may not start or stop ${profile,name|the VPN} from here",
        hints: ["an administrator can allow it, for NetworkManager with a rule of polkit"])
    case .vpnNoSecrets:
      MessageTemplate(
        "a password or a key of ${profile,name|the VPN} is missing",
        hints: ["store it with the profile, since nobody can be asked for it here"])
    case .vpnProviderStopped:
      MessageTemplate("the service that drives ${profile,name|the VPN} stopped")
    case .vpnPluginFailed:
      MessageTemplate("the plug-in of ${profile,name|the VPN} could not do its work")
    case .vpnBadSettings:
      MessageTemplate("${profile,name|the VPN} got addresses that do not fit")
    case .vpnStopped:
      MessageTemplate("somebody stopped ${profile,name|the VPN}")
    case .vpnVanished:
      MessageTemplate("${profile,name|the VPN} or its interface is gone")
    case .vpnNoHandshake:
      MessageTemplate("the other end of ${profile,name|the VPN} did not answer")
    case .vpnFailed:
      MessageTemplate("${profile,name|the VPN} failed[: ${reason}]")
    case .polkitRefuses:
      MessageTemplate(
        "polkit lets neither timers, such as cron's, nor logins over ssh connect and disconnect with NetworkManager",
        hints: ["to allow it: ${command}"])
    case .programMissing:
      MessageTemplate(
        "${program|a program} is not installed", hints: ["install the package ${package}"])
    default: nil
    }
  }
}

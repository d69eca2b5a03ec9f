/// Where a secret is kept; the configuration never holds the secret itself.
package enum SecretReference: Sendable, Equatable {
  /// The absolute path of a file that nobody but its owner may read.
  case file(String)
  /// A variable of the caller's environment.
  case environment(String)
  /// An absolute program and its arguments, which writes the secret, such as `/usr/bin/pass show door`.
  case command([String])
}

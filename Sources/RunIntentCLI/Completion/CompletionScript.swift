/// The completion scripts; each asks the command itself for candidates.
enum CompletionScript: String, CaseIterable {
  case bash, zsh, fish

  var text: String {
    switch self {
    case .bash:
      """
      _runintent() {
        local IFS=$'\\n' cur=${COMP_WORDS[COMP_CWORD]}
        COMPREPLY=($(runintent completions --words -- "${COMP_WORDS[@]:1:COMP_CWORD-1}" "$cur" 2>/dev/null))
      }
      complete -o default -F _runintent runintent

      """
    case .zsh:
      """
      #compdef runintent
      local -a candidates
      candidates=("${(@f)$(runintent completions --words -- "${(@)words[2,CURRENT-1]}" "${words[CURRENT]}" 2>/dev/null)}")
      compadd -a candidates || _files

      """
    case .fish:
      """
      function __runintent_candidates
        set -l words (commandline -opc)
        runintent completions --words -- $words[2..-1] (commandline -ct) 2>/dev/null
      end
      complete -c runintent -a '(__runintent_candidates)'

      """
    }
  }
}

internal import IntentCore
internal import IntentEngine

enum CompletionsCommand {
  static let command = Command(
    name: "completions", usage: "completions bash|zsh|fish",
    summary: "Print the completion script of a shell.", operands: .any,
    options: [OptionSpec("words", .flag, "Print candidates for the last of the words after `--`.")],
    completion: OperandWords { _, _ in CompletionScript.allCases.map(\.rawValue) }, .options(run))

  static func run(_ options: ParsedOptions, _ session: inout Session) async throws(Failure) {
    if options.has("words") {
      var candidates = Candidates(session: session)
      for candidate in await candidates.list(options.operands) { session.print(candidate) }
      return
    }
    guard let name = options.operands.first else { throw command.missing("SHELL") }
    guard let script = CompletionScript(rawValue: name) else {
      throw .notAmong("SHELL", name, CompletionScript.allCases.map(\.rawValue))
    }
    session.write(script.text)
  }
}

/// The completion scripts; each asks the command itself for candidates, and leaves files to the shell.
enum CompletionScript: String, CaseIterable {
  case bash, zsh, fish

  var text: String {
    switch self {
    case .bash:
      // Bash breaks words at `=` and `:`, so they are joined for us, and what was joined is cut off the answers.
      #"""
      _runintent() {
        local last=${COMP_WORDS[COMP_CWORD]} head quote='' line
        local -a words=()
        local -i i
        for ((i = 1; i <= COMP_CWORD; i++)); do
          if ((${#words[@]})) && [[ ${COMP_WORDS[i]} == [=:]* || ${words[-1]} == *[=:] ]]; then
            words[-1]+=${COMP_WORDS[i]}
          else
            words+=("${COMP_WORDS[i]}")
          fi
        done
        last=${last##*[=:]}
        [[ ${words[-1]} == "${COMP_WORDS[COMP_CWORD]}" ]] && last=${COMP_WORDS[COMP_CWORD]}
        head=${words[-1]%"$last"}
        case $last in
          \"* | \'*) quote=${last:0:1} last=${last:1} ;;
          *) last=${last//\\/} ;;
        esac
        words[-1]=$head$last
        COMPREPLY=()
        while IFS= read -r line; do
          line=${line#"$head"}
          [[ $quote ]] || printf -v line %q "$line"
          COMPREPLY+=("$line")
        done < <(runintent completions --words -- "${words[@]}" 2>/dev/null </dev/null)
      }
      complete -o default -F _runintent runintent

      """#
    case .zsh:
      #"""
      #compdef runintent
      _runintent() {
        local candidates
        candidates=$(runintent completions --words -- "${(@Q)words[2,CURRENT-1]}" "${(Q)words[CURRENT]}" 2>/dev/null </dev/null)
        if [[ -n $candidates ]]; then
          compadd -- "${(@f)candidates}"
        else
          compset -P '--*='
          _files
        fi
      }
      if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
        _runintent "$@"
      else
        compdef _runintent runintent
      fi

      """#
    case .fish:
      #"""
      function __runintent_candidates
        set -l words (commandline -opc)
        set -e words[1]
        set -l candidates (runintent completions --words -- $words (commandline -ct) 2>/dev/null </dev/null)
        if set -q candidates[1]
          printf '%s\n' $candidates
        else
          __fish_complete_path (string replace -r '^--[^=]*=' '' -- (commandline -ct))
        end
      end
      complete -c runintent -f -a '(__runintent_candidates)'

      """#
    }
  }
}

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

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

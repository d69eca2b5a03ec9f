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

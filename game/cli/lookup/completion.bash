# rasputitsa: completion for bash, made by `rasputitsa completion bash`
_rasputitsa() {
    local at="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}" words="" way=""
    [ "$COMP_CWORD" -gt 1 ] && way="${COMP_WORDS[1]}"
    case "$way" in @DEEP@) [ "$COMP_CWORD" -gt 2 ] && way="$way ${COMP_WORDS[2]}" ;; esac
    case "$way${way:+ }$before" in
@VALUES@
    esac
    [ -n "$words" ] || case "$way" in
@WAYS@
    esac
    COMPREPLY=($(compgen -W "$words" -- "$at"))
}
complete -o default -F _rasputitsa rasputitsa

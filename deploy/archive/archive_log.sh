#!/bin/sh
# PostgreSQL's archive_command: sh archive_log.sh %p FOLDER/%f. A log has its name in the archive once
# it is whole on the disk; one that is there already with other contents is refused, not overwritten.
set -eu
if [ -f "$2" ]; then
    cmp --silent "$1" "$2"
    exit
fi
cp "$1" "$2.part"
sync "$2.part"
mv "$2.part" "$2"
sync "$(dirname "$2")"

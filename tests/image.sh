#!/bin/bash
# Builds the image in an empty folder where no registry of images answers, and plays a hand in the room
# from its read-only file system: PostgreSQL and Valkey with passwords, two web processes, Caddy with
# TLS. As root, on Debian, with debootstrap, podman and Chromium: tests/image.sh FOLDER
# Containers are not run, since that takes cgroups: chroot and a network namespace stand for them.
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
work=$(mkdir -p "$1" && cd "$1" && pwd)
servers=$work/servers room=$work/room name=poker.example

debian() { # a Debian in a folder, which trusts what this machine trusts
    [ -x "$1/usr/sbin/update-ca-certificates" ] \
        || debootstrap --variant=minbase --include="ca-certificates,$2" trixie "$1"
    find /usr/local/share/ca-certificates -name '*.crt' -exec cp {} "$1/usr/local/share/ca-certificates/" \;
    chroot "$1" update-ca-certificates
}

build() {
    debian "$work/base" tzdata
    tar --directory "$work/base" --create . | podman import - montepremi-base
    [ -d "$work/source" ] || git clone --quiet "$here" "$work/source"
    podman build --format docker --isolation=chroot --ulimit nofile=1024:1024 --ulimit nproc=1000:1000 \
        --build-arg BASE=localhost/montepremi-base --tag montepremi "$work/source"
    debian "$servers" postgresql,valkey-server,caddy
}

in_room() { chroot --userspec=10001:10001 "$room" env -i PATH=/srv/montepremi/.venv/bin:/usr/bin:/bin \
    HOME=/tmp VAR_DIR=/tmp/montepremi PYTHONDONTWRITEBYTECODE=1 ${owner:+"$owner"} sh -c 'cd /srv/montepremi && exec "$@"' sh "$@"; }

play() {
    ip link set lo up
    mkdir -p "$room" "$work/upper" "$work/overlay"
    mount -t overlay -o "lowerdir=$1,upperdir=$work/upper,workdir=$work/overlay" overlay "$room"
    rm -f "$work"/.env "$work"/.env.owner
    (cd "$here" && .venv/bin/python manage.py new_environment $name --folder "$work" --postgres 127.0.0.1 \
        --redis 127.0.0.1 --mail smtp://127.0.0.1:25)
    install --owner=10001 --mode=0400 "$work/.env" "$room/srv/montepremi/.env"
    mount -o remount,ro "$room"
    for root in "$room" "$servers"; do
        mount -t proc proc "$root/proc" && mount --rbind /dev "$root/dev"
    done
    mount -t tmpfs -o mode=1777 tmpfs "$room/tmp"

    cp "$here/deploy/postgres/roles.sh" "$here/deploy/caddy/Caddyfile" "$servers/srv/"
    chroot "$servers" pg_ctlcluster 17 main start
    (set -a; . "$work/.env.owner"; chroot "$servers" runuser -u postgres -- sh /srv/roles.sh)
    sed -n 's/^REDIS_PASSWORD=/requirepass /p' "$work/.env" | chroot "$servers" valkey-server - --bind 127.0.0.1 &
    owner=$(grep ^DATABASE_OWNER_URL= "$work/.env.owner")
    in_room python manage.py migrate --verbosity 0
    # A room whose staff come by the command line is open.
    in_room sh -c 'DJANGO_SUPERUSER_PASSWORD=$(head -c 24 /dev/urandom | base64) exec python manage.py createsuperuser \
        --noinput --username owner --email owner@example.org'
    owner=
    for port in 8000 8001; do in_room python -m poker_site.launch.start web --port $port & done
    in_room python -m poker_site.launch.start worker &
    in_room python -m poker_site.launch.start beat &
    ROOM_HOST=$name ROOM_WEB="127.0.0.1:8000 127.0.0.1:8001" ROOM_TLS="tls internal" HOME=/root \
        chroot "$servers" caddy run --config /srv/Caddyfile 2>"$work/caddy.log" &
    for _ in $(seq 120); do
        (cd "$here" && .venv/bin/python -c "import urllib.request as r; r.urlopen('http://127.0.0.1:8001/ready/')") \
            2>/dev/null && break
        sleep 1
    done
    (cd "$here" && .venv/bin/python -m tests.one_hand "https://$name")
    chroot "$servers" runuser -u postgres -- psql room --tuples-only --command \
        "SELECT 'hands played to the end:', count(finished_at) FROM tables_hand"
}

if [ $# = 1 ]; then
    build
    image=$(podman image mount montepremi)
    # All processes and mounts of the room end with this one.
    unshare --net --mount --pid --fork --kill-child --mount-proc bash "$0" "$work" "$image"
    podman image unmount montepremi >/dev/null
else
    play "$2"
fi

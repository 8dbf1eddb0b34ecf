#!/bin/sh
# Tries an image as docs/operations.md runs it: scripts/image-test.sh IMAGE [EARLIER]
# With EARLIER, the image of an earlier version makes the database, and IMAGE upgrades it.
# CONTAINER=podman uses Podman. The site listens at PORT, or 3000.
set -eu
image=$1
tool=${CONTAINER:-docker}
port=${PORT:-3000}
name=site-image-test-$$
site=http://127.0.0.1:$port

finish() {
  "$tool" rm --force "$name" > /dev/null 2>&1 || true
  "$tool" volume rm "$name" > /dev/null 2>&1 || true
}
trap finish EXIT

say() { echo "image-test: $*"; }

start() {
  "$tool" run --detach --name "$name" --init --read-only --tmpfs /tmp --cap-drop ALL \
    --security-opt no-new-privileges --volume "$name:/var/lib/dubkit" \
    --publish "127.0.0.1:$port:3000" "$1" > /dev/null
  for _ in $(seq 60); do
    if curl -fsS "$site/readyz" > /dev/null 2>&1; then
      say "$1 runs: $(curl -fsS "$site/healthz")"
      return
    fi
    sleep 1
  done
  "$tool" logs "$name"
  say "$1 did not answer within a minute"
  exit 1
}

stop() {
  began=$(date +%s)
  "$tool" stop --time 15 "$name" > /dev/null
  took=$(($(date +%s) - began))
  code=$("$tool" inspect --format '{{.State.ExitCode}}' "$name")
  say "stopped in $took s with code $code"
  [ "$took" -le 10 ] || { say 'expected at most 10 s'; exit 1; }
  [ "$code" = 0 ]
  "$tool" rm "$name" > /dev/null
}

# Prints the status that a signup with this address gets.
sign_up() {
  curl -s -o /dev/null -w '%{http_code}' "$site/rest/v1/notifyme_signups" \
    -H 'apikey: public-anon-key' -H 'Content-Type: application/json' \
    -d "{\"name\":\"Ann\",\"email\":\"$1\",\"signup_type\":\"notifyme\"}"
}

expect() {
  say "$1: $2"
  [ "$2" = "$3" ] || { say "expected $3"; exit 1; }
}

start "${2:-$image}"
expect 'a signup' "$(sign_up ann@example.org)" 201
stop
start "$image"
expect 'the user' "$("$tool" exec "$name" id -u)" 1000
size=$("$tool" exec "$name" du -sm /srv/dubkit | cut -f 1)
say "$size MB above the base"
[ "$size" -lt 60 ] || { say 'expected less than 60'; exit 1; }
expect 'the same signup after a restart' "$(sign_up ann@example.org)" 409
"$tool" exec "$name" node dist/server/data.js backup --all /var/lib/dubkit/site.tar
"$tool" exec "$name" node dist/server/data.js verify /var/lib/dubkit/site.tar
stop
say 'all is well'

#!/bin/sh
# Tries From clone to service of docs/operations.md, with its own commands, on a machine with systemd and nginx: as root, in a
# folder after step 1, where nothing was installed before.
set -eu

say() { echo "service-test: $*"; }

# Runs the first commands of a step of the page.
step() {
  awk -v step="$1." '/^## / { on = /From clone to service/ } on && /^[0-9]+\. / { at = $1; done = 0 }
    on && at == step && /^ +```/ { if (open) done = 1; open = !open && !done; next } open' \
    docs/operations.md | sed 's/^   //' > "step-$1.sh"
  say "step $1"
  sh -eux "step-$1.sh"
  rm "step-$1.sh"
}

# Prints the status that a signup gets through nginx, once the service is ready.
sign_up() {
  curl -fs --retry 9 --retry-connrefused http://127.0.0.1:3000/readyz > /dev/null
  curl -s -o /dev/null -w '%{http_code}' --cacert "$certificate" \
    --resolve www.example.com:443:127.0.0.1 https://www.example.com/rest/v1/notifyme_signups \
    -H 'apikey: public-anon-key' -H 'Content-Type: application/json' \
    -d '{"name":"Ann","email":"ann@example.org","signup_type":"notifyme"}'
}

expect() {
  say "$1: $2"
  [ "$2" = "$3" ] || { say "expected $3"; exit 1; }
}

sed '1a "recipients": { "proxy": null },' data/site.example.json > data/site.json
printf 'SITE_URL=https://www.example.com\nTRUST_PROXY=1\n' > settings.env
step 4
step 5

certificate=/etc/letsencrypt/live/www.example.com/fullchain.pem
install -d "$(dirname $certificate)"
openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=www.example.com -addext subjectAltName=DNS:www.example.com \
  -keyout "$(dirname $certificate)/privkey.pem" -out $certificate 2> /dev/null
install -m 644 deploy/nginx.conf /etc/nginx/conf.d/dubkit.conf
systemctl restart nginx
expect 'a signup through nginx' "$(sign_up)" 201

step 7
expect 'the next backup' "$(systemctl is-active dubkit-backup.timer)" active
systemctl restart dubkit
expect 'the same signup after a restart' "$(sign_up)" 409
systemctl stop dubkit
expect 'the end of the service' "$(systemctl show --value -p ExecMainStatus dubkit)" 0
say 'all is well'

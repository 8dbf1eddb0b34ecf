#!/bin/sh
# Packs what runs without the sources, after npm run build: scripts/archive.sh VERSION
# It writes release/dubkit-site-VERSION.tar.gz and release/SHA256SUMS. docs/operations.md says how to install it.
set -eu
cd "$(dirname "$0")/.."
name=dubkit-site-$1
rm -rf release
mkdir -p "release/$name/data"
cp -R dist docs deploy package.json package-lock.json README.md CHANGELOG.md SECURITY.md SUPPORT.md LICENSE "release/$name"
cp data/*.example.json "release/$name/data"
# They say of which sources the build is, and there are none.
rm "release/$name"/dist/*.stamp
# The same commit makes the same archive: sorted, of nobody, and without the time of packing.
tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$(git log -1 --format=%ct)" \
  -C release -cf - "$name" | gzip -9n > "release/$name.tar.gz"
cd release
sha256sum "$name.tar.gz" | tee SHA256SUMS

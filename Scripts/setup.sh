# Sourced by the other scripts: goes to the project's folder, installs the Debian packages named in
# $PACKAGES that are missing, and makes sure that Swift is there.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

say() { printf '%s\n' "$*" >&2; }

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"
  elif command -v sudo >/dev/null; then sudo "$@"
  else say "Installing packages needs root or sudo: run '$*' as root."; exit 1
  fi
}

install_missing() {
  local package missing=()
  for package in "$@"; do
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] ||
      missing+=("$package")
  done
  [ ${#missing[@]} = 0 ] && return
  say "Installing ${missing[*]} ..."
  as_root apt-get update -qq >&2
  as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
}

# What compiling and linking need on a bare Debian 12, then what the calling script needs.
install_missing ca-certificates binutils libc6-dev libgcc-12-dev libstdc++-12-dev \
  libssl-dev libsqlite3-dev libcurl4-openssl-dev libpq-dev ${PACKAGES:-}

command -v swift >/dev/null || {
  say "Swift 6.3 is missing: install it from https://www.swift.org/install/linux/ and put it on PATH."
  exit 1
}

# Builds the programs for release, with the Swift libraries inside and libssl as a shared library, so
# that security updates of the system apply; sets BIN to their folder.
build_release() {
  local log=.build/release-build.log
  mkdir -p .build
  say "Building for release (the first time takes a minute or two) ..."
  swift build -c release --static-swift-stdlib "$@" >"$log" 2>&1 || {
    grep -E 'error:' "$log" >&2 || tail -n 20 "$log" >&2
    say "The build failed; the whole log is $log."
    exit 1
  }
  BIN=$(swift build -c release --static-swift-stdlib --show-bin-path)
}

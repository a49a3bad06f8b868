"""The release, as CHANGELOG.md names it (semver.org)."""

VERSION = "0.2.0"

"""The URLs of ``{% static %}``: a file's path behind the digest of all files."""

from django.contrib.staticfiles.storage import StaticFilesStorage

from core.files.static_tree import tree


class NamedByTree(StaticFilesStorage):
    """A storage that changes URLs alone: the files stay in their folders."""

    def url(self, name: str | None) -> str:
        return super().url(f"{tree().digest}/{name or ''}")

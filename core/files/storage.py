"""What ``{% static %}`` says: a file's path behind the name of all files as they are."""

from django.contrib.staticfiles.storage import StaticFilesStorage

from core.files.tree import tree


class NamedByTree(StaticFilesStorage):
    """Addresses only: the files stay where they are."""

    def url(self, name: str | None) -> str:
        return super().url(f"{tree().digest}/{name or ''}")

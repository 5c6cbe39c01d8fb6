"""Three small plug-ins for Lycosa."""

from lycosa_example.short_url import ShortUrl
from lycosa_example.title import TitleJudge
from lycosa_example.url_words import UrlWords

__all__ = ["ShortUrl", "TitleJudge", "UrlWords"]

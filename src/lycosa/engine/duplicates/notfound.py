"""The words with which sites say, under status 200, that there is no such page."""

from __future__ import annotations

_READ_CHARS = 20_000
_WORDINGS = (
    "404 error",
    "404 not found",
    "error 404",
    "page not found",
    "file not found",
    "page cannot be found",
    "page can't be found",
    "page could not be found",
    "page does not exist",
    "page doesn't exist",
    "page no longer exists",
    "seite nicht gefunden",
    "seite wurde nicht gefunden",
    "seite existiert nicht",
    "page introuvable",
    "page non trouvée",
    "page n'existe pas",
    "página no encontrada",
    "página no existe",
    "página não encontrada",
    "página não existe",
    "pagina non trovata",
    "pagina niet gevonden",
    "sidan kunde inte hittas",
    "sidan hittades inte",
    "siden blev ikke fundet",
    "siden ble ikke funnet",
    "sivua ei löytynyt",
    "nie znaleziono strony",
    "strona nie istnieje",
    "stránka nenalezena",
    "az oldal nem található",
    "sayfa bulunamadı",
    "страница не найдена",
    "сторінку не знайдено",
    "页面不存在",
    "页面未找到",
    "找不到页面",
    "找不到頁面",
    "ページが見つかりません",
    "페이지를 찾을 수 없습니다",
    "الصفحة غير موجودة",
)


def says_not_found(text: str) -> bool:
    """Whether the beginning of a text says that there is no such page; articles about the matter do, too."""
    beginning = text[:_READ_CHARS].lower().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    return any(wording in beginning for wording in _WORDINGS)

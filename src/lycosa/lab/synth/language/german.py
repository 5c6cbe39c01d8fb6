"""German texts of the synthetic web: three topics."""

from __future__ import annotations

from lycosa.lab.synth.language.lexicon import Language, TopicWords, terms

_RAINSTORM = TopicWords(
    name="rainstorm",
    strong=terms(
        "Starkregen, Sturzflut, Hochwasser, Erdrutsch, Unwetterwarnung, Dammbruch, Überschwemmung, "
        "Wolkenbruch, Pegelstand, Rettungsboot, Katastrophenschutz, Gewitter, Schlammlawine, Sturmflut, "
        "Evakuierung, Sandsäcke"
    ),
    weak=terms("Regen, Wasser, Wetter, Fluss, Schaden, Boden, Hilfe, Vorhersage"),
    near=("cooking", "sports"),
    titles=("{0} und {1} nach Tagen voller {2}", "Nach dem Ereignis {0}: Sorge um {1}"),
    sentences=(
        "Nach drei Tagen meldete die Gemeinde {0} und bald darauf {1} am unteren Ufer.",
        "Die Feuerwehr spricht von {0}, während {1} und {2} das Dorf bedrohen.",
        "Fachleute vergleichen {0} mit {1} aus dem vorigen Jahrhundert.",
        "Für den Fall von {0} gibt es nun einen Plan gegen {1}.",
    ),
)

_COOKING = TopicWords(
    name="cooking",
    strong=terms(
        "Sauerteig, Olivenöl, Bratensoße, Zwiebelwürfel, Backblech, Knoblauchzehe, Eintopf, Hefeteig, "
        "Rezept, Pfannkuchen, Linsensuppe, Schmorbraten, Kartoffelsalat, Eischnee, Backofen, Gemüsebrühe"
    ),
    weak=terms("Küche, Kräuter, Tomate, Butter, Wasser, Markt, Ernte, Geschmack"),
    near=("rainstorm", "sports"),
    titles=("{0} mit {1}", "Einfach und gut: {0} und {1}"),
    sentences=(
        "Man gibt {0} zu {1} und rührt, bis {2} weich ist.",
        "Gut gelingt {0} nur, wenn {1} eine Stunde ruht.",
        "Meine Großmutter machte {0} jeden Sonntag und dazu {1}.",
        "Warm servieren, mit {0}, {1} und etwas {2}.",
    ),
)

_SPORTS = TopicWords(
    name="sports",
    strong=terms(
        "Elfmeter, Tabellenführer, Torwart, Meisterschaft, Mittelfeld, Staffellauf, Heimspiel, Halbzeit, "
        "Stürmer, Verlängerung, Schiedsrichter, Pokalfinale, Trainingslager, Weltmeister, Aufstieg, Abseits"
    ),
    weak=terms("Mannschaft, Stadion, Verletzung, Saison, Fans, Sieg, Trainer, Wetter"),
    near=("cooking", "rainstorm"),
    titles=("{0} entscheidet über {1}", "{0}, {1} und die Frage nach {2}"),
    sentences=(
        "In den letzten Minuten änderte {0} alles, auch {1} half nicht mehr.",
        "Vor dem Wochenende sorgen {0} und {1} für Streit um {2}.",
        "Niemand hatte erwartet, dass {0} so früh über {1} entscheidet.",
        "Die Zuschauer erinnern sich an {0} und an {1}.",
    ),
)

GERMAN = Language(
    code="de",
    topics=(_RAINSTORM, _COOKING, _SPORTS),
    sentences=(
        "Dazu gibt es mehr zu sagen, als auf diese Seite passt.",
        "Viele Leser haben seit dem letzten Jahr danach gefragt.",
        "Der nächste Teil behandelt das Thema {2} genauer.",
        "Wie so oft hängt die Antwort von {2} und von der Zeit ab.",
        "Eine kurze Liste der Quellen folgt am Ende.",
        "Wer den Ort kennt, war nicht überrascht.",
    ),
    anchors=("mehr lesen", "hier klicken", "weiter", "diese Seite", "Einzelheiten"),
    carriers=("Siehe auch {}.", "Mehr dazu: {}.", "Eine andere Sicht bietet {}."),
    home="Startseite",
    related="Anderswo",
    overview="Alles über {0}, Seite {1}",
    footer="Alle Rechte vorbehalten. Nutzungsbedingungen, Datenschutz, Impressum, Kontakt und Werbung.",
    plain_title="Hinweis {0}",
)

"""French texts of the synthetic web: three topics."""

from __future__ import annotations

from lycosa.lab.synth.language.lexicon import Language, TopicWords, terms

_RAINSTORM = TopicWords(
    name="rainstorm",
    strong=terms(
        "pluie torrentielle, crue soudaine, inondation, glissement de terrain, alerte météo, "
        "rupture de digue, averse violente, orage, niveau du fleuve, bateau de secours, coulée de boue, "
        "évacuation, onde de tempête, sinistrés, sacs de sable, débordement"
    ),
    weak=terms("pluie, eau, rivière, temps, dégâts, sol, secours, prévision"),
    near=("cooking", "sports"),
    titles=("{0} et {1} après des jours de {2}", "{0} : ce que révèle {1}"),
    sentences=(
        "Après trois jours, la commune a signalé {0} puis {1} en aval.",
        "Les pompiers parlent de {0}, tandis que {1} menace le village et {2} manque.",
        "Les experts comparent {0} avec {1} du siècle dernier.",
        "En cas de {0}, un plan existe désormais contre {1}.",
    ),
)

_COOKING = TopicWords(
    name="cooking",
    strong=terms(
        "levain, huile d’olive, poulet rôti, oignons émincés, plaque de four, gousse d’ail, ragoût, "
        "pâte feuilletée, recette, crêpes, soupe de lentilles, vinaigrette, blancs en neige, bouillon, "
        "gratin, pâte brisée"
    ),
    weak=terms("cuisine, herbes, tomate, beurre, eau, marché, récolte, goût"),
    near=("rainstorm", "sports"),
    titles=("{0} avec {1}", "Simple et bon : {0} et {1}"),
    sentences=(
        "On verse {0} sur {1} et on remue doucement avec {2}.",
        "Pour réussir {0}, il faut laisser reposer {1} une heure.",
        "Ma grand-mère préparait {0} chaque dimanche, toujours avec {1}.",
        "Servir chaud, avec {0}, {1} et un peu de {2}.",
    ),
)

_SPORTS = TopicWords(
    name="sports",
    strong=terms(
        "tir au but, classement, gardien de but, championnat, milieu de terrain, relais, match à domicile, "
        "mi-temps, attaquant, prolongation, arbitre, finale de coupe, stage d’entraînement, "
        "champion du monde, hors-jeu, montée"
    ),
    weak=terms("équipe, stade, blessure, saison, supporters, victoire, entraîneur, temps"),
    near=("cooking", "rainstorm"),
    titles=("{0} décide de {1}", "{0}, {1} et la question de {2}"),
    sentences=(
        "Dans les dernières minutes, {0} a tout changé, malgré {1}.",
        "Avant le week-end, {0} et {1} font débat autour de {2}.",
        "Personne n’attendait que {0} décide si tôt de {1}.",
        "Le public se souvient de {0} et de {1}.",
    ),
)

FRENCH = Language(
    code="fr",
    topics=(_RAINSTORM, _COOKING, _SPORTS),
    sentences=(
        "Il y aurait plus à dire que cette page ne peut contenir.",
        "Beaucoup de lecteurs posent la question depuis un an.",
        "La suite examine plus en détail {2}.",
        "Comme souvent, la réponse dépend de {2} et du moment.",
        "Une courte liste de sources se trouve à la fin.",
        "Ceux qui connaissent l’endroit n’ont pas été surpris.",
    ),
    anchors=("lire la suite", "cliquer ici", "plus", "cette page", "détails"),
    carriers=("Voir aussi {}.", "En savoir plus : {}.", "Un autre regard : {}."),
    home="Accueil",
    related="Ailleurs",
    overview="Tout sur {0}, page {1}",
    footer="Tous droits réservés. Conditions, vie privée, contact, lettre et publicité.",
    plain_title="Avis {0}",
)

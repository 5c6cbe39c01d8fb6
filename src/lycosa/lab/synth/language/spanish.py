"""Spanish texts of the synthetic web: three topics."""

from __future__ import annotations

from lycosa.lab.synth.language.lexicon import Language, TopicWords, terms

_RAINSTORM = TopicWords(
    name="rainstorm",
    strong=terms(
        "lluvia torrencial, inundación, riada, deslizamiento de tierra, alerta roja, rotura de presa, "
        "aguacero, tormenta eléctrica, nivel del río, lancha de rescate, desbordamiento, evacuación, "
        "marejada ciclónica, damnificados, sacos de arena, alud de barro"
    ),
    weak=terms("lluvia, agua, río, tiempo, daños, suelo, ayuda, pronóstico"),
    near=("cooking", "sports"),
    titles=("{0} y {1} tras días de {2}", "{0}: lo que enseña {1}"),
    sentences=(
        "Tras tres días, el municipio informó de {0} y después de {1} río abajo.",
        "Los bomberos hablan de {0}, mientras {1} amenaza al pueblo y falta {2}.",
        "Los expertos comparan {0} con {1} del siglo pasado.",
        "En caso de {0} existe ahora un plan contra {1}.",
    ),
)

_COOKING = TopicWords(
    name="cooking",
    strong=terms(
        "masa madre, aceite de oliva, pollo asado, cebolla picada, bandeja de horno, diente de ajo, guiso, "
        "hojaldre, receta, tortilla, sopa de lentejas, vinagreta, claras montadas, caldo, empanada, sofrito"
    ),
    weak=terms("cocina, hierbas, tomate, mantequilla, agua, mercado, cosecha, sabor"),
    near=("rainstorm", "sports"),
    titles=("{0} con {1}", "Fácil y bueno: {0} y {1}"),
    sentences=(
        "Se añade {0} a {1} y se remueve con {2}.",
        "Para un buen resultado con {0}, hay que dejar reposar {1} una hora.",
        "Mi abuela preparaba {0} cada domingo, siempre con {1}.",
        "Servir caliente, con {0}, {1} y un poco de {2}.",
    ),
)

_SPORTS = TopicWords(
    name="sports",
    strong=terms(
        "penalti, clasificación, portero, campeonato, centrocampista, relevos, partido en casa, descanso, "
        "delantero, prórroga, árbitro, final de copa, concentración, campeón del mundo, fuera de juego, "
        "ascenso"
    ),
    weak=terms("equipo, estadio, lesión, temporada, afición, victoria, entrenador, tiempo"),
    near=("cooking", "rainstorm"),
    titles=("{0} decide {1}", "{0}, {1} y la cuestión de {2}"),
    sentences=(
        "En los últimos minutos {0} lo cambió todo, a pesar de {1}.",
        "Antes del fin de semana, {0} y {1} abren el debate sobre {2}.",
        "Nadie esperaba que {0} decidiera tan pronto {1}.",
        "El público recuerda {0} y también {1}.",
    ),
)

SPANISH = Language(
    code="es",
    topics=(_RAINSTORM, _COOKING, _SPORTS),
    sentences=(
        "Hay más que contar de lo que cabe en esta página.",
        "Muchos lectores lo preguntan desde el año pasado.",
        "La próxima parte examina con más detalle {2}.",
        "Como tantas veces, la respuesta depende de {2} y del momento.",
        "Una breve lista de fuentes sigue al final.",
        "Quienes conocen el lugar no se sorprendieron.",
    ),
    anchors=("leer más", "pulse aquí", "más", "esta página", "detalles"),
    carriers=("Véase también {}.", "Más sobre esto: {}.", "Otra mirada: {}."),
    home="Inicio",
    related="En otros sitios",
    overview="Todo sobre {0}, página {1}",
    footer="Todos los derechos reservados. Condiciones, privacidad, contacto, boletín y publicidad.",
    plain_title="Aviso {0}",
)

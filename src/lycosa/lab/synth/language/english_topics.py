"""The twelve English topics of the synthetic web."""

from __future__ import annotations

from lycosa.lab.synth.language.lexicon import TopicWords, terms

_RAINSTORM = TopicWords(
    name="rainstorm",
    strong=terms(
        "rainstorm, flash flood, torrential rain, storm surge, landslide, cloudburst, flood warning, "
        "levee breach, rescue boats, evacuation order, rainfall record, flooded streets, mudslide, "
        "river gauge, flood damage, storm drain, downpour, inundation, dam overflow, relief camp, "
        "thunderstorm, flood defences"
    ),
    weak=terms("rain, water, river, weather, soil, emergency, damage, valley, forecast, shelter"),
    near=("gardening", "medicine", "travel"),
    titles=(
        "{0} and {1} after days of {2}",
        "How the {0} led to the {1}",
        "{0}: what the {1} tells us",
    ),
    sentences=(
        "After three days of {0} the authorities feared the {1} along the lower {2}.",
        "Residents woke to {0} while crews measured the {1} near the {2}.",
        "The report compares the {0} with the {1} of ten years ago.",
        "Officials linked the {0} to a blocked {1} and asked for help with the {2}.",
        "Since the last {0}, every village keeps a plan for {1} and {2}.",
        "Volunteers brought food when {0} and {1} cut the road.",
    ),
)

_SPORTS = TopicWords(
    name="sports",
    strong=terms(
        "penalty kick, league table, goalkeeper, marathon, championship, midfielder, relay team, "
        "home match, half time, transfer window, sprint final, world cup, tournament, coach, striker, "
        "overtime, qualifier, season opener, referee, medal count, training camp, playoffs"
    ),
    weak=terms("team, injury, stadium, fans, season, ticket, record, fitness, crowd, victory"),
    near=("medicine", "music", "travel"),
    titles=("{0} decides the {1}", "The {0} before a difficult {1}", "{0}, {1} and the {2}"),
    sentences=(
        "The {0} changed the {1} in the last minutes, to the joy of the {2}.",
        "Before the {0} the side had lost every {1} of the year.",
        "The {0} like this one is rare, said the captain after the {1}.",
        "With two players out, the {0} became a test for the {1} and the {2}.",
        "Supporters remember the {0} that opened the way to the {1}.",
        "Nobody expected the {0} to settle the {1} so early.",
    ),
)

_COOKING = TopicWords(
    name="cooking",
    strong=terms(
        "sourdough, olive oil, roast chicken, chopped onions, baking tray, tomato sauce, simmering stock, "
        "pastry, garlic cloves, casserole, frying pan, recipe, marinade, whisked eggs, dumplings, "
        "pinch of salt, oven, caramel, lentil soup, grated cheese, bread dough, vinaigrette"
    ),
    weak=terms("herbs, tomato, kitchen, flavour, harvest, water, market, restaurant, vegetables, butter"),
    near=("gardening", "travel", "medicine"),
    titles=("{0} with {1}", "A simple {0} for a weekday, with {1}", "{0}: from {1} to the table"),
    sentences=(
        "Add the {0} to the {1} and stir until the {2} is soft.",
        "A good {0} needs time, and the {1} should rest for an hour.",
        "Serve the {0} warm, with {1} and a little {2}.",
        "My grandmother made {0} every Sunday and never measured the {1}.",
        "Keep the {0} covered while you prepare the {1} and the {2}.",
        "For this {0} you can use {1} from the day before.",
    ),
)

_ASTRONOMY = TopicWords(
    name="astronomy",
    strong=terms(
        "telescope, galaxy cluster, supernova, red giant, exoplanet, light curve, spectrograph, black hole, "
        "radio observatory, nebula, comet tail, solar eclipse, meteor shower, dwarf planet, parallax, "
        "redshift, globular cluster, neutron star, lunar crater, orbital period, star chart, "
        "cosmic background"
    ),
    weak=terms("survey, catalogue, night, orbit, measurement, image, data, distance, light, season"),
    near=("databases", "railways", "music"),
    titles=(
        "The {0} seen through its {1}",
        "{0} and {1}: notes on {2}",
        "What the {0} says about the {1}",
    ),
    sentences=(
        "The {0} was found while astronomers studied a nearby {1} for its {2}.",
        "Observers on both hemispheres followed the {0} and the {1}.",
        "From the {0} one can estimate the mass of the {1} within a few per cent.",
        "Another {0} confirmed the {1} in the following {2}.",
        "Models of the {0} predict a fainter {1} than the one recorded.",
        "Amateurs can see the {0} near the {1} on a clear {2}.",
    ),
)

_GARDENING = TopicWords(
    name="gardening",
    strong=terms(
        "raised bed, compost heap, seedlings, pruning shears, perennials, mulch, rose bush, greenhouse, "
        "vegetable patch, slug pellets, lawn edging, potting mix, tulip bulbs, fruit trees, crop rotation, "
        "hedge, watering can, aphids, herb border, trellis, ground cover, leaf mould"
    ),
    weak=terms("soil, rain, herbs, tomato, frost, season, harvest, sunlight, weather, vegetables"),
    near=("cooking", "rainstorm", "law"),
    titles=("{0} for small gardens, with {1}", "When to move the {0} and the {1}", "{0}, {1} and good {2}"),
    sentences=(
        "Set the {0} beside the {1} as soon as the {2} allows it.",
        "In spring the {0} needs a thin layer of {1}.",
        "We moved the {0} away from the {1}, and the {2} improved at once.",
        "A neglected {0} recovers quickly if the {1} is kept dry.",
        "Water the {0} in the evening and check the {1} for pests.",
        "Gardeners disagree whether {0} or {1} is better for poor {2}.",
    ),
)

_FINANCE = TopicWords(
    name="finance",
    strong=terms(
        "interest rate, bond yield, shareholder, balance sheet, stock exchange, dividend, hedge fund, "
        "inflation, central bank, mortgage lending, credit rating, quarterly earnings, portfolio, "
        "liquidity, exchange rate, capital gains, pension fund, broker, asset manager, budget deficit, "
        "derivatives, treasury bills"
    ),
    weak=terms("contract, risk, account, transaction, market, report, insurance, growth, price, data"),
    near=("law", "databases", "travel"),
    titles=("{0} and {1} under pressure", "Why the {0} moves the {1}", "{0}, the {2} and the {1}"),
    sentences=(
        "The {0} rose again, and analysts expect the {1} to follow the {2}.",
        "A falling {0} makes the {1} cheaper for small savers.",
        "Investors compared the {0} with the {1} before the announcement.",
        "Behind the {0} stands the {1} that few had noticed in the {2}.",
        "The committee left the {0} unchanged in spite of the {1}.",
        "Losses on the {0} were covered by the {1}.",
    ),
)

_MUSIC = TopicWords(
    name="music",
    strong=terms(
        "string quartet, chord progression, album, bass guitar, symphony, vinyl record, choir rehearsal, "
        "drummer, piano sonata, opera house, melody, jazz trio, recording studio, songwriter, "
        "violin concerto, soprano, chorus, folk song, conductor, remix, orchestra pit, setlist"
    ),
    weak=terms("concert, audience, stage, ticket, night, stadium, crowd, season, tradition, festival"),
    near=("sports", "travel", "astronomy"),
    titles=("The {0} between {1} and silence", "{0} meets {1}", "The {0} that made the {1} famous"),
    sentences=(
        "The {0} opens quietly before the {1} answers from the {2}.",
        "On this {0} the {1} plays a larger part than ever.",
        "Critics praised the {0} and found the {1} too long for the {2}.",
        "She wrote the {0} in a week, between the {1} and a wedding.",
        "Every {0} has its own way to treat the {1}.",
        "The old {0} was restored together with the {1}.",
    ),
)

_DATABASES = TopicWords(
    name="databases",
    strong=terms(
        "query planner, relational model, foreign key, write-ahead log, index scan, transaction isolation, "
        "stored procedure, replication lag, primary key, hash join, schema migration, materialized view, "
        "table partition, query optimizer, deadlock, column store, connection pool, b-tree, snapshot, "
        "vacuum, shard, join order"
    ),
    weak=terms("data, transaction, server, catalogue, account, backup, performance, version, survey, disk"),
    near=("finance", "astronomy", "law"),
    titles=("{0} explained with the {1}", "When the {0} meets the {1}", "Tuning the {0}: {1} and {2}"),
    sentences=(
        "The {0} is chosen when the {1} would read too much {2}.",
        "Without the {0} the server falls back to the {1}.",
        "We replaced the {0} by the {1}, and the {2} improved.",
        "A long {0} may block the {1} for minutes.",
        "The manual describes how the {0} works together with the {1}.",
        "Check the {0} first, then the {1}, and only then the {2}.",
    ),
)

_MEDICINE = TopicWords(
    name="medicine",
    strong=terms(
        "clinical trial, blood pressure, vaccine dose, antibiotic, surgeon, diagnosis, heart valve, "
        "insulin, patient ward, side effects, physiotherapy, immune response, biopsy, chronic pain, "
        "painkiller, nurse, intensive care, symptom, chemotherapy, stroke unit, medical record, anaesthetic"
    ),
    weak=terms("injury, emergency, treatment, fitness, risk, insurance, therapy, shelter, water, report"),
    near=("sports", "rainstorm", "law"),
    titles=("{0} and {1}: the question of {2}", "Does the {0} help with {1}?", "New hope for {0} after {1}"),
    sentences=(
        "The {0} was repeated after the {1} showed no {2}.",
        "Doctors recommend the {0} only if the {1} persists.",
        "In the study the {0} reduced the {1} by a third.",
        "The {0} without {1} is the exception in this {2}.",
        "The team recorded each {0} together with the {1}.",
        "Patients with {0} should mention it before any {1}.",
    ),
)

_RAILWAYS = TopicWords(
    name="railways",
    strong=terms(
        "locomotive, signal box, branch line, overhead wire, freight train, rail gauge, platform edge, "
        "timetable, sleeping car, level crossing, rolling stock, marshalling yard, railcar, track ballast, "
        "viaduct, bogie, train driver, steam engine, junction, light rail, railway museum, buffer stop"
    ),
    weak=terms("station, ticket, tunnel, bridge, valley, measurement, journey, version, night, distance"),
    near=("travel", "astronomy", "law"),
    titles=("The {0} of the old {1}", "{0} and {1} on one {2}", "The {0} returns to the {1}"),
    sentences=(
        "The {0} was moved when the {1} reached the {2}.",
        "Enthusiasts restored the {0} and a short piece of {1}.",
        "Every {0} on this route passes the {1} at walking pace.",
        "A new {0} replaces the {1} that had served the {2} for decades.",
        "The drawings show the {0} beside the {1}.",
        "Delays began at the {0} and spread to the {1}.",
    ),
)

_LAW = TopicWords(
    name="law",
    strong=terms(
        "supreme court, plaintiff, appeal hearing, civil code, defendant, lawsuit, attorney, "
        "legal precedent, copyright claim, jury verdict, statute, cross-examination, injunction, "
        "tenancy agreement, prosecutor, witness statement, tort, arbitration, constitution, bail, notary, "
        "judicial review"
    ),
    weak=terms("contract, risk, damage, report, insurance, property, tradition, version, hedge, treatment"),
    near=("finance", "medicine", "gardening"),
    titles=("{0} rejects the {1}", "{0} or {1}: a question of {2}", "After the {0}, a new {1}"),
    sentences=(
        "The {0} dismissed the {1} because the {2} was missing.",
        "Under the {0} the {1} must be filed within a month.",
        "Both sides accepted the {0} before the {1} began.",
        "The {0} may replace the {1} if the {2} permits it.",
        "The judge compared the {0} with an older {1}.",
        "Nothing in the {0} forbids such the {1}.",
    ),
)

_TRAVEL = TopicWords(
    name="travel",
    strong=terms(
        "guesthouse, boarding pass, old town, city walls, hiking trail, passport control, beach resort, "
        "backpack, walking tour, airport shuttle, souvenir shop, mountain hut, ferry crossing, "
        "travel guide, campsite, sightseeing, luggage, visa, coastal path, island hopping, hostel, itinerary"
    ),
    weak=terms("journey, ticket, restaurant, market, valley, weather, festival, station, price, night"),
    near=("railways", "cooking", "music"),
    titles=("{0} and {1} in three days", "From the {0} to the {1}", "The {0} without {1}"),
    sentences=(
        "The {0} begins behind the {1} and follows the {2}.",
        "Book the {0} early, because the {1} closes in winter.",
        "We left the {0} at dawn and reached the {1} before the {2}.",
        "Near the {0} there is the {1} that few visitors find.",
        "A good {0} saves the cost of the {1}.",
        "Locals prefer the {0} to the crowded {1}.",
    ),
)

ENGLISH_TOPICS = (
    _RAINSTORM,
    _SPORTS,
    _COOKING,
    _ASTRONOMY,
    _GARDENING,
    _FINANCE,
    _MUSIC,
    _DATABASES,
    _MEDICINE,
    _RAILWAYS,
    _LAW,
    _TRAVEL,
)

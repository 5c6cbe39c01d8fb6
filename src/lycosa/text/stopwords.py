"""Function words by language: what every text says and no topic is about.

Words are split at apostrophes before they are looked up, so the lists hold the pieces ("don", "t").
"""

from __future__ import annotations

_ENGLISH = """
a about above after again against ain all also am an and any are aren as at be because been before being
below between both but by can cannot could couldn d did didn do does doesn doing don down during each either
else ever few for from further had hadn has hasn have haven having he her here hers herself him himself his
how however i if in into is isn it its itself just ll m may me might mightn more most must mustn my myself
neither no nor not now o of off on once only onto or other our ours ourselves out over own per quite rather
re s same shall shan she should shouldn since so some such t than that the their theirs them themselves then
there these they this those though through thus to too under until up upon us ve very was wasn we were weren
what when where whether which while who whom whose why will with within without won would wouldn yet you your
yours yourself yourselves
"""

_GERMAN = """
ab aber alle allem allen aller alles als also am an ander andere anderem anderen anderer anderes auch auf aus
bei beim bin bis bist da dabei dadurch dafür damit danach dann daran darauf daraus darin darüber das dass
davon dazu daß dein deine deinem deinen deiner dem den denn der deren des dessen die dies diese diesem diesen
dieser dieses dir doch dort du durch ein eine einem einen einer eines einige einigem einigen einiger einiges
er es etwa etwas euch euer eure eurem euren eurer für gegen habe haben hat hatte hatten hier hin hinter ich
ihm ihn ihnen ihr ihre ihrem ihren ihrer ihres im in indem ins ist ja jede jedem jeden jeder jedes jene jenem
jenen jener jenes jetzt kann kein keine keinem keinen keiner können könnte man manche manchem manchen mancher
mein meine meinem meinen meiner mich mir mit muss musste müssen nach nicht nichts noch nun nur ob oder ohne
schon sehr sein seine seinem seinen seiner seit selbst sich sie sind so solche solchem solchen solcher soll
sollen sollte sondern sonst sowie um und uns unser unsere unserem unseren unserer unter über vom von vor war
waren warst was während weil welche welchem welchen welcher welches wenn wer werde werden wie wieder will wir
wird wirst wo wollen wollte wurde wurden würde würden zu zum zur zwar zwischen
"""

_FRENCH = """
afin ai aient ainsi alors après as au aucun aucune aussi autre autres aux avaient avais avait avant avec avez
avoir avons ayant à c car ce ceci cela celle celles celui cependant certain certaine certaines certains ces
cet cette ceux chaque chez comme comment contre d dans de depuis des donc dont du durant elle elles en encore
entre es est et eu eux étaient étais était étant été être fait font furent fut hors il ils j je jusqu jusque
l la laquelle là le lequel les lesquelles lesquels leur leurs lors lorsqu lorsque lui m ma mais me mes même
mêmes mien moi moins mon n ne ni nos notre nous on ont ou où par parce parmi pas pendant peu peut peuvent
plus plusieurs pour pourquoi puis puisqu puisque qu quand que quel quelle quelles quelque quelques quels qui
quoi quoique s sa sans sauf se selon sera serait seront ses si sien soi soient sois soit sommes son sont sous
suis sur t ta tandis te tel telle telles tels tes toi ton tous tout toute toutes très tu un une vers voici
voilà vos votre vous y
"""

_SPANISH = """
a al algo alguna algunas alguno algunos ambos ante antes aquel aquella aquellas aquello aquellos aquí así aun
aunque aún cada como con contra cómo cual cuales cualquier cuando cuál cuándo de del desde donde dos dónde
durante e el ella ellas ello ellos en entonces entre era eran es esa esas ese eso esos esta estaba estaban
estar estas está están este esto estos estoy él fue fueron ha haber había habían han has hasta hay he la las
le les lo los más me mediante mi mientras mis misma mismas mismo mismos mí mucho muchos muy nada ni ninguna
ningún no nos nosotras nosotros nuestra nuestras nuestro nuestros o os otra otras otro otros para pero poco
por porque pues que qué quien quienes quién se sea sean según ser si sido siendo sin sino sí sobre sois somos
son soy su sus suya suyo tal también tampoco tan tanto te tener tengo tenía ti tiene tienen toda todas todo
todos tras tu tus tú un una unas uno unos usted ustedes vosotros vuestra vuestro y ya yo
"""

_PORTUGUESE = """
a ainda algo algum alguma algumas alguns ante antes ao aos apenas após aquela aquelas aquele aqueles aquilo
as assim até à às cada com como contra contudo cuja cujo da daquela daquele das de dela delas dele deles
depois desde dessa desse desta deste do dos e ela elas ele eles em embora enquanto entre era eram essa essas
esse esses esta estas estava estavam está estão este estes estou eu é foi fomos for foram fosse há isso isto
já la lhe lhes lo mais mas me mediante menos mesma mesmas mesmo mesmos meu meus minha minhas muito muitos na
nas não nela nele nem nenhum nenhuma nessa nesse nesta neste no nos nossa nossas nosso nossos nós num numa o
onde os ou outra outras outro outros para pela pelas pelo pelos per perante pode podem pois por porém porque
porquê quais qual qualquer quando quanto que quem quê são se seja sejam sem sempre ser será serão seu seus si
sido sob sobre sua suas também tão te tem tendo ter teu teus têm tinha tinham toda todas todo todos tu tua
tuas tudo um uma umas uns você vocês vos
"""

_ITALIAN = """
a abbia abbiamo ad agli ai al alcun alcuna alcune alcuni all alla alle allo allora altra altre altri altro
anche ancora avere aveva avevano c che chi ci ciascun cioè ciò come con contro così cui d da dagli dai dal
dall dalla dalle dallo degli dei del dell della delle dello dentro di dopo dove due dunque e ed egli ella era
erano essa esse essere essi esso è fa fino fra fu furono gli ha hai hanno ho i il in infatti io l la là le
lei li lo loro lui ma me mentre mi mia mie miei mio molta molte molti molto negli nei nel nell nella nelle
nello nessun nessuna né no noi non nostra nostre nostri nostro o od ogni oltre oppure ora per perché però più
poco poi prima può qua qual qualche quale quali quando quanto quasi quella quelle quelli quello quest questa
queste questi questo qui quindi s sarà se sebbene sei senza si sia siamo siano siete sono sopra sotto sta
stata state stati stato stessa stesse stessi stesso su sua sue sugli sui sul sull sulla sulle sullo suo suoi
tale tali tanto te ti tra tu tua tue tuo tuoi tutta tutte tutti tutto un una uno vi voi vostra vostri vostro
"""

_RUSSIAN = """
а без более больше будем будет будто будут бы был была были было быть в вам вами вас ваш ваша ваше ваши вдруг
ведь весь во вот впрочем все всё всегда всего всей всем всеми всему всех всю вся вы где да даже два для до
другая другие другого другое другой его ее её ей ему если есть еще ещё ж же за зачем здесь и из или им ими
иногда их к как какая какие какое какой когда которая которого которое которой котором которому которую
которые который которых кто куда ли лишь лучше между меня мне много моё может можно мои мой моя мы на над
надо наконец нам нами нас наш наша наше наши не него нее неё ней нельзя нему нет ни нибудь никогда ним ними
них ничего но ну о об однако он она они оно от перед по под после потом потому почему почти при про раз разве
с сам сама сами само своего своей свои свой своих свою своя себе себя сейчас со собой совсем так такая также
такие такого такое такой там тебя тем теперь то тогда того тоже той только том тому тот ту ты у уж уже хоть
хотя чего чей чем через что чтоб чтобы чуть эта эти этим этих это этого этой этом этому этот эту я
"""

_DUTCH = """
aan aangezien achter af al alle alleen alles als altijd ander andere anders ben bent bij binnen boven buiten
daar daarna daarom dan dat de der deze die dit doch doen doet door dus echter een eens elk elke en enkele er
erg ervan even geen geweest haar had hadden heb hebben hebt heeft hem hen het hier hierdoor hij hoe hoewel
hun ieder iedere iemand iets ik in indien is ja je jij jou jouw juist jullie kan kon konden kunnen kunt maar
mag me meer men met mij mijn misschien mocht moest moet moeten mogen na naar naast nadat niemand niet niets
noch nog nogal nooit nu of om omdat onder ons onszelf onze ook op over per reeds s sinds slechts sommige
sommigen steeds t te tegen tenzij terwijl toch toe toen tot totdat tussen u uit uw vaak van vanaf vanuit veel
via voor vooral voordat waar waarbij waarin waarom wanneer want waren was wat we weer wel welk welke werd
werden wie wij wil word worden wordt zal ze zelf zelfs zich zij zijn zo zoals zodat zonder zou zouden zulke
zullen
"""

_SWEDISH = """
alla allt alltid alltså att av än ännu är även åt bara både bland blev bli blir blivit bort där därför då de
dem den denna dennes deras dess dessa det detta dig din dina ditt dock du efter eftersom ej eller en enligt
er era ert ett få får flera för före förrän från genom gör göra ha hade han hans har här hela hon honom hos
hur i icke igen in inför ingen inget inom inte jag ju kan kanske kunde kunna man många måste med mellan men
mer mest mig min mina mindre mitt mot mycket när någon något några ni nog nu och också om oss över på redan
samma samt så sådan sådana sådant sedan sig sin sina sitt själv ska skall skulle som till tills under upp ur
ut utan vad var vara varit varje vars vart väl vår våra vårt vem vems vi via vid vilka vilkas vilken vilket
vill visst
"""

_DANISH = """
ad af aldrig alle allerede alligevel alt altid altså anden andet andre at bare begge blandt blev blive bliver
da de dem den denne dens der derefter deres derfor derfra deri dermed derpå derved det dette dig din dine
disse dit dog du efter eftersom ej eller ellers en end endnu ene eneste enhver ens er et får for fordi
forrige fra før gennem gør ham han hans har havde have hende hendes her hos hun hvad hvem hver hvilke hvilken
hvilket hvis hvor hvordan hvorfor hvornår i igen igennem ikke imellem imens imod ind indtil ingen intet jeg
jer jeres jo kan kun kunne langs lige man mange må måske med meget mellem men mens mere mest mig min mindre
mine mit mod når ned netop nogen noget nogle nok nu næsten og også om omkring op os over overalt på samme
sammen så sådan selv selvom sig sin sine sit skal skulle som stadig tidligere til ud uden under undtagen var
ved vi via vil ville vor vore vores være været
"""

_NORWEGIAN = """
alle allerede alltid alt altså andre annen annet at av bak bare både båe begge ble blei bli blir blitt bort
da då de deg dei deim deira den denne der dere deres derfor det dette di din disse ditt du eg ein eit eitt
eller ellers elles en enn ennå er et ett etter ettersom få får flere for foran fordi fra frå før gjennom gjør
ha hadde han hans har henne hennes her hit ho hos hun hva hvem hver hvert hvilke hvilken hvis hvor hvordan
hvorfor i ifra igjen ikke ikkje imot ingen inkje inn innen inni inntil ja jeg kan kanskje korleis kun kunne
kva kvar kven kvifor man mange må med meg meget mellom men mens mer mest mi min mine mitt mot mye mykje nå
når ned nei no noe noen noka noko nokon nokre og også om opp oss over på rundt samme sammen så sånn seg selv
si sia sidan siden sin sine sitt sjøl skal skulle slik som somme somt stadig støtt til um under upp ut utan
uten var vart varte vår ved vere verte vi via vil ville vore vort være vært
"""

_FINNISH = """
aina ainakin ainoastaan alla ansiosta asti edelleen edes ei eikä eivät eli ellei emme en enää enemmän ennen
ensin erittäin et eteen että ette hän häneen hänellä hänelle häneltä hänen hänessä hänestä hänet häntä he
heidän heidät heihin heillä heille heiltä heissä heistä heitä hyvin ihan ilman itse ja jälkeen jo joiden
joihin joilla joille joissa joista joita joka jokainen joko joku jolla jolle jolloin jonka jonkin jos joskus
jossa josta jota jotka jotta kai kaikki kaikkien kanssa kautta keiden keneltä kenen kenet kertaa ketkä koko
koska koskaan kuin kuinka kuitenkin kuka kun kunnes kuten lähes läpi lisäksi luo me meidän meidät meihin
meillä meille meissä meistä meitä melko mihin mikä mikään miksi millä mille milloin minä minkä minua minulla
minulle minun minut missä mistä mitä mitään miten mitkä muiden mukaan mutta muu muun muut muuta myös näiden
näin näissä näistä näitä nämä ne niiden niihin niillä niille niin niissä niistä niitä noin nuo nyt ole olemme
olen olet olette oli olin olisi olit olivat olla olleet ollut on ovat paitsi paljon pitää pitkin poikki se
sekä sellainen sen siellä sieltä siihen siinä siis siitä sillä sille silti sinä sinne sinua sinulla sinun
sinut sitä sitten täällä tämä tämän tänne tässä tästä tätä te teidän teidät teillä teille teissä teistä teitä
toinen toisen tuo tuohon tuolla tuolta tuon tuossa tuosta tuota vaan vaikka vain varten vasta vielä voi
voidaan voivat vuoksi yli
"""

_CHINESE = """
的 了 在 是 我 有 和 就 不 人 都 一 一个 上 也 很 到 说 要 去 你 会 着 没有 看 好 自己 这 那 他 她 它 们 我们
你们 他们 她们 它们 咱们 这个 那个 这些 那些 这里 那里 这样 那样 这么 那么 什么 怎么 怎样 如何 为什么 哪 哪里
哪个 哪些 谁 几 多少 与 及 以及 或 或者 还是 而 而且 并 并且 但 但是 然而 不过 可是 却 虽然 尽管 如果 假如
要是 只要 只有 除非 因为 由于 所以 因此 因而 于是 从而 以便 为 为了 对 对于 关于 至于 由 从 自 自从 向 往 朝
于 以 把 被 让 使 给 跟 同 比 按 按照 根据 通过 经过 随着 作为 除了 之 其 其中 其他 其它 此 该 本 各 每 某
某些 任何 所有 一切 一些 一种 一样 一直 一定 已 已经 曾 曾经 正 正在 将 将要 可 可以 可能 能 能够 应 应该
必须 需要 得 地 所 者 吗 呢 吧 啊 呀 哦 嘛 啦 哈 嗯 又 再 还 更 最 太 非常 十分 比较 较 相当 只 仅 仅仅 才 刚
刚刚 就是 也是 都是 不是 而是 还有 等 等等 之间 之后 之前 以后 以前 以上 以下 以来 以内 之一 后 前 中 里 内
外 下 左右 时 时候 当 当时 同时 然后 接着 最后 首先 其次 另外 此外 例如 比如 即 即使 甚至 尤其 特别 个 位 种
次 件 条 些 两 二 三 四 五 六 七 八 九 十 年 月 日 做 来 过 起来 下来 出来 没 无 非 别 不要 不能 不会 是否
而言 来说
"""

_JAPANESE = """
です でした ます ました ません ください について により による として という といった において における
に対して から まで など だけ ほど より ながら または および ならびに しかし そして それで だから したがって
ただし これ それ あれ どれ この その あの どの ここ そこ あそこ どこ こと もの ため よう とき ところ ある
いる する した して しています している される された なる なった できる できます ない なかった なければ
であり である であった ています ておりました また さらに すべて いただく いただき ございます
"""

STOP_WORDS: dict[str, frozenset[str]] = {
    "da": frozenset(_DANISH.split()),
    "de": frozenset(_GERMAN.split()),
    "en": frozenset(_ENGLISH.split()),
    "es": frozenset(_SPANISH.split()),
    "fi": frozenset(_FINNISH.split()),
    "fr": frozenset(_FRENCH.split()),
    "it": frozenset(_ITALIAN.split()),
    "nl": frozenset(_DUTCH.split()),
    "no": frozenset(_NORWEGIAN.split()),
    "pt": frozenset(_PORTUGUESE.split()),
    "ru": frozenset(_RUSSIAN.split()),
    "sv": frozenset(_SWEDISH.split()),
}
"""Stop words by two-letter code."""

CHINESE = frozenset(_CHINESE.split())
"""Dropped wherever Chinese characters occur."""

JAPANESE = frozenset(_JAPANESE.split())
"""Dropped wherever a run of hiragana is exactly one of them."""

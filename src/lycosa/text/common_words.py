"""Everyday words by language, the most common first: a rough order put together by hand.

Stop words are left out. Words that web pages repeat whatever they are about (home, contact, cookies) stand
far forward.
"""

from __future__ import annotations

_ENGLISH = """
new one page time home use information search people year make see site first get work day like two find help
way contact free many good know back need web name date world right last best part view great number place
next top life take long well want go website click email please online read list link service services today
look come think give used using even still much another old large small high little set big left end show
business system state program data company support review news report public group family school university
health care book student research study area city house country government member team person women man men
woman child children case point start line side order power head hand eye face word question problem fact
week month hour minute thing things lot kind every become begin keep let put seem turn leave call try ask
feel tell say said made done got going different important possible available general main common local
national international social political economic human real true full open close early late young following
based include including included provide provides provided create created change changes add added allow
build built check choose continue cost cover develop development example form found follow given hold issue
known learn level live lead lost love low making mean meet move near note offer office often pay plan play
post present price process product products project quality rate reach reason receive record related release
require required result results run section sell send sent serve several share short sign simple single size
special staff stay step stop story subject sure table talk term terms test text total train travel type
understand update updated user users value version visit wait walk watch water white write written wrong
copyright reserved rights privacy policy cookies cookie login log account menu password register subscribe
newsletter download file files image images photo photos video videos comment comments tweet facebook twitter
blog article articles author posted category categories tag tags archive archives previous content index map
faq forum topic browser javascript internet software computer mail phone address fax street box card shop buy
sale cart shipping payment credit store item items customer customers client january february march april
june july august september october november december monday tuesday wednesday thursday friday saturday sunday
morning night evening afternoon tonight yesterday tomorrow almost already although always among around away
better certain clear complete course current currently daily directly easy easily effect enough entire
especially event events exactly experience far fast feature features field final finally fire food force foot
friend friends future game games girl boy god gold ground grow half happen hard hear heart history hope hot
hotel idea improve increase industry instead interest interesting job join key kid law less letter light
likely limit looking major management market material matter maybe media medical meeting method mind miss
model modern money mother father music nature necessary network nothing object opinion option options others
paper parent particular party past perhaps period personal picture piece player position practice press
probably professional property protect purpose quick quickly ready really recent recently red black green
blue range region remain remember remove return road rock role room rule rules safe save science season
second security self sense series simply situation skill sometimes son daughter brother sister husband wife
soon sound source south north east west space specific speak spend sport standard star statement strong
structure style success suggest summer winter spring autumn task teach teacher technology third three four
five six seven eight nine ten hundred thousand million billion together tool toward town traditional training
treatment tree trip trust unit united states american english british usually various voice vote wall war
wear weather wide win wish wonder worker working yes zero ability able accept access according achieve across
act action active activity actually additional admit advance advantage advice affect age agency agent ago
agree air alone along alternative amount analysis animal announce answer anyone anything appear application
apply approach appropriate argue arm army arrive art artist assume attack attempt attend attention audience
authority average avoid award aware baby bad bag ball bank bar base basic basis beach beat beautiful bed
behavior behind believe benefit benefits bill bit blood board body born bottom break bring brown budget
campaign cancer candidate capital car career carry catch cause cell center centre central century chair
challenge chance character charge choice church citizen civil claim class clean clearly coach cold collection
college color colour community compare concern condition conditions conference consider consumer contain
control couple court crime cultural culture cup cut dark deal dead death debate decade decide decision deep
defense degree democratic department depend describe design despite detail details determine die difference
difficult dinner direction director discover discuss discussion disease doctor dog cat door draw dream drive
drop drug economy edge education effort election employee energy enjoy enter environment environmental
establish evidence executive exist expect expert explain express factor fail fall fear federal figure fill
film finger finish firm fish floor fly focus foreign forget former forward front fund garden gas generation
glass global goal growth guess gun guy hair hang happy heat heavy hit hospital identify imagine impact indeed
indicate individual inside institution interview introduce investment involve kill kitchen knowledge land
language laugh lawyer leader learning leg legal lie loss magazine maintain majority manage manager mark
marriage measure memory mention message middle military mission moment mouth movement movie museum natural
nearly normal notice official oil operation opportunity organization organisation organize outside owner pain
partner pass patient pattern peace percent perform performance physical plant poem police poor popular
population positive potential prepare president pressure pretty prevent private produce production professor
prove pull push quarter race radio raise reality realize recognize reduce reflect relationship religious
reveal rest rich rise risk river scene scientist score sea seat seek senior separate serious sex shake shoot
shot shoulder significant similar sing sit skin smile society soldier solution somebody someone something
song sort spirit stage stand stock strategy stuff successful suddenly suffer surface survive target tax
television theory thought threat throw touch trade trial trouble truth victim violence visitor weapon weight
whole window worry yard welcome thanks thank sorry guide tips overview introduction summary description title
chapter volume edition published publication journal reference references external sources edit contents
navigation jump retrieved original latest featured recommended sponsored advertisement advertise careers jobs
disclaimer sitemap feedback jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun
"""

_GERMAN = """
jahr zeit neue neuen mehr seite uhr gut heute mensch menschen tag leben land stadt welt frau mann kind kinder
haus arbeit erste ersten zwei drei geben gibt gehen geht kommen kommt machen macht sehen stehen lassen finden
findet bleiben liegen heißen denken nehmen tun sagen wissen sprechen bringen halten spielen zeigen führen
teil deutschland deutsche deutschen groß große großen klein kleine lang hoch alt alte jung gute guten besser
beste viel viele vielen wenig ganz ganze einfach möglich wichtig letzte nächste verschiedene eigene eigenen
startseite kontakt impressum datenschutz datenschutzerklärung agb cookies suche suchen anmelden registrieren
newsletter hilfe menü weiter lesen artikel beitrag kommentar kommentare bild bilder video datei download
herunterladen link links webseite website internet online email adresse telefon nutzer benutzer konto
passwort warenkorb preis kaufen bestellen versand zahlung produkt produkte kunde kunden angebot angebote shop
unternehmen firma service information informationen thema themen bereich frage fragen antwort beispiel fall
problem grund weg ende anfang woche monat stunde minute januar februar märz april mai juni juli august
september oktober november dezember montag dienstag mittwoch donnerstag freitag samstag sonntag platz straße
schule universität buch name wort geschichte kultur politik wirtschaft gesellschaft regierung staat recht
gesetz geld markt entwicklung ergebnis ziel projekt programm system daten form art weise zahl euro prozent
million millionen familie freund freunde gruppe team mitglied mitglieder verein hand kopf auge wasser musik
film spiel sport wissenschaft forschung studie gesundheit aktuell aktuelle allgemein besonders bereits immer
natürlich oft vielleicht wirklich zusammen gemeinsam bitte danke willkommen rechte vorbehalten
"""

_FRENCH = """
an ans année années temps jour jours vie monde homme hommes femme femmes enfant enfants pays ville maison
travail site page accueil contact recherche rechercher nouveau nouvelle nouveaux bon bonne grand grande petit
petite deux trois premier première dernier dernière faire dire aller voir savoir pouvoir vouloir venir devoir
prendre trouver donner parler mettre passer falloir permettre utiliser lire suivre découvrir bien toujours
jamais aujourd hui ici mentions légales confidentialité cookies connexion inscription compte menu newsletter
aide suite article articles commentaire commentaires image images photo photos vidéo fichier télécharger lien
liens internet web ligne email adresse téléphone utilisateur mot passe panier prix acheter commande livraison
paiement produit produits client clients offre offres boutique entreprise société service services
information informations sujet question questions réponse exemple cas problème raison fin début semaine mois
heure heures minute janvier février mars avril mai juin juillet août septembre octobre novembre décembre
lundi mardi mercredi jeudi vendredi samedi dimanche place rue école université livre nom histoire culture
politique économie gouvernement état droit loi argent marché développement résultat projet programme système
données forme type nombre euros million millions partie famille ami amis groupe équipe membre membres
association main tête eau musique film jeu sport science étude santé français française france paris public
général national international important possible seul ensemble point sens côté part moyen niveau qualité
choix besoin merci bienvenue droits réservés
"""

_SPANISH = """
año años tiempo día días vida mundo hombre mujer mujeres niño niños país ciudad casa trabajo sitio página
inicio contacto buscar búsqueda nuevo nueva nuevos bueno buena gran grande pequeño primer primera último
última tres hacer hace decir ir ver saber poder puede pueden querer venir deber debe tomar encontrar dar
hablar poner pasar permitir usar utilizar leer seguir conocer llegar siempre nunca hoy ahora bien mejor mayor
aviso legal privacidad política cookies sesión registro cuenta menú boletín ayuda artículo artículos
comentario comentarios imagen imágenes foto fotos vídeo archivo descargar enlace enlaces internet web línea
correo electrónico dirección teléfono usuario usuarios contraseña carrito precio comprar pedido envío pago
producto productos cliente clientes oferta ofertas tienda empresa empresas servicio servicios información
tema temas pregunta preguntas respuesta ejemplo caso problema razón fin principio semana mes hora horas
minuto enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre lunes martes
miércoles jueves viernes sábado domingo lugar calle escuela universidad libro nombre historia cultura
economía sociedad gobierno estado derecho ley dinero mercado desarrollo resultado proyecto programa sistema
datos forma tipo número euros millones parte familia amigo amigos grupo equipo miembro asociación mano cabeza
agua música película juego deporte ciencia estudio salud español española españa público general nacional
internacional importante posible varios juntos punto sentido lado medio nivel calidad gracias bienvenido
derechos reservados
"""

_PORTUGUESE = """
ano anos tempo dia dias vida mundo homem mulher mulheres criança crianças país cidade casa trabalho site
página início contato contacto buscar pesquisa pesquisar novo nova novos bom boa grande pequeno primeiro
primeira último última dois duas três fazer faz dizer ir ver saber poder querer vir dever deve tomar
encontrar dar falar pôr passar permitir usar utilizar ler seguir conhecer chegar nunca hoje agora aqui bem
melhor maior aviso legal privacidade política cookies entrar login cadastro conta menu ajuda artigo artigos
comentário comentários imagem imagens foto fotos vídeo arquivo baixar link links internet web linha email
endereço telefone usuário usuários utilizador senha carrinho preço comprar pedido envio pagamento produto
produtos cliente clientes oferta ofertas loja empresa empresas serviço serviços informação informações tema
pergunta perguntas resposta exemplo caso problema razão fim semana mês hora horas minuto janeiro fevereiro
março abril maio junho julho agosto setembro outubro novembro dezembro segunda terça quarta quinta sexta
sábado domingo lugar rua escola universidade livro nome história cultura economia sociedade governo estado
direito lei dinheiro mercado desenvolvimento resultado projeto programa sistema dados forma tipo número
milhões parte família amigo amigos grupo equipe membro associação mão cabeça água música filme jogo esporte
ciência estudo saúde brasil português portugal público geral nacional internacional importante possível
vários ponto lado meio nível qualidade obrigado direitos reservados
"""

_ITALIAN = """
anno anni tempo giorno giorni vita mondo uomo donna donne bambino bambini paese città casa lavoro sito pagina
home contatti contatto cerca ricerca nuovo nuova nuovi buono buona grande piccolo primo ultimo ultima tre
fare dire andare vedere sapere potere volere venire dovere deve prendere trovare dare parlare mettere passare
permettere usare utilizzare leggere seguire conoscere arrivare sempre mai oggi adesso bene meglio maggiore
note legali privacy policy cookie accedi registrati account menu newsletter aiuto articolo articoli commento
commenti immagine immagini foto video file scarica link internet web online email indirizzo telefono utente
utenti password carrello prezzo acquista ordine spedizione pagamento prodotto prodotti cliente clienti
offerta offerte negozio azienda aziende servizio servizi informazioni tema domanda domande risposta esempio
caso problema ragione fine settimana mese ore minuti gennaio febbraio marzo aprile maggio giugno luglio
agosto settembre ottobre novembre dicembre lunedì martedì mercoledì giovedì venerdì sabato domenica posto
luogo via scuola università libro nome storia cultura politica economia società governo diritto legge soldi
mercato sviluppo risultato progetto programma sistema dati forma tipo numero euro milioni parte famiglia
amico amici gruppo squadra membro associazione mano testa acqua musica film gioco sport scienza studio salute
italia italiano italiana pubblico generale nazionale internazionale importante possibile vari insieme punto
senso lato mezzo livello qualità grazie benvenuti diritti riservati
"""

_RUSSIAN = """
год года лет время день дни жизнь мир человек люди женщина мужчина ребенок дети страна город дом работа сайт
страница главная контакты поиск найти новый новая новые хороший большой маленький первый последний один три
сделать делать сказать говорить идти видеть знать мочь хотеть прийти должен взять дать писать читать получить
использовать стать считать думать понять сегодня завтра вчера очень хорошо политика конфиденциальность вход
войти регистрация аккаунт меню рассылка помощь подробнее далее статья статьи комментарий комментарии
изображение фото видео файл скачать ссылка ссылки интернет онлайн почта адрес телефон пользователь пароль
корзина цена купить заказ заказать доставка оплата товар товары продукт клиент клиенты скидка магазин
компания услуги сервис информация тема вопрос вопросы ответ пример случай проблема причина конец начало
неделя месяц час часов минут января февраля марта апреля мая июня июля августа сентября октября ноября
декабря понедельник вторник среда четверг пятница суббота воскресенье место улица школа университет книга имя
слово история культура экономика общество власть государство право закон деньги рынок развитие результат
проект программа система данные форма вид тип число количество рублей млн часть семья друг друзья группа
команда член рука голова вода музыка фильм игра спорт наука исследование здоровье россия русский российский
москва общий национальный международный важный возможный разный вместе качество уровень образование
деятельность организация процесс отношение решение использование спасибо добро пожаловать права защищены
"""

_DUTCH = """
jaar jaren tijd dag dagen leven wereld mens mensen vrouw man kind kinderen land stad huis werk website pagina
home contact zoeken nieuwe nieuw goed goede groot grote klein kleine eerste laatste twee drie maken maakt
zien gaan gaat komen komt staan geven vinden vindt zeggen weten willen nemen laten blijven gebruiken gebruik
lezen bekijken volgende vorige vandaag beter beste voorwaarden privacy privacybeleid cookies inloggen
registreren account menu nieuwsbrief hulp verder artikel artikelen reactie reacties afbeelding foto video
bestand downloaden link links internet online email mail adres telefoon gebruiker wachtwoord winkelwagen
prijs kopen bestellen bestelling verzending betaling product producten klant klanten aanbieding winkel
bedrijf bedrijven dienst diensten informatie onderwerp vraag vragen antwoord voorbeeld geval probleem reden
einde begin week maand uur minuten januari februari maart april mei juni juli augustus september oktober
november december maandag dinsdag woensdag donderdag vrijdag zaterdag zondag plaats straat school
universiteit boek naam geschiedenis cultuur politiek economie samenleving overheid staat recht wet geld markt
ontwikkeling resultaat project programma systeem gegevens vorm soort aantal euro miljoen deel familie vriend
vrienden groep team lid leden vereniging hand hoofd water muziek film spel sport wetenschap onderzoek
gezondheid nederland nederlandse openbaar algemeen nationaal internationaal belangrijk mogelijk verschillende
samen welkom
"""

_SWEDISH = """
år tid dag dagar liv världen människa människor kvinna barn land stad hus arbete jobb webbplats sida sidan
hem kontakt kontakta sök söka ny nya nytt bra god stor stora liten första sista två tre se gå komma kommer
stå ge finna finns hitta säga veta vilja ta låta använda läs läsa visa nästa föregående idag bättre bästa
villkor integritetspolicy cookies logga konto meny nyhetsbrev hjälp vidare artikel artiklar kommentar
kommentarer bild bilder video fil ladda länk länkar internet online post adress telefon användare lösenord
varukorg pris köp köpa beställ leverans betalning produkt produkter kund kunder erbjudande butik företag
tjänst tjänster information ämne fråga frågor svar exempel fall problem slut början vecka månad timme timmar
minuter januari februari mars april maj juni juli augusti september oktober november december måndag tisdag
onsdag torsdag fredag lördag söndag plats gata skola universitet bok namn historia kultur politik ekonomi
samhälle regering stat rätt lag pengar marknad utveckling resultat projekt program system data form typ antal
kronor miljoner del familj vän vänner grupp medlem medlemmar förening hand huvud vatten musik film spel sport
vetenskap forskning studie hälsa sverige svenska svensk allmän nationell internationell viktig möjlig olika
tillsammans välkommen tack
"""

_DANISH = """
år tid dag dage liv verden menneske mennesker kvinde mand barn børn land by hus arbejde job hjemmeside side
forside kontakt søg søgning ny nye nyt god godt stor store lille første sidste to tre gøre se gå komme kommer
stå give finde finder sige vide tage lade bruge bruger læs læse vis næste bedre bedste betingelser
privatlivspolitik cookies log konto menu nyhedsbrev hjælp videre artikel artikler kommentar kommentarer
billede billeder video fil download hent link links internet online mail adresse telefon adgangskode kurv
pris køb købe bestil levering betaling produkt produkter kunde kunder tilbud butik virksomhed virksomheder
service ydelser information oplysninger emne spørgsmål svar eksempel tilfælde problem slut begyndelse uge
måned time timer minutter januar februar marts april maj juni juli august september oktober november december
mandag tirsdag onsdag torsdag fredag lørdag søndag sted gade skole universitet bog navn historie kultur
politik økonomi samfund regering stat ret lov penge marked udvikling resultat projekt program system data
form type antal kroner millioner del familie ven venner gruppe hold medlem medlemmer forening hånd hoved vand
musik film spil sport videnskab forskning undersøgelse sundhed danmark dansk danske generel national
international vigtig mulig forskellige velkommen tak
"""

_NORWEGIAN = """
år tid dag dager liv verden menneske mennesker kvinne mann barn land by hus arbeid jobb nettsted nettside
side hjem kontakt søk søke ny nye nytt god godt stor store liten første siste to tre gjøre se gå komme kommer
stå gi finne finner vite ta la bruke bruker les lese vis neste forrige bedre beste vilkår personvern cookies
informasjonskapsler logg konto meny nyhetsbrev hjelp videre artikkel artikler kommentar kommentarer bilde
bilder video fil last link lenke lenker internett nett epost adresse telefon passord handlekurv pris kjøp
kjøpe bestill levering betaling produkt produkter kunde kunder tilbud butikk bedrift bedrifter selskap
tjeneste tjenester informasjon emne spørsmål svar eksempel tilfelle problem slutt begynnelse uke måned time
timer minutter januar februar mars april mai juni juli august september oktober november desember mandag
tirsdag onsdag torsdag fredag lørdag søndag sted gate skole universitet bok navn historie kultur politikk
økonomi samfunn regjering stat rett lov penger marked utvikling resultat prosjekt program system data form
type antall kroner millioner del familie venn venner gruppe lag medlem medlemmer forening hånd hode vann
musikk film spill sport vitenskap forskning studie helse norge norsk norske generell nasjonal internasjonal
viktig mulig forskjellige velkommen takk
"""

_FINNISH = """
vuosi vuonna vuoden vuotta aika päivä elämä maailma ihminen ihmiset ihmisten nainen mies lapsi lapset lasten
maa kaupunki talo työ työn sivu sivut sivusto etusivu yhteystiedot haku hae etsi uusi uuden uutta hyvä hyvää
suuri iso pieni ensimmäinen viimeinen kaksi kolme yksi tehdä tekee nähdä mennä tulla tulee antaa löytää sanoa
tietää haluta ottaa käyttää käyttö lue lisää näytä seuraava edellinen tänään parempi paras ehdot tietosuoja
tietosuojaseloste evästeet kirjaudu rekisteröidy tili valikko uutiskirje ohje artikkeli artikkelit kommentti
kommentit kuva kuvat video tiedosto lataa linkki linkit internet verkko sähköposti osoite puhelin käyttäjä
salasana ostoskori hinta osta tilaa toimitus maksu tuote tuotteet asiakas asiakkaat tarjous kauppa yritys
palvelu palvelut tieto tietoa tiedot aihe kysymys vastaus esimerkki esimerkiksi ongelma syy loppu alku viikko
kuukausi tunti minuutti tammikuu helmikuu maaliskuu huhtikuu toukokuu kesäkuu heinäkuu elokuu syyskuu lokakuu
marraskuu joulukuu maanantai tiistai keskiviikko torstai perjantai lauantai sunnuntai paikka katu koulu
yliopisto kirja nimi historia kulttuuri politiikka talous yhteiskunta hallitus valtio oikeus laki raha
markkinat kehitys tulos hanke ohjelma järjestelmä muoto tyyppi määrä euroa miljoonaa osa perhe ystävä ryhmä
jäsen yhdistys käsi pää vesi musiikki elokuva peli urheilu tiede tutkimus terveys suomi suomen suomalainen
yleinen kansallinen kansainvälinen tärkeä mahdollinen eri yhdessä tervetuloa kiitos
"""

_CHINESE = """
中国 首页 更多 新闻 网站 公司 工作 时间 问题 发展 今天 生活 网络 信息 服务 联系 登录 注册 搜索 用户 下载 关注
评论 点击 查看 阅读 发布 内容 文章 图片 视频 版权 版权所有 声明 隐私 政策 帮助 返回 分享 来源 编辑 记者 报道
北京 上海 社会 国家 经济 企业 市场 产品 技术 系统 管理 项目 学校 学生 大学 教育 孩子 朋友 家庭 女人 男人 世界
国际 美国 日本 政府 人民 历史 文化 方法 方式 情况 原因 结果 影响 作用 部分 方面 关系 活动 提供 使用 进行 实现
开始 成为 认为 表示 发现 知道 觉得 希望 喜欢 选择 支持 要求 提高 增加 减少 建设 研究 分析 介绍 说明 重要 主要
不同 相关 最新 新 大 小 多 少 高 低 长 第一 全国 目前 现在 未来 过去 昨天 明天 小时 分钟 星期 元 万 亿 价格
购买 免费 优惠 客户 电话 地址 邮箱 手机 电脑 软件 互联网 数据 平台 论坛 博客 专业 标准 质量 安全 环境 健康
医院 医生 电影 音乐 游戏 体育 比赛 汽车 城市 地区 中心 单位 部门 人员 领导 会议 计划 目标 能力 水平 机会 特点
条件 基础 过程 事情 东西 地方 名字 语言 书 水 钱
"""

EVERYWHERE = """
1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
0 00 01 02 03 04 05 06 07 08 09 40 50 60 100 000
2020 2021 2022 2023 2024 2025 2026 2019 2018 2017 2016 2015 2014 2013 2012 2011 2010 2000
www com html http https org net pdf jpg php rss faq ok
a b c d e f g h i j k l m n o p q r s t u v w x y z
"""
"""Numbers, letters and web words that pages of every language share, ranked on their own."""

COMMON_WORDS = {
    "da": _DANISH,
    "de": _GERMAN,
    "en": _ENGLISH,
    "es": _SPANISH,
    "fi": _FINNISH,
    "fr": _FRENCH,
    "it": _ITALIAN,
    "nl": _DUTCH,
    "no": _NORWEGIAN,
    "pt": _PORTUGUESE,
    "ru": _RUSSIAN,
    "sv": _SWEDISH,
    "zh": _CHINESE,
}
"""Words separated by white space, by two-letter code."""

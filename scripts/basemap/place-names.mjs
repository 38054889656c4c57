// Towns and first-level divisions whose Spanish name differs; what the time zones of CLDR name is not repeated here.
// A line is: country, then pairs of the name in the sources and the Spanish name.
import { plainName } from './names.mjs';

const towns = `
DE Munich=Múnich; Cologne=Colonia; Hamburg=Hamburgo; Frankfurt am Main=Fráncfort del Meno; Dresden=Dresde; Nuremberg=Núremberg; Nürnberg=Núremberg; Hannover=Hanóver; Leipzig=Leipzig; Düsseldorf=Düsseldorf; Freiburg=Friburgo; Aachen=Aquisgrán; Mainz=Maguncia; Trier=Tréveris; Regensburg=Ratisbona; Göttingen=Gotinga
CH Genève=Ginebra; Geneva=Ginebra; Basel=Basilea; Bern=Berna; Lausanne=Lausana; Zürich=Zúrich; Luzern=Lucerna; Sankt Gallen=San Galo
AT Salzburg=Salzburgo
IT Milan=Milán; Turin=Turín; Florence=Florencia; Venice=Venecia; Naples=Nápoles; Genoa=Génova; Bologna=Bolonia; Padova=Padua; Perugia=Perusa; Siracusa=Siracusa; Bergamo=Bérgamo; Livorno=Liorna; Mantova=Mantua; Taranto=Tarento
FR Bordeaux=Burdeos; Marseille=Marsella; Toulouse=Tolosa; Nice=Niza; Strasbourg=Estrasburgo; Avignon=Aviñón; Perpignan=Perpiñán; Bayonne=Bayona; Nîmes=Nimes; Lille=Lille; Ajaccio=Ajaccio
BE Antwerpen=Amberes; Antwerp=Amberes; Brugge=Brujas; Gent=Gante; Liège=Lieja; Leuven=Lovaina; Namur=Namur
NL The Hague=La Haya; Rotterdam=Róterdam; Groningen=Groninga; Maastricht=Mastrique
GB Edinburgh=Edimburgo; Plymouth=Plymouth
PL Kraków=Cracovia; Gdańsk=Gdansk; Wrocław=Breslavia; Poznań=Poznan; Łódź=Lodz
CZ Brno=Brno
SE Göteborg=Gotemburgo
DK Århus=Aarhus
RU Saint Petersburg=San Petersburgo; Rostov-na-Donu=Rostov del Don; Nizhniy Novgorod=Nizhni Nóvgorod; Arkhangel’sk=Arcángel; Vladivostok=Vladivostok; Khabarovsk=Jabárovsk; Kazan=Kazán; Murmansk=Múrmansk
UA Odesa=Odesa; Kharkiv=Járkov; Lviv=Leópolis
RO Cluj-Napoca=Cluj-Napoca; Constanţa=Constanza
GR Thessaloníki=Salónica; Thessaloniki=Salónica; Piraeus=El Pireo
TR Ankara=Ankara; İzmir=Esmirna; Izmir=Esmirna; Antalya=Antalya
EG Alexandria=Alejandría; Luxor=Lúxor; Aswan=Asuán; Port Said=Puerto Saíd
MA Marrakesh=Marrakech; Fes=Fez; Tangier=Tánger; Tétouan=Tetuán; Rabat=Rabat
DZ Oran=Orán; Constantine=Constantina
LY Benghazi=Bengasi
SA Mecca=La Meca; Medina=Medina; Jeddah=Yeda; Dammam=Dammam
AE Abu Dhabi=Abu Dabi
IL Jerusalem=Jerusalén
SY Aleppo=Alepo; Homs=Homs
IQ Mosul=Mosul; Al Basrah=Basora; Basrah=Basora
IR Isfahan=Isfahán; Shiraz=Shiraz; Tabriz=Tabriz; Mashhad=Mashhad
IN New Delhi=Nueva Delhi; Mumbai=Bombay; Chennai=Chennai; Bengaluru=Bangalore; Hyderabad=Hyderabad
CN Beijing=Pekín; Guangzhou=Cantón; Nanjing=Nankín; Tianjin=Tianjin; Xi’an=Xi’an; Lhasa=Lasa; Harbin=Harbin
JP Kyoto=Kioto; Hiroshima=Hiroshima; Osaka=Osaka
VN Hanoi=Hanói
MM Mandalay=Mandalay
ID Makassar=Macasar
AU Sydney=Sídney
US Philadelphia=Filadelfia; New Orleans=Nueva Orleans; Saint Louis=San Luis; St. Louis=San Luis
CA Québec=Quebec; Montréal=Montreal
ZA Cape Town=Ciudad del Cabo; Johannesburg=Johannesburgo; Pretoria=Pretoria
BR São Paulo=São Paulo; Rio de Janeiro=Río de Janeiro
PT Porto=Oporto; Lisbon=Lisboa; Braga=Braga; Coimbra=Coímbra
LU Luxembourg=Luxemburgo
MT Valletta=La Valeta
CU Havana=La Habana
KR Busan=Busan
PE Cuzco=Cusco
PA Panamá=Panamá
`;

const divisions = `
DE Bayern=Baviera; Baden-Württemberg=Baden-Wurtemberg; Sachsen=Sajonia; Sachsen-Anhalt=Sajonia-Anhalt; Niedersachsen=Baja Sajonia; Thüringen=Turingia; Hessen=Hesse; Rheinland-Pfalz=Renania-Palatinado; Nordrhein-Westfalen=Renania del Norte-Westfalia; Brandenburg=Brandeburgo; Mecklenburg-Vorpommern=Mecklemburgo-Pomerania Occidental; Saarland=Sarre; Hamburg=Hamburgo; Berlin=Berlín
US New York=Nueva York; New Mexico=Nuevo México; New Jersey=Nueva Jersey; New Hampshire=Nuevo Hampshire; North Carolina=Carolina del Norte; South Carolina=Carolina del Sur; North Dakota=Dakota del Norte; South Dakota=Dakota del Sur; West Virginia=Virginia Occidental; Pennsylvania=Pensilvania; Louisiana=Luisiana; Oregon=Oregón; Hawaii=Hawái; Mississippi=Misisipi; Missouri=Misuri; Michigan=Míchigan; Tennessee=Tennessee; Texas=Texas
CA British Columbia=Columbia Británica; New Brunswick=Nuevo Brunswick; Nova Scotia=Nueva Escocia; Newfoundland and Labrador=Terranova y Labrador; Northwest Territories=Territorios del Noroeste; Prince Edward Island=Isla del Príncipe Eduardo; Québec=Quebec; Saskatchewan=Saskatchewan; Yukon=Yukón
AU New South Wales=Nueva Gales del Sur; South Australia=Australia Meridional; Western Australia=Australia Occidental; Northern Territory=Territorio del Norte
CN Xizang=Tíbet; Nei Mongol=Mongolia Interior; Inner Mongol=Mongolia Interior; Guangdong=Cantón; Xinjiang=Xinjiang
AT Tirol=Tirol; Kärnten=Carintia; Steiermark=Estiria; Niederösterreich=Baja Austria; Oberösterreich=Alta Austria; Salzburg=Salzburgo; Wien=Viena
RU Tatarstan=Tartaristán; Komi=Komi; Sakha (Yakutia)=Sajá (Yakutia); Chechnya=Chechenia; Dagestan=Daguestán; Krasnoyarsk=Krasnoyarsk; Khabarovsk=Jabárovsk; Arkhangel'sk=Arcángel
ZA Western Cape=Cabo Occidental; Northern Cape=Cabo Septentrional; Eastern Cape=Cabo Oriental; Free State=Estado Libre; North West=Noroeste
`;

function readTable(text) {
  return new Map(
    text
      .trim()
      .split('\n')
      .flatMap((line) => {
        const country = line.slice(0, 2);
        return line
          .slice(3)
          .split('; ')
          .map((pair) => pair.split('='))
          .map(([name, spanish]) => [`${country} ${name}`, spanish]);
      }),
  );
}

const spanishTowns = readTable(towns);
const spanishDivisions = readTable(divisions);

/**
 * Returns a function that names towns `{ country, name, zone }` in Spanish, null where it is not known. The two maps have the names of large
 * towns by time zone, in English and in Spanish (`zoneTowns`).
 */
export function createSpanishTowns({ english, spanish }) {
  const inSpanish = new Map();
  for (const [zone, es] of spanish) {
    const en = english.get(zone) ?? zone.split('/').at(-1).replaceAll('_', ' ');
    inSpanish.set(`${zone} ${plainName(en)}`, es);
  }
  return ({ country, name, zone }) =>
    spanishTowns.get(`${country} ${name}`) ?? inSpanish.get(`${zone} ${plainName(name)}`) ?? null;
}

/** Returns the Spanish name of a first-level division; null where it is not known. */
export const spanishDivision = (country, name) => spanishDivisions.get(`${country} ${name}`) ?? null;

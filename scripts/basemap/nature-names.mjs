// Names of seas, regions, rivers and lakes in English and Spanish: the sources have one name each, sometimes in
// the language of the place, sometimes misspelt. A line is: name in the sources (as `mapName` writes it) | English | Spanish.
const table = `
Arctic Ocean||Océano Ártico
Southern Ocean||Océano Antártico
North Atlantic Ocean||Océano Atlántico Norte
South Atlantic Ocean||Océano Atlántico Sur
North Pacific Ocean||Océano Pacífico Norte
South Pacific Ocean||Océano Pacífico Sur
Indian Ocean||Océano Índico
Black Sea||Mar Negro
Philippine Sea||Mar de Filipinas
Coral Sea||Mar del Coral
Tasman Sea||Mar de Tasmania
Bay of Bengal||Golfo de Bengala
South China Sea||Mar de la China Meridional
East China Sea||Mar de la China Oriental
Sea of Japan||Mar del Japón
Mediterranean Sea||Mar Mediterráneo
Arabian Sea||Mar Arábigo
Beaufort Sea||Mar de Beaufort
Caribbean Sea||Mar Caribe
Gulf of Mexico||Golfo de México
Labrador Sea||Mar del Labrador
Hudson Bay||Bahía de Hudson
Hudson Strait||Estrecho de Hudson
James Bay||Bahía James
Caspian Sea||Mar Caspio
Baffin Bay||Bahía de Baffin
Gulf of Alaska||Golfo de Alaska
Red Sea||Mar Rojo
Sea of Okhotsk||Mar de Ojotsk
Ross Sea||Mar de Ross
Weddell Sea||Mar de Weddell
Persian Gulf||Golfo Pérsico
Celebes Sea||Mar de Célebes
Sulu Sea||Mar de Joló
Norwegian Sea||Mar de Noruega
Greenland Sea||Mar de Groenlandia
Banda Sea||Mar de Banda
Luzon Strait||Estrecho de Luzón
Bay of Biscay||Golfo de Vizcaya
Mozambique Channel||Canal de Mozambique
Gulf of Guinea||Golfo de Guinea
Scotia Sea||Mar del Scotia
Baltic Sea||Mar Báltico
Barents Sea||Mar de Barents
North Sea||Mar del Norte
Irish Sea||Mar de Irlanda
Java Sea||Mar de Java
Andaman Sea||Mar de Andamán
Yellow Sea||Mar Amarillo
Chukchi Sea||Mar de Chukotka
Bahía de Campeche|Bay of Campeche|Bahía de Campeche
Arafura Sea||Mar de Arafura
Timor Sea||Mar de Timor
Gulf of Thailand||Golfo de Tailandia
Laccadive Sea||Mar de las Laquedivas
Bellingshausen Sea||Mar de Bellingshausen
Amundsen Sea||Mar de Amundsen
Davis Strait||Estrecho de Davis
Denmark Strait||Estrecho de Dinamarca
Kara Sea||Mar de Kara
Laptev Sea||Mar de Láptev
East Siberian Sea||Mar de Siberia Oriental
Drake Passage||Pasaje de Drake
Bering Sea||Mar de Bering
Bering Strait||Estrecho de Bering
Sargasso Sea||Mar de los Sargazos
Great Australian Bight||Gran Bahía Australiana
Gulf of Aden||Golfo de Adén
Gulf of Oman||Golfo de Omán
Tyrrhenian Sea||Mar Tirreno
White Sea||Mar Blanco
Gulf of Carpentaria||Golfo de Carpentaria
Golfo de California|Gulf of California|Golfo de California
English Channel||Canal de la Mancha
Gulf of Honduras||Golfo de Honduras
Gulf of Bothnia||Golfo de Botnia
Gulf of Finland||Golfo de Finlandia
Adriatic Sea||Mar Adriático
Ionian Sea||Mar Jónico
Aegean Sea||Mar Egeo
Balearic Sea||Mar Balear
Ligurian Sea||Mar de Liguria
Alboran Sea||Mar de Alborán
Sea of Marmara||Mar de Mármara
Sea of Azov||Mar de Azov
Golfe du Lion|Gulf of Lion|Golfo de León
Straits of Florida||Estrecho de Florida
Gulf of St. Lawrence||Golfo de San Lorenzo
Molucca Sea||Mar de las Molucas
Bismarck Sea||Mar de Bismarck
Solomon Sea||Mar de Salomón
Gulf of Tonkin||Golfo de Tonkín
Bay of Fundy||Bahía de Fundy
Río de la Plata||Río de la Plata
Strait of Malacca||Estrecho de Malaca
Strait of Singapore||Estrecho de Singapur
Strait of Hormuz||Estrecho de Ormuz
Makassar Strait||Estrecho de Macasar
Korea Strait||Estrecho de Corea
Taiwan Strait||Estrecho de Taiwán
Gulf of Maine||Golfo de Maine
Chesapeake Bay||Bahía de Chesapeake
Strait of Gibraltar||Estrecho de Gibraltar
Strait of Magellan||Estrecho de Magallanes
Skagerrak||Skagerrak
Kattegat||Kattegat
Great Barrier Reef||Gran Barrera de Coral
Golfo de Panamá|Gulf of Panama|Golfo de Panamá
Gulf of Suez||Golfo de Suez
Gulf of Aqaba||Golfo de Áqaba
Bristol Channel||Canal de Bristol
Melanesia||Melanesia
Micronesia||Micronesia
Polynesia||Polinesia
Greenland||Groenlandia
West Indies||Antillas
Greater Antilles||Antillas Mayores
Lesser Antilles||Antillas Menores
Malay Archipelago||Archipiélago malayo
Greater Sunda Islands||Islas mayores de la Sonda
Lesser Sunda Islands||Islas menores de la Sonda
Hawaiian Islands||Islas Hawái
Hawai‘i||Hawái
Arctic Archipelago||Archipiélago ártico canadiense
British Isles||Islas Británicas
Great Britain||Gran Bretaña
Great Dividing Range||Gran Cordillera Divisoria
Alps||Alpes
Tian Shan||Tian Shan
Ural Mountains||Montes Urales
Caucasus Mts.|Caucasus Mountains|Cáucaso
Himalayas||Himalaya
Andes||Andes
Rocky Mountains||Montañas Rocosas
North China Plain||Llanura del Norte de China
Kazakh Steppe||Estepa kazaja
Northern European Plain||Gran Llanura Europea
Great Plains||Grandes Llanuras
Congo Basin||Cuenca del Congo
Amazon Basin||Cuenca del Amazonas
Scandinavia||Escandinavia
Indochina Peninsula||Península de Indochina
Arabian Peninsula||Península arábiga
Gobi Desert||Desierto de Gobi
Sahara||Sáhara
Península Ibérica|Iberian Peninsula|Península ibérica
Plateau of Tibet||Meseta del Tíbet
Central America||América Central
Siberia||Siberia
East Antarctica||Antártida Oriental
West Antarctica||Antártida Occidental
Transantarctic Mountains||Montes Transantárticos
Antarctic Peninsula||Península antártica
Polar Plateau||Meseta Antártica
Tasmania||Tasmania
New Guinea||Nueva Guinea
Borneo||Borneo
Sumatra||Sumatra
Honshü|Honshu|Honshu
Kyüshü|Kyushu|Kyushu
Hokkaidö|Hokkaido|Hokkaido
Java||Java
Sulawesi||Célebes
Ireland||Irlanda
Iceland||Islandia
Andaman Islands||Islas Andamán
Nicobar Islands||Islas Nicobar
Moluccas||Molucas
Aleutian Islands||Islas Aleutianas
Kamchatka Peninsula||Península de Kamchatka
Malay Peninsula||Península malaya
Balkan Pen.|Balkan Peninsula|Península balcánica
Somali Peninsula||Cuerno de África
Great Basin||Gran Cuenca
Ethiopian Highlands||Macizo etíope
Zagros Mountains||Montes Zagros
Altay Mountains|Altai Mountains|Macizo de Altái
Hindu Kush||Hindú Kush
Karakoram Ra.|Karakoram|Karakórum
Kunlun Mountains||Montes Kunlun
Pamirs||Pamir
Atlas Mountains||Cordillera del Atlas
Appalachian Mts.|Appalachian Mountains|Montes Apalaches
Brooks Range||Cordillera Brooks
Coast Mountains||Montañas Costeras
Cascade Range||Cordillera de las Cascadas
Sahel||Sahel
Pampas||Pampa
Patagonia||Patagonia
Anatolia||Anatolia
Brazilian Highlands||Meseta brasileña
Central Siberian Plateau||Meseta Central Siberiana
Mongolian Plateau||Meseta de Mongolia
Deccan Plateau||Meseta del Decán
Planalto do Mato Grosso|Mato Grosso Plateau|Meseta de Mato Grosso
Kalahari Desert||Desierto de Kalahari
Namib Desert||Desierto del Namib
Nubian Desert||Desierto de Nubia
Libyan Desert||Desierto de Libia
Syrian Desert||Desierto sirio
Thar Desert||Desierto de Thar
Great Sandy Desert||Gran Desierto de Arena
Great Victoria Desert||Gran Desierto de Victoria
Garagum Desert|Karakum Desert|Desierto de Karakum
Qizilqum Desert|Kyzylkum Desert|Desierto de Kyzylkum
Desierto de Atacama|Atacama Desert|Desierto de Atacama
Western Desert||Desierto occidental
Rub’ Al Khali|Rub’ al Khali|Rub al-Jali
Queen Maud Land||Tierra de la Reina Maud
Wilkes Land||Tierra de Wilkes
Marie Byrd Land||Tierra de Marie Byrd
Victoria Land||Tierra Victoria
Graham Land||Tierra de Graham
South Island||Isla Sur
North Island||Isla Norte
Nova Scotia||Nueva Escocia
Newfoundland||Terranova
Island of Newfoundland|Newfoundland|Terranova
Baffin Island||Isla de Baffin
Ellesmere Island||Isla de Ellesmere
Victoria Island||Isla Victoria
Vancouver Island||Isla de Vancouver
Sardegna|Sardinia|Cerdeña
Corse|Corsica|Córcega
Sicilia|Sicily|Sicilia
Sakhalin||Sajalín
Taiwan||Taiwán
Solomon Isands|Solomon Islands|Islas Salomón
Marshall Isands|Marshall Islands|Islas Marshall
Ryükyü Isands|Ryukyu Islands|Islas Ryukyu
Archipel des Tuamotu|Tuamotu Islands|Islas Tuamotu
Archipel des Comores|Comoro Islands|Islas Comoras
Mascarene Islands||Islas Mascareñas
Falkland Is.|Falkland Islands|Islas Malvinas
Balearic Is.|Balearic Islands|Islas Baleares
Franz Josef Land||Tierra de Francisco José
Novaya Zemlya||Nueva Zembla
Severnaya Zemlya||Tierra del Norte
New Siberian Islands||Islas de Nueva Siberia
Bahama Islands||Islas Bahamas
Açores|Azores|Azores
Ilhas de Cabo Verde|Cape Verde Islands|Islas de Cabo Verde
Islas Canarias|Canary Islands|Islas Canarias
Islas Galápagos|Galapagos Islands|Islas Galápagos
New Britain||Nueva Bretaña
Appennini|Apennines|Apeninos
Pyrenees||Pirineos
Carpathian Mountains||Cárpatos
Kjølen Mountains|Scandinavian Mountains|Alpes escandinavos
Coast Ranges||Cordilleras costeras
Elburz Mts.|Alborz|Montes Elburz
Western Ghats||Ghats occidentales
Eastern Ghats||Ghats orientales
Verkhoyansk Range||Montes Verjoyansk
Tibesti Mts.|Tibesti Mountains|Montes Tibesti
Ahaggar Mts.|Hoggar Mountains|Macizo de Ahaggar
Haut Atlas|High Atlas|Alto Atlas
Atlas Saharien|Saharan Atlas|Atlas sahariano
Great Rift Valley||Gran Valle del Rift
Crimea||Crimea
Kola Peninsula||Península de Kola
Baja California||Baja California
Pen. de Yucatán|Yucatán Peninsula|Península de Yucatán
Alaska Peninsula||Península de Alaska
Colorado Plateau||Meseta del Colorado
Tarim Basin||Cuenca del Tarim
Sichuan Basin||Cuenca de Sichuan
Western Siberian Plain|West Siberian Plain|Llanura de Siberia Occidental
Mesopotamia||Mesopotamia
Niger Delta||Delta del Níger
Mekong Delta||Delta del Mekong
Danube Delta||Delta del Danubio
Volga Delta||Delta del Volga
Mississippi Delta||Delta del Misisipi
Amazon Delta||Delta del Amazonas
Southern Alps||Alpes del Sur
Svalbard||Svalbard
Tierra del Fuego||Tierra del Fuego
Rhein|Rhine|Rin
Rhin|Rhine|Rin
Rhine||Rin
Nederrijn||Bajo Rin
Rhône||Ródano
Donau|Danube|Danubio
Danube||Danubio
Elbe||Elba
Oder||Óder
Wisła|Vistula|Vístula
Vistula||Vístula
Seine||Sena
Loire||Loira
Garonne||Garona
Thames||Támesis
Dnipro|Dnieper|Dniéper
Dnepre|Dnieper|Dniéper
Volga||Volga
Ob||Obi
Yenisey|Yenisei|Yeniséi
Lena||Lena
Nile||Nilo
El Bahr el Abyad|White Nile|Nilo Blanco
Bahr el Jebel|White Nile|Nilo Blanco
El Bahr el Azraq|Blue Nile|Nilo Azul
Abay|Blue Nile|Nilo Azul
Victoria Nile||Nilo Victoria
Albert Nile||Nilo Alberto
Niger||Níger
Bénoué|Benue|Benue
Sénégal|Senegal|Senegal
Zambezi||Zambeze
Orange||Orange
Tigris||Tigris
Dicle|Tigris|Tigris
Euphrates||Éufrates
Al Furat|Euphrates|Éufrates
Firat|Euphrates|Éufrates
Indus||Indo
Ganges||Ganges
Ayeyarwady|Irrawaddy|Irawadi
Lancang|Mekong|Mekong
Yarlung|Brahmaputra|Brahmaputra
Chang Jiang|Yangtze|Yangtsé
Jinsha|Yangtze|Yangtsé
Yangtze||Yangtsé
Huang|Yellow River|Río Amarillo
Heilong Jiang|Amur|Amur
Ertis|Irtysh|Irtish
Ertix|Irtysh|Irtish
Irtysh||Irtish
Mississippi||Misisipi
Missouri||Misuri
St. Lawrence||San Lorenzo
Colorado||Colorado
Amazonas|Amazon|Amazonas
Lake Victoria||Lago Victoria
Lake Tanganyika||Lago Tanganica
Lake Malawi||Lago Malaui
Lake Superior||Lago Superior
Lake Michigan||Lago Míchigan
Lake Huron||Lago Hurón
Lake Erie||Lago Erie
Lake Ontario||Lago Ontario
Lake Winnipeg||Lago Winnipeg
Great Bear Lake||Gran Lago del Oso
Great Slave Lake||Gran Lago del Esclavo
Great Salt Lake||Gran Lago Salado
Lake Baikal||Lago Baikal
Lake Balkhash||Lago Baljash
Lake Ladoga||Lago Ládoga
Lake Onega||Lago Onega
Lake Chad||Lago Chad
Lake Albert||Lago Alberto
Lake Turkana||Lago Turkana
Lake Volta||Lago Volta
Lake Nasser||Lago Nasser
Lake Kariba||Lago Kariba
Lake Geneva||Lago Lemán
Bodensee|Lake Constance|Lago de Constanza
Aral Sea||Mar de Aral
Dead Sea||Mar Muerto
Issyk-Kul||Issyk-Kul
Lago Titicaca|Lake Titicaca|Lago Titicaca
Lago de Nicaragua|Lake Nicaragua|Lago de Nicaragua
Lake Urmia||Lago Urmía
Lake Van||Lago de Van
Sea of Galilee||Mar de Galilea
Pijnne|Päijänne|Päijänne
Inarijrvi|Inarijärvi|Inarijärvi
Pyhjrvi|Pyhäjärvi|Pyhäjärvi
Siletitengiz Kli|Siletiteniz Köli|Siletiteniz Köli
Hvannadalshnkur|Hvannadalshnúkur|Hvannadalshnúkur
Pskoyskoye Ozero|Lake Pskov|Lago Pskov
Qattara Depression||Depresión de Qattara
Turpan Depression||Depresión de Turfán
Death Valley||Valle de la Muerte
`;

const byName = new Map(
  table
    .trim()
    .split('\n')
    .map((line) => line.split('|'))
    .map(([name, en, es]) => [name, { en: en || name, es }]),
);

const spanishByEnglish = new Map([...byName.values()].map(({ en, es }) => [en, es]));

/** Returns the Spanish name of what has one of these names in the sources or in English; null where it is not known. */
export const spanishNature = (names) => {
  for (const name of names) {
    const es = byName.get(name)?.es ?? spanishByEnglish.get(name);
    if (es) return es;
  }
  return null;
};

/** Returns the English and the Spanish name; the Spanish one is null where it is not known or the same. */
export function natureName(name) {
  const known = byName.get(name);
  if (!known) return { en: name, es: null };
  return { en: known.en, es: known.es === known.en ? null : known.es };
}

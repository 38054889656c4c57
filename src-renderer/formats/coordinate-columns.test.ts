import { expect, it } from 'vitest';
import { importText, placesOf, problemOf, reasonsOf } from '../../testing/page/import-harness.ts';
import { csvOf } from '../kit/client/csv.ts';

const rounded = (read: Awaited<ReturnType<typeof importText>>) =>
  placesOf(read).map(([name, x, y]) =>
    [name, Number(x?.toString()), Number(y?.toString())].map((each) =>
      typeof each === 'number' ? Math.round(each * 1e5) / 1e5 : each,
    ),
  );
const notesOf = ({ outcome }: Awaited<ReturnType<typeof importText>>) =>
  outcome.notes.map(({ message, values }) => [message.replace('validation.', ''), values?.columns]);

it('a coordinate in columns for degrees, minutes, seconds and hemisphere is read whole, and the note names them', async () => {
  for (const heading of [
    'site,lat_deg,lat_min,lat_sec,lat_dir,lon_deg,lon_min,lon_sec,lon_dir',
    'site,Lat Deg,Lat Min,Lat Sec,Lat Dir,Lon Deg,Lon Min,Lon Sec,Lon Dir',
    'site,Latitude,Min,Sec,N/S,Longitude,Min,Sec,E/W',
    'Sitio,Latitud grados,Latitud minutos,Latitud segundos,Latitud hemisferio,Longitud grados,Longitud minutos,Longitud segundos,Longitud hemisferio',
    'site,LatD,LatM,LatS,NS,LonD,LonM,LonS,EW',
    'Sito,Lat gradi,Lat primi,Lat secondi,Lat emisfero,Lon gradi,Lon primi,Lon secondi,Lon emisfero',
    "Site,Lat °,Lat ',Lat ″,N/S,Long °,Long ',Long ″,E/W",
    'site,latdeg,latmin,latsec,latdir,londeg,lonmin,lonsec,londir',
    // The letters say what is in a column whose heading names the coordinate alone.
    'Nombre,Lat_G,Lat_M,Lat_S,Lat_H,Lon_G,Lon_M,Lon_S,Lon_H',
    'site,lat,lat_min,lat_sec,lat2,lon,lon_min,lon_sec,lon2',
    // No heading names a coordinate: each degree with minutes after it is one, and the letters say which.
    'site,deg,min,sec,dir,deg,min,sec,dir',
    'Ort,Grad,Minuten,Sekunden,Richtung,Grad,Minuten,Sekunden,Richtung',
    // Cells over several columns, as a workbook leaves them.
    'site,Latitude,,,,Longitude,,,\n,deg,min,sec,dir,deg,min,sec,dir',
    'Nombre,Latitud,,,,Longitud,,,\n,Grados,Minutos,Segundos,Hemisferio,Grados,Minutos,Segundos,Hemisferio',
  ]) {
    const read = await importText(
      `${heading}\nMoor 1,33,52,7.7,S,18,25,26.4,E\nMoor 2,34,10,30.0,S,70,51,12.0,W`,
    );
    // 33 + 52/60 + 7.7/3600, and so on.
    expect([heading, rounded(read)]).toEqual([
      heading,
      [
        ['Moor 1', 18.424, -33.86881],
        ['Moor 2', -70.85333, -34.175],
      ],
    ]);
    expect(notesOf(read)[0]?.[0]).toBe('completingColumns');
    expect(read.features[0]?.attributes).toEqual({});
  }
  const eastFirst = await importText('deg;min;dir;deg;min;dir\n70;30;W;33;52,5;S\n18;15;E;48;12;N');
  expect(rounded(eastFirst)).toEqual([
    [null, -70.5, -33.875],
    [null, 18.25, 48.2],
  ]);
  expect(eastFirst.outcome.questions).toEqual([]);
  const german = await importText(
    'Ort;Breite Grad;Breite Minuten;Breite Sekunden;Länge Grad;Länge Minuten;Länge Sekunden\nWien;48;12;30;16;22;23',
  );
  expect(rounded(german)).toEqual([['Wien', 16.37306, 48.20833]]);
  const half = await importText('Lat Deg;Lat Min;Lat Dir;Lon Deg;Lon Min;Lon Dir\n33;52,5;S;70;30;W');
  expect(rounded(half)).toEqual([[null, -70.5, -33.875]]);
});

it('a column of hemispheres beside plain numbers is used, whatever its heading', async () => {
  for (const text of [
    'name,lat,N/S,lon,E/W\nFarm,33.5,S,70.25,W',
    'name,lat,hem,lon,hem\nFarm,33.5,South,70.25,West',
    'name,lat,,lon,\nFarm,33.5,S,70.25,W',
    'name;Latitud;Longitud;dir lat;dir lon\nFarm;33,5;70,25;S;W',
    'name;Latitude (S);Longitude (W)\nFarm;33,5;70,25',
    'name;Lat (°S);Long (°W)\nFarm;33,5;70,25',
    'name;Latitude South;Longitude West\nFarm;33,5;70,25',
    'name;Latitud Sur;Longitud Oeste\nFarm;33,5;70,25',
    'name;Latitude Sud;Longitude Ouest\nFarm;33,5;70,25',
    'name;lat_south;lon_west\nFarm;33,5;70,25',
    'name;südl. Breite;westl. Länge\nFarm;33,5;70,25',
    'name;S Lat;W Long\nFarm;33,5;70,25',
    'nom;latitude;N ou S;longitude;E ou O\nFarm;33,5;Sud;70,25;Ouest',
    'navn;lat;halvkule;lon;retning\nFarm;33,5;S;70,25;W',
  ]) {
    const read = await importText(text);
    expect([text, rounded(read)]).toEqual([text, [['Farm', -70.25, -33.5]]]);
    expect(notesOf(read)).toHaveLength(1);
  }
});

it('a column with the letters of both hemispheres is used for both numbers', async () => {
  for (const text of [
    'name,lat,lon,Hemisphere\nFarm,33.5,70.25,SW\nQuay,48.2,16.37,NE',
    'name;lat;lon;quadrant\nFarm;33,5;70,25;S/W\nQuay;48,2;16,37;n/e',
    'name,lat_deg,lat_min,lon_deg,lon_min,hem\nFarm,33,30,70,15,S W\nQuay,48,12,16,22.2,N E',
  ]) {
    const read = await importText(text);
    expect([text, rounded(read)]).toEqual([
      text,
      [
        ['Farm', -70.25, -33.5],
        ['Quay', 16.37, 48.2],
      ],
    ]);
    expect(notesOf(read).map(([message]) => message)).toEqual(['completingColumns']);
  }
  const signed = await importText('name,lat,lon,wind\nFarm,-33.5,-70.25,SW\nQuay,48.2,16.37,NE');
  expect(rounded(signed)[0]).toEqual(['Farm', -70.25, -33.5]);
  expect(notesOf(signed)).toEqual([['doubtfulColumns', 'wind']]);
});

it('a row whose parts of an angle contradict each other is rejected', async () => {
  const text =
    'lat,lat_min,lat_dir,lon,lon_min,lon_dir\n33,61,S,70,1,W\n-33,5,N,70,1,W\n33,5,S,70,1,\n33,5,S,70,1,W\n33,,S,70,,W';
  const read = await importText(text);
  expect(notesOf(read).map(([message]) => message)).toEqual(['completingColumns']);
  expect(reasonsOf(read)).toEqual([
    [2, 'angleParts'],
    [3, 'angleParts'],
    [4, 'angleParts'],
  ]);
  expect(rounded(read)).toEqual([
    [null, -70.01667, -33.08333],
    [null, -70, -33],
  ]);
});

it('one wrong cell of minutes, seconds, degrees or hemispheres spoils its row, and no other one', async () => {
  const heading = 'site,lat_deg,lat_min,lat_sec,lat_dir,lon_deg,lon_min,lon_sec,lon_dir';
  const right = 'Moor 1,33,52,7.7,S,18,25,26.4,E\nMoor 2,34,10,30.0,S,70,51,12.0,W';
  for (const wrong of [
    'Bad,12,75,0,N,10,5,0,E',
    'Bad,12,5,60,N,10,5,0,E',
    'Bad,12.5,5,6,N,10,5,0,E',
    'Bad,12,5,6,north-ish,10,5,0,E',
    'Bad,12,x,6,N,10,5,0,E',
    'Bad,12,5,6,N,10,-5,0,E',
  ]) {
    const read = await importText(`${heading}\n${right}\n${wrong}`);
    expect([wrong, reasonsOf(read)]).toEqual([wrong, [[4, 'angleParts']]]);
    expect([wrong, rounded(read)]).toEqual([
      wrong,
      [
        ['Moor 1', 18.424, -33.86881],
        ['Moor 2', -70.85333, -34.175],
      ],
    ]);
  }
  // Letters without a heading of their own, of which one is missing or wrong.
  const letters = 'name,lat,,lon,\nA,33.5,S,70.25,W\nB,33.5,S,70.25,W\nC,33.5,S,70.25,W\nD,33.5,S,70.25,W';
  const read = await importText(`${letters}\nE,33.5,?,70.25,W`);
  expect([rounded(read).length, reasonsOf(read)]).toEqual([4, [[6, 'angleParts']]]);
  expect(rounded(read)[0]).toEqual(['A', -70.25, -33.5]);
});

it('a column that may complete the coordinates and is not used is named in a note', async () => {
  const read = await importText('name,lat,lat_min,lon,lon_min\nA,48.25,12,16.5,30');
  expect(notesOf(read)).toEqual([['doubtfulColumns', 'lat_min, lon_min']]);
  const unnamed = await importText('name,lat,a,lon,b\nA,48,12,16,30\nB,48,13,17,59');
  expect(notesOf(unnamed)).toEqual([['doubtfulColumns', 'a, b']]);
  const signed = await importText('name,lat,lon,side\nA,48.1,-16.5,W\nB,48.2,16.5,E');
  expect(notesOf(signed)).toEqual([['doubtfulColumns', 'side']]);
  expect(notesOf(await importText('name,lat,lon,state\nA,48.1,16.5,Wien'))).toEqual([]);
});

it('coordinates of a plane beside a width and a length, which may be no coordinates, are named in a note', async () => {
  expect(notesOf(await importText('Objekt;Länge;Breite;X;Y\nA;12,5;4,2;4468000;5333000'))).toEqual([
    ['doubtfulColumns', 'X, Y'],
  ]);
  expect(
    notesOf(await importText('Objekt;Geogr. Länge;Geogr. Breite;X;Y\nA;11,5;48,2;4468000;5333000')),
  ).toEqual([]);
});

it('numbers in another unit than degrees are no coordinates', async () => {
  for (const headings of [
    'lat_rad,lon_rad',
    'Latitude (radians),Longitude (radians)',
    'Breite [gon],Länge [gon]',
  ])
    expect([headings, problemOf(await importText(`name,${headings}\nA,0.84,0.2\nB,0.85,0.21`))]).toEqual([
      headings,
      'importColumns',
    ]);
});

it('cells beyond the last heading, such as decimals that a comma has cut off, are named in a note', async () => {
  const cut = await importText('name,lat,lon\nA,48,5,11,5\nB,47,25,12,75');
  expect(notesOf(cut)).toEqual([['doubtfulColumns', '#4, #5']]);
  expect(notesOf(await importText('name,lat,lon,\nA,48.5,11.5,\nB,47.25,12.75,'))).toEqual([]);
  expect(notesOf(await importText('name,lat,lon\nA,48.5,11.5\nB,47.25,12.75\nC,47,12\nD,47,11,x'))).toEqual(
    [],
  );
});

it('areas in a column beside latitude and longitude stay areas', async () => {
  const ring = '11.5 48.1, 11.6 48.1, 11.6 48.2, 11.5 48.2, 11.5 48.1';
  const polygon = `"POLYGON ((${ring}))"`;
  const read = await importText(
    `name,latitude,longitude,wkt\nField A,48.15,11.55,${polygon}\nWell,48.123,11.5,POINT (11.5 48.1)\nFarm,1,2,`,
  );
  expect(read.features.map(({ geometry }) => geometry.kind)).toEqual(['area', 'point', 'point']);
  expect(placesOf(read)[1]).toEqual(['Well', 11.5, 48.123]);
  expect(read.features[0]?.attributes).toEqual({});
  // As Nadir exports it: the coordinates in the user's format too.
  const own = csvOf(
    ['name', 'latitude', 'longitude', 'altitude', 'coordinates', 'wkt'],
    [
      [
        'Field',
        { number: '48.15' },
        { number: '11.55' },
        null,
        '48.15° N 11.55° E',
        { wellKnownText: `POLYGON ((${ring}))` },
      ],
    ],
  );
  expect((await importText(own)).outcome).toMatchObject({ points: 0, areas: 1 });
  const json = `{""type"":""Polygon"",""coordinates"":[[[11.5,48.1],[11.6,48.1],[11.6,48.2],[11.5,48.1]]]}`;
  expect((await importText(`name,lat,lon,geojson\nField,48.1,11.5,"${json}"`)).outcome.areas).toBe(1);
  expect((await importText(`name,geojson\nField,"${json}"`)).outcome.areas).toBe(1);
  // The same polygon as GDAL 3.6 writes it in binary form, with either order of bytes, and as PostGIS does with a code.
  const ringHex =
    '000000000000274000000000000048400000000000002840000000000000484000000000000028400000000000804840' +
    '00000000000027400000000000004840';
  const binary = `010300000001000000040000${'00'}${ringHex}`;
  for (const [hex, kind] of [
    [binary, 'area'],
    [binary.replace('0103000000', '0103000020E6100000'), 'area'],
    ['0101000000000000000000274000000000000D4840', 'point'],
    ['000000000140270000000000004048000000000000', 'point'],
  ] as const) {
    const named = await importText(`name,the_geom\nField,${hex}`);
    expect([hex, named.features[0]?.geometry.kind]).toEqual([hex, kind]);
    const beside = await importText(`name,lat,lon,the_geom\nField,48.1,11.5,${hex}`);
    expect([hex, beside.features[0]?.geometry.kind]).toEqual([hex, kind]);
    if (kind === 'point') expect(placesOf(beside)).toEqual([['Field', 11.5, 48.1]]);
  }
  expect(placesOf(await importText('name,lat,lon,id\nField,48.1,11.5,0123456789ABCDEF0123'))).toHaveLength(1);
  // Where only points are wanted, the middle is one.
  expect(
    (await importText(`name,lat,lon,wkt\nField A,48.15,11.55,${polygon}`, { accepts: 'point' })).outcome
      .points,
  ).toBe(1);
});

it('a word within a heading names a coordinate, before any number is taken for one', async () => {
  for (const [latitude, longitude] of [
    ['location-Latitude', 'location-Longitude'],
    ['_gps_latitude', '_gps_longitude'],
    ['decimalLatitude', 'decimalLongitude'],
    ['GPS Latitude', 'GPS Longitude'],
    ['site_lat', 'site_lng'],
    ['Latitude_1', 'Longitude_1'],
    ['geopoint.latitude', 'geopoint.longitude'],
    ['Geogr. Breite (WGS84)', 'Geogr. Länge (WGS84)'],
    ['LATITUDE DD', 'LONGITUDE DD'],
    ['Широта, град', 'Долгота, град'],
    ['Breite [Grad]', 'Länge [Grad]'],
    ['Y_WGS84', 'X_WGS84'],
    ['northing_deg', 'easting_deg'],
    ['Deg N', 'Deg E'],
    ['φ (°)', 'λ (°)'],
    ['reclat', 'reclong'],
    ['zeměpisná šířka', 'zeměpisná délka'],
    ['Geografska širina', 'Geografska dužina'],
    ['Földrajzi szélesség', 'Földrajzi hosszúság'],
    ['Γεωγραφικό πλάτος', 'Γεωγραφικό μήκος'],
    ['geografisk bredde', 'geografisk længde'],
    ['緯度', '経度'],
    ['Lintang', 'Bujur'],
    ['latitude [°]', 'longitude [°]'],
  ]) {
    const text = `start;ph;temp_c;${latitude};${longitude};location-Accuracy\n1;7.25;18.4;-1.28642;36.81722;4.3`;
    const read = await importText(text);
    expect([latitude, placesOf(read), read.outcome.questions]).toEqual([
      latitude,
      [[null, 36.81722, -1.28642]],
      [],
    ]);
  }
  const odk = await importText(
    'start,ph,temp_c,location-Latitude,location-Longitude,location-Altitude\nx,7.25,18.4,-1.28642,36.81722,1661.2',
  );
  expect(odk.features[0]?.geometry).toMatchObject({ altitudeMetres: 1661.2 });
  const two = await importText('a,start_lat,start_lon,end_lat,end_lon\nx,1.5,2.5,3.5,4.5');
  expect([placesOf(two), notesOf(two)]).toEqual([
    [[null, 2.5, 1.5]],
    [['doubtfulColumns', 'end_lat, end_lon']],
  ]);
  // Of several numbers below words that are not known, any two would be a guess; below two of them, the order is asked.
  expect(problemOf(await importText('ph,temp_c,põhi,ida\n7.25,18.4,58.38,26.72'))).toBe('importColumns');
  expect(problemOf(await importText('Minuten,Sekunden,pH\n12.5,30.5,7.25'))).toBe('importColumns');
  const unknown = await importText('nimi,põhi,ida\nTartu,58.38,26.72');
  expect([placesOf(unknown), unknown.outcome.questions.map(({ kind }) => kind)]).toEqual([
    [['Tartu', 26.72, 58.38]],
    ['order'],
  ]);
  // Half a pair is no reason to guess the other half.
  expect(problemOf(await importText('ph,temp_c,lat_min,lat_max\n7.25,18.4,1.5,2.5'))).toBe('importColumns');
});

it('a letter that contradicts its heading or its sign is told, and does not turn the place', async () => {
  const read = await importText(
    'name,lat,lon\nRight,45.5,7.25\nTurned,12.5,13.5 N\nLeft,13.5 E,12.5\nMinus,-33.5 N,18.5\nBoth,33.5 S,-18.5 W\nEast,33.5 S,W 18.5',
  );
  expect(reasonsOf(read)).toEqual([
    [3, 'letterAgainstHeading'],
    [4, 'letterAgainstHeading'],
    [5, 'signAndLetter'],
  ]);
  expect(rounded(read)).toEqual([
    ['Right', 7.25, 45.5],
    ['Both', -18.5, -33.5],
    ['East', -18.5, -33.5],
  ]);
});

import { expect, it } from 'vitest';
import { maxMetadataBytes, readMetadataFacts } from './vendor-metadata.ts';

it('an MTL file says the time, satellite, sensor, clouds and sun of a Landsat scene', () => {
  const text = `GROUP = LANDSAT_METADATA_FILE
  SPACECRAFT_ID = "LANDSAT_8"
  SENSOR_ID = "OLI_TIRS"
  DATE_ACQUIRED = 2023-01-10
  SCENE_CENTER_TIME = "10:34:21.1234560Z"
  CLOUD_COVER = 12.50
  SUN_AZIMUTH = 160.25
  SUN_ELEVATION = 21.5
END`;
  expect(readMetadataFacts(text)).toEqual({
    time: { kind: 'moment', at: '2023-01-10T10:34:21.123Z' },
    satellite: 'LANDSAT_8',
    cloudCover: 12.5,
    metadata: { sensor: 'OLI_TIRS', sun_azimuth: 160.25, sun_elevation: 21.5 },
  });
});

// The names of the fields are those of the format definitions of USGS (LSDS-1415, LSDS-1822 and the ones before).
it.each([
  [
    'of collection 1',
    'GROUP = L1_METADATA_FILE\n  SPACECRAFT_ID = "LANDSAT_7"\n  DATE_ACQUIRED = 2019-03-14\n  SCENE_CENTER_TIME = "10:02:33.1234560Z"\nEND',
  ],
  [
    'of before the collections',
    'GROUP = METADATA_FILE\r\n  SPACECRAFT_ID = "LANDSAT_7"\r\n  ACQUISITION_DATE = 2019-03-14\r\n  SCENE_CENTER_SCAN_TIME = 10:02:33.1234560Z\r\nEND\r\n',
  ],
  [
    'in XML',
    '<LANDSAT_METADATA_FILE><IMAGE_ATTRIBUTES><SPACECRAFT_ID>LANDSAT_7</SPACECRAFT_ID><DATE_ACQUIRED>2019-03-14</DATE_ACQUIRED><SCENE_CENTER_TIME>10:02:33.1234560Z</SCENE_CENTER_TIME></IMAGE_ATTRIBUTES></LANDSAT_METADATA_FILE>',
  ],
  [
    'in JSON',
    '{"LANDSAT_METADATA_FILE":{"IMAGE_ATTRIBUTES":{"SPACECRAFT_ID":"LANDSAT_7","DATE_ACQUIRED":"2019-03-14","SCENE_CENTER_TIME":"10:02:33.1234560Z"}}}',
  ],
])('an MTL file %s says the time of its scene', (_name, text) => {
  expect(readMetadataFacts(text)).toMatchObject({
    time: { kind: 'moment', at: '2019-03-14T10:02:33.123Z' },
    satellite: 'LANDSAT_7',
  });
});

it('an IMD file has its clouds as a fraction, and -999 for what it does not know', () => {
  const text = `BEGIN_GROUP = IMAGE_1
	satId = "WV02";
	firstLineTime = 2023-01-10T10:34:21.123456Z;
	cloudCover = 0.012;
	meanOffNadirViewAngle = 18.4;
	meanSunEl = -999.000000;
END_GROUP = IMAGE_1`;
  expect(readMetadataFacts(text)).toEqual({
    time: { kind: 'moment', at: '2023-01-10T10:34:21.123Z' },
    satellite: 'WV02',
    cloudCover: 1.2,
    metadata: { off_nadir: 18.4 },
  });
});

it('DIMAP, Sentinel and GDAL XML say the time under their own names', () => {
  expect(
    readMetadataFacts(
      '<D><S><MISSION>PHR</MISSION><MISSION_INDEX>1A</MISSION_INDEX><IMAGING_DATE>2023-01-10</IMAGING_DATE><IMAGING_TIME>10:34:21.1Z</IMAGING_TIME></S></D>',
    ),
  ).toMatchObject({ time: { at: '2023-01-10T10:34:21.100Z' }, satellite: 'PHR 1A' });
  expect(
    readMetadataFacts(
      '<n1:L xmlns:n1="x"><SPACECRAFT_NAME>Sentinel-2A</SPACECRAFT_NAME><DATATAKE_SENSING_START>2023-01-10T10:34:21.024Z</DATATAKE_SENSING_START><Cloud_Coverage_Assessment>3.5</Cloud_Coverage_Assessment></n1:L>',
    ),
  ).toMatchObject({ time: { at: '2023-01-10T10:34:21.024Z' }, satellite: 'Sentinel-2A', cloudCover: 3.5 });
  expect(
    readMetadataFacts(
      '<PAMDataset><Metadata domain="IMAGERY"><MDI key="ACQUISITIONDATETIME">2023-01-10 10:34:21</MDI><MDI key="SATELLITEID">WV03</MDI></Metadata></PAMDataset>',
    ),
  ).toMatchObject({ time: { at: '2023-01-10T10:34:21.000Z' }, satellite: 'WV03' });
});

it('JSON of a provider says the time and the clouds', () => {
  const properties = { acquired: '2023-01-10T10:34:21.5Z', satellite_id: '2481', cloud_cover: 0.25 };
  expect(readMetadataFacts(JSON.stringify({ type: 'Feature', properties }))).toMatchObject({
    time: { at: '2023-01-10T10:34:21.500Z' },
    satellite: '2481',
    cloudCover: 25,
  });
});

it('a text that declares entities, is broken, or is something else says nothing', () => {
  for (const text of [
    '<!DOCTYPE a [<!ENTITY b "c">]><a><acquired>2023</acquired></a>',
    '<a><acquired>2023',
    '{',
    '',
  ])
    expect(readMetadataFacts(text)).toEqual({ time: null, satellite: null, cloudCover: null, metadata: {} });
});

it.each(['\n', ' ', '\r\n', ' \n', '=', 'A=', 'A = "', ';'])(
  'four mebibytes of %j are read in a time that grows with their length',
  (part) => {
    const text = part.repeat(maxMetadataBytes / part.length);
    expect(readMetadataFacts(`SPACECRAFT_ID = "LANDSAT_8";\n${text}\nA=${text}x`)).toMatchObject({
      satellite: 'LANDSAT_8',
    });
  },
);

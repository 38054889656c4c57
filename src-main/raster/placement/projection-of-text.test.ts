import proj4 from 'proj4';
import { expect, it } from 'vitest';
import { projectionOfText } from './projection-of-text.ts';

/**
 * The forms in which GDAL takes a coordinate system, a point in it, and its longitude and latitude on WGS 84 by PROJ 9
 * (`gdaltransform -s_srs … -t_srs OGC:CRS84`).
 */
const forms: readonly (readonly [text: string, x: number, y: number, longitude: number, latitude: number])[] =
  [
    [
      '+proj=utm +zone=32 +datum=WGS84 +units=m +no_defs',
      450000,
      5250000,
      8.33734450739596,
      47.4015381201752,
    ],
    ['+proj=utm +zone=32 +south', 450000, 5250000, 8.38754943341055, -42.9009727390901],
    [
      '+proj=utm +zone=33 +ellps=GRS80 +towgs84=0,0,0,0,0,0,0 +units=m +no_defs +type=crs',
      450000,
      5250000,
      14.3373445073881,
      47.4015381212698,
    ],
    ['+proj=utm +zone=32 +ellps=intl +units=us-ft', 1500000, 17000000, 8.43930656610809, 46.7857749484007],
    ['+proj=utm +zone=32 +datum=WGS84 +units=km', 450, 5250, 8.33734450739596, 47.4015381201752],
    [
      '+proj=tmerc +lat_0=0 +lon_0=9 +k=0.9996 +x_0=500000 +ellps=bessel +towgs84=598.1,73.7,418.2,0.202,0.045,-2.455,6.7',
      450000,
      5250000,
      8.33627702955372,
      47.405496332554,
    ],
    ['+proj=tmerc +lon_0=9 +ellps=WGS84', 50000, 5250000, 9.66215372433141, 47.3826448111658],
    [
      '+proj=etmerc +lat_0=49 +lon_0=-2 +k_0=0.9996012717 +x_0=400000 +y_0=-100000 +ellps=airy +towgs84=446.448,-125.157,542.06,0.15,0.247,0.842,-20.489',
      450000,
      250000,
      -1.27072615052667,
      52.1460334954072,
    ],
    [
      '+proj=lcc +lat_1=49 +lat_2=44 +lat_0=46.5 +lon_0=3 +x_0=700000 +y_0=6600000 +ellps=GRS80',
      650000,
      6800000,
      2.32577032297513,
      48.2984065043812,
    ],
    [
      '+proj=lcc +lat_1=46.8 +lat_0=46.8 +lon_0=2.337229166666667 +k_0=0.99987742 +x_0=600000 +y_0=2200000 +a=6378249.2 +b=6356515 +towgs84=-168,-60,320,0,0,0,0 +units=m',
      650000,
      2300000,
      3.00265485454644,
      47.6975914389678,
    ],
    [
      '+proj=aea +lat_1=29.5 +lat_2=45.5 +lat_0=23 +lon_0=-96 +datum=NAD83',
      100000,
      1500000,
      -94.8725892510674,
      36.5416727301159,
    ],
    [
      '+proj=laea +lat_0=52 +lon_0=10 +x_0=4321000 +y_0=3210000 +ellps=GRS80',
      4400000,
      3000000,
      11.1042671349976,
      50.1069512841939,
    ],
    [
      '+proj=stere +lat_0=90 +lat_ts=70 +lon_0=-45 +k=1 +datum=WGS84',
      450000,
      -1250000,
      -25.2011236454751,
      77.7805920174347,
    ],
    [
      '+proj=stere +lat_0=-90 +lat_ts=-71 +lon_0=0 +datum=WGS84',
      450000,
      1250000,
      19.7988763545249,
      -77.8168918133532,
    ],
    [
      '+proj=sterea +lat_0=52.15616055555555 +lon_0=5.38763888888889 +k=0.9999079 +x_0=155000 +y_0=463000 +ellps=bessel +towgs84=565.4171,50.3319,465.5524,1.9342,-1.6677,9.1019,4.0725',
      150000,
      450000,
      5.31662470749462,
      52.0389210216723,
    ],
    [
      '+proj=somerc +lat_0=46.95240555555556 +lon_0=7.439583333333333 +k_0=1 +x_0=2600000 +y_0=1200000 +ellps=bessel +towgs84=674.374,15.056,405.346',
      2650000,
      1250000,
      8.1009634749613,
      47.3989249792231,
    ],
    [
      '+proj=omerc +lat_0=4 +lonc=102.25 +alpha=323.0257905 +k=0.99984 +x_0=804670.24 +y_0=0 +no_uoff +gamma=323.1301023611111 +ellps=WGS84',
      500000,
      500000,
      102.493923801522,
      4.52088177595918,
    ],
    [
      '+proj=merc +lon_0=100 +k=0.997 +x_0=3900000 +y_0=900000 +ellps=WGS84',
      4000000,
      1000000,
      100.901018339137,
      0.907052351737989,
    ],
    [
      '+proj=merc +a=6378137 +b=6378137 +lat_ts=0.0 +lon_0=0.0 +x_0=0.0 +y_0=0 +k=1.0 +units=m +nadgrids=@null +wktext +no_defs',
      1000000,
      6000000,
      8.98315284119521,
      47.3537047024331,
    ],
    ['+proj=cea +lat_ts=30 +datum=WGS84', 1000000, 3000000, 10.3641678112128, 24.2124744315782],
    ['+proj=cea +datum=WGS84', 1000000, 3000000, 8.98315284119521, 28.232700067952],
    ['+proj=eqc +lat_ts=20 +lon_0=5 +R=6371000', 1000000, 3000000, 14.5703806332605, 26.9796481775619],
    [
      '+proj=sinu +lon_0=0 +x_0=0 +y_0=0 +R=6371007.181 +units=m',
      1000000,
      3000000,
      10.0914824532501,
      26.9796177677934,
    ],
    ['+proj=robin +datum=WGS84', 1000000, 3000000, 10.9616173797817, 28.050191901081],
    ['+proj=moll +datum=WGS84', 1000000, 3000000, 10.5800918904604, 24.5525537565177],
    [
      '+proj=poly +lat_0=0 +lon_0=-54 +x_0=5000000 +y_0=10000000 +ellps=GRS80 +towgs84=0,0,0',
      5500000,
      8000000,
      -49.277639201214,
      -18.0238723346529,
    ],
    [
      '+proj=cass +lat_0=31.7340969 +lon_0=35.2120806 +x_0=170251.555 +y_0=126867.909 +ellps=WGS84',
      180000,
      150000,
      35.3151821502734,
      31.9426703057384,
    ],
    ['+proj=aeqd +lat_0=50 +lon_0=10 +datum=WGS84', 100000, 200000, 11.4491252746049, 51.7890289966057],
    [
      '+proj=eqdc +lat_0=40 +lon_0=-96 +lat_1=20 +lat_2=60 +datum=WGS84',
      100000,
      200000,
      -94.7190952914716,
      41.7946166833758,
    ],
    ['+proj=gnom +lat_0=50 +lon_0=10 +R=6371000', 100000, 200000, 11.4531614642719, 51.789095691719],
    ['+proj=ortho +lat_0=50 +lon_0=10 +R=6371000', 100000, 200000, 11.4540917654707, 51.7901920555769],
    [
      '+proj=geos +h=35785831 +lon_0=9.5 +ellps=WGS84 +sweep=y',
      1000000,
      3000000,
      20.0927644903935,
      29.0992222492078,
    ],
    [
      '+proj=geos +h=35786023 +lon_0=-75 +ellps=GRS80 +sweep=x',
      1000000,
      3000000,
      -64.3707663958697,
      29.0867833688672,
    ],
    ['+proj=eqearth +datum=WGS84', 1000000, 3000000, 10.8755217031921, 23.6913515571601],
    ['+proj=longlat +datum=WGS84 +no_defs', 12.5, 41, 12.5, 41],
    [
      '+proj=longlat +ellps=bessel +pm=ferro +towgs84=577.326,90.129,463.919,5.137,1.474,5.297,2.4232',
      30,
      50,
      12.3325591118374,
      49.9991575714617,
    ],
    ['+init=epsg:25832', 450000, 5250000, 8.33734450738814, 47.4015381212698],
    ['WGS84', 12.5, 41, 12.5, 41],
    ['EPSG:32632+5773', 450000, 5250000, 8.33734450739596, 47.4015381201752],
    ['urn:ogc:def:crs,crs:EPSG::32632,crs:EPSG::5773', 450000, 5250000, 8.33734450739596, 47.4015381201752],
    [
      'http://www.opengis.net/def/crs-compound?1=http://www.opengis.net/def/crs/EPSG/0/32632&2=http://www.opengis.net/def/crs/EPSG/0/5773',
      450000,
      5250000,
      8.33734450739596,
      47.4015381201752,
    ],
    ['urn:ogc:def:crs:OGC:1.3:CRS84', 12.5, 41, 12.5, 41],
    ['AUTO:42001,9,-47', 450000, 5250000, 8.38754943341055, -42.9009727390901],
    ['AUTO:42001,9001,9,47', 450000, 5250000, 8.33734450739596, 47.4015381201752],
    ['AUTO:42002,9,-47', 450000, 5250000, 8.38754943341055, -42.9009727390901],
    ['AUTO:42004,9,47', 450000, 250000, 14.9273145146088, 2.2457882102988],
  ];

it.each(forms)('a system is read as GDAL reads it: %s', async (text, x, y, longitude, latitude) => {
  const projection = await projectionOfText(text);
  if ('reason' in projection) throw new Error(`${projection.reason}: ${projection.detail}`);
  const [east = Number.NaN, north = Number.NaN] = proj4(projection.text).inverse([x, y]);
  // A tenth of a metre.
  expect(Math.abs(east - longitude)).toBeLessThan(1e-6);
  expect(Math.abs(north - latitude)).toBeLessThan(1e-6);
});

it.each([
  // Codes of other registries, bodies, grids and parameters that Nadir does not have.
  'ESRI:102001',
  'IGNF:LAMB93',
  'IAU_2015:30100',
  '+proj=tmerc +lon_0=9 +R=1737400',
  '+proj=utm +zone=32 +ellps=bessel +nadgrids=BETA2007.gsb',
  '+proj=utm +zone=32 +datum=WGS84 +axis=neu',
  '+proj=utm +zone=61 +datum=WGS84',
  '+proj=utm +zone=32 +datum=WGS84 +foo=3',
  '+proj=lcc +lat_1=46.8 +lon_0=3 +ellps=GRS80',
  '+proj=isea',
  '+proj=utm +zone=32 +datum=WGS84 +towgs84=1,2,3',
  '+proj=stere +lat_0=90 +lat_ts=70 +k=0.9 +datum=WGS84',
  'AUTO:42005,9,47',
  // proj4 has these on a sphere only.
  '+proj=mill +datum=WGS84',
  'AUTO:42003,9,47',
  'a local grid',
])('a system that Nadir cannot compute is named as the file names it: %s', async (text) => {
  expect(await projectionOfText(text)).toEqual({ reason: 'unknown-projection', detail: text });
});

it.each(['Miller_Cylindrical', 'Orthographic'])(
  'a plane on an ellipsoid that proj4 has on a sphere only is not placed: %s',
  async (method) => {
    const wkt = (flattening: number) =>
      `PROJCS["x",GEOGCS["y",DATUM["z",SPHEROID["s",6378137,${flattening}]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]],PROJECTION["${method}"],UNIT["metre",1]]`;
    expect(await projectionOfText(wkt(298.257223563))).toMatchObject({ reason: 'unknown-projection' });
    expect(await projectionOfText(wkt(0))).toMatchObject({ isRough: false });
  },
);

it('a datum without a known shift, and one with a rough shift, are rough', async () => {
  expect(await projectionOfText('+proj=utm +zone=32 +ellps=intl')).toMatchObject({
    isRough: true,
    epsg: null,
  });
  expect(await projectionOfText('+proj=tmerc +lon_0=9 +datum=OSGB36')).toMatchObject({ isRough: true });
  expect(await projectionOfText('+proj=utm +zone=32 +ellps=GRS80')).toMatchObject({ isRough: false });
});

import { afterEach, beforeEach, expect, it } from 'vitest';
import { wmsXml } from '../../../testing/made-descriptions.ts';
import { colouredTile } from '../../../testing/made-maps.ts';
import { createMapsHarness, type MapsHarness } from '../../../testing/maps-harness.ts';
import { type ScriptedServer, startScriptedServer } from '../../../testing/scripted-server.ts';

let harness: MapsHarness;
let server: ScriptedServer;
let legend: Buffer | string;
let layers: string;
let requests: string;
beforeEach(async () => {
  harness = createMapsHarness();
  legend = colouredTile([1, 2, 3], 40);
  server = await startScriptedServer({
    script({ path }, response) {
      if (/getcapabilities/i.test(path))
        response.end(wmsXml({ origin: server.origin(), layers, getMap: requests }));
      else if (/legend/i.test(path)) response.end(legend);
      else response.end(colouredTile([9, 9, 9]));
    },
  });
  const at = `<DCPType><HTTP><Get><OnlineResource xlink:href="${server.origin()}/wms?"/></Get></HTTP></DCPType>`;
  requests = `<GetMap><Format>image/png</Format>${at}</GetMap><GetLegendGraphic>${at}</GetLegendGraphic>`;
  layers = layerWith('');
});
afterEach(async () => {
  await harness.end();
  await server.close();
});

const now = () => new AbortController().signal;
const layerWith = (style: string) =>
  `<Layer><Name>soil types</Name><Title>Soil</Title><CRS>EPSG:3857</CRS>${style}</Layer>`;
const styleAt = (address: string) =>
  `<Style><Name>default</Name><LegendURL width="1" height="1"><Format>image/png</Format><OnlineResource xlink:href="${address}"/></LegendURL></Style>`;
const add = (address = `${server.origin()}/wms`) =>
  harness.maps.addAddress(
    {
      kind: 'wms',
      address,
      subdomains: '',
      layer: null,
      key: null,
      name: 'Soil',
      attribution: '',
      minZoom: 0,
      maxZoom: 19,
      keyForSession: false,
    },
    now(),
  );
const askedFor = () => server.seen.map(({ path }) => path).filter((path) => /legend/i.test(path));

it('fetches the legend that the description names, once', async () => {
  layers = layerWith(styleAt(`${server.origin()}/pictures/legend.png?a=b`));
  const own = await add();
  expect(own.hasLegend).toBe(true);
  expect(Buffer.from(await harness.maps.legend(own.id, now()))).toEqual(legend);
  await harness.maps.legend(own.id, now());
  expect(askedFor()).toEqual(['/pictures/legend.png?a=b']);
});

it('asks the server itself where the description names none, or one that is elsewhere', async () => {
  layers = layerWith(styleAt('https://elsewhere.example/legend.png'));
  const own = await add();
  await harness.maps.legend(own.id, now());
  expect(askedFor()[0]).toMatch(/REQUEST=GetLegendGraphic.*LAYER=soil%20types/);
});

it('puts the key of a map into the request, and keeps it nowhere else', async () => {
  const own = await add(`${server.origin()}/wms?apikey=SECRET-77`);
  expect(JSON.stringify(harness.maps.list())).not.toContain('SECRET-77');
  await harness.maps.legend(own.id, now());
  expect(askedFor()[0]).toContain('apikey=SECRET-77');
});

it('has none where the server has none', async () => {
  requests = requests.replace(/<GetLegendGraphic>.*/, '');
  const own = await add();
  expect(own.hasLegend).toBe(false);
  await expect(harness.maps.legend(own.id, now())).rejects.toMatchObject({ data: { reason: 'legend-none' } });
});

it.each([
  ['a web page', '<html>no</html>', 'answer-html'],
  ['an exception', '<?xml version="1.0"?><ServiceExceptionReport/>', 'answer-text'],
  ['nothing', '', 'legend-none'],
])('says that %s is no legend, and asks again the next time', async (_, answer, reason) => {
  const own = await add();
  const good = legend;
  legend = answer;
  await expect(harness.maps.legend(own.id, now())).rejects.toMatchObject({ data: { reason } });
  legend = good;
  expect((await harness.maps.legend(own.id, now())).byteLength).toBeGreaterThan(50);
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MapAddress } from '../../../../src-preload/contract/maps.ts';
import { wmsXml, wmtsXml } from '../../../../testing/made-descriptions.ts';
import { colouredTile } from '../../../../testing/made-maps.ts';
import { makeHttpClient, type TestHttpClient } from '../../../../testing/make-http-client.ts';
import { mapMessage } from '../../../../testing/map-message.ts';
import {
  type Script,
  type ScriptedServer,
  startScriptedServer,
} from '../../../../testing/scripted-server.ts';
import { createBoundedFetch } from './fetch-bounded.ts';
import { createProbe, type Probe } from './probe-address.ts';
import { addressOfTile } from './recipe.ts';

const signal = new AbortController().signal;
const tile = colouredTile([10, 120, 60]);

let server: ScriptedServer;
let client: TestHttpClient;
let probe: Probe;
beforeAll(async () => {
  server = await startScriptedServer();
  client = makeHttpClient();
  probe = createProbe({
    fetch: createBoundedFetch({ httpClient: client.httpClient, limitMs: 4_000 }),
    resolve: async () => ['127.0.0.1'],
    redactor: client.redactor,
    now: () => Date.UTC(2026, 0, 1),
  });
});
afterAll(async () => {
  await client.close();
  await server.close();
});
beforeEach(() => {
  server.seen.length = 0;
});

const draft = (address: string, more: Partial<MapAddress> = {}): MapAddress => ({
  kind: 'xyz',
  address,
  subdomains: '',
  layer: null,
  key: null,
  ...more,
});

/** Answers a description with this text, and everything else with a tile. */
const describing =
  (xml: string | Buffer, more: { status?: number; type?: string } = {}): Script =>
  ({ path }, response) => {
    if (/capabilities/i.test(path))
      response.writeHead(more.status ?? 200, { 'content-type': more.type ?? 'text/xml' }).end(xml);
    else response.writeHead(200, { 'content-type': 'image/png' }).end(tile);
  };

describe('an address of tiles', () => {
  it('is read as providers write it, and its key is taken out of it', async () => {
    server.play((_, response) => response.end(tile));
    const found = await probe(draft(`${server.origin()}/\${zoom}/{x}/{-y}.png?apikey=S3cretKey99`), signal);
    expect(found).toMatchObject({
      address: `${server.origin()}/{z}/{x}/{-y}.png?apikey={key}`,
      key: 'S3cretKey99',
      probe: { needsKey: true, hosts: [`127.0.0.1:${server.port}`], tile: { contentType: 'image/png' } },
    });
    expect(server.seen.map(({ path }) => path)).toEqual(['/3/3/4.png?apikey=S3cretKey99']);
    expect(JSON.stringify(client.log)).not.toContain('S3cretKey99');
  });

  it('keeps one key, and no second one with the map', async () => {
    server.play((_, response) => response.end(tile));
    const at = `${server.origin()}/{z}/{x}/{y}`;
    const said = (address: string) =>
      probe(draft(address), signal).then(({ key, address: kept }) => ({ key, kept }), mapMessage);
    expect(await said(`${at}?key=S3cretKey99&access_token=S3cretToken77`)).toContain('key, access_token');
    expect(await said(`${server.origin()}/{apikey}/{z}/{x}/{y}?token=S3cretToken77`)).toContain('token');
    expect(await said(`${at}?app_id=Me&app_code=S3cretCode55`)).toEqual({
      key: 'S3cretCode55',
      kept: `${at}?app_id=Me&app_code={key}`,
    });
  });

  it('is not repeated with its key in what the server refuses', async () => {
    server.play(({ path }, response) => {
      const text = `${path} is wrong, ${'x'.repeat(250)} and the key is S3cretKey99, S3cretKey99`;
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ text }));
    });
    const refused = probe(draft(`${server.origin()}/{z}/{x}/{y}?key=S3cretKey99`), signal);
    const error: unknown = await refused.catch((thrown: unknown) => thrown);
    expect(mapMessage(error)).toContain('is wrong');
    expect(JSON.stringify(error)).not.toContain('S3cret');
  });

  it('of TMS counts its rows from the south', async () => {
    server.play((_, response) => response.end(tile));
    const { recipe } = await probe(draft(`${server.origin()}/{z}/{x}/{y}`, { kind: 'tms' }), signal);
    const place = { z: 2, x: 1, y: 0 };
    expect(addressOfTile(recipe, { grid: 'mercator', place, key: null }).pathname).toBe('/2/1/3');
  });

  it('is accepted where the server has no tile, and says so', async () => {
    server.play((_, response) => response.writeHead(404).end('no'));
    expect((await probe(draft(`${server.origin()}/{z}/{x}/{y}`), signal)).probe.tile).toBeNull();
  });

  it('spreads its tiles over the subdomains, which are its only hosts', () => {
    const recipe = {
      template: 'https://{s}.tiles.example/{z}/{x}/{y}',
      subdomains: ['a', 'b'],
      flipY: false,
      matrices: null,
      axes: 'xy' as const,
      legend: null,
    };
    const hosts = [0, 1].map(
      (x) => addressOfTile(recipe, { grid: 'mercator', place: { z: 1, x, y: 0 }, key: null }).host,
    );
    expect(hosts).toEqual(['a.tiles.example', 'b.tiles.example']);
  });
});

describe('a WMTS', () => {
  it('is asked by its template, in the order of the names that it gives', async () => {
    server.play(describing(wmtsXml({ origin: server.origin() })));
    const found = await probe(draft(`${server.origin()}/WMTSCapabilities.xml`, { kind: 'wmts' }), signal);
    expect(found.probe).toMatchObject({
      name: 'Topo & more',
      attribution: 'Agency of Maps',
      layer: 'topo',
      grid: 'mercator',
      minZoom: 0,
      maxZoom: 5,
      bounds: [5, 45, 11, 48],
      layers: [{ name: 'topo', title: 'Topo & more' }],
    });
    expect(server.seen.at(-1)?.path).toBe('/wmts/topo/plain/grid/level%203/2/4.png');
  });

  it('without a template is asked by parameters, with the key of its description', async () => {
    server.play(describing(wmtsXml({ origin: server.origin(), template: null })));
    const found = await probe(draft(`${server.origin()}/wmts?key=abcdefgh`, { kind: 'wmts' }), signal);
    expect(found.recipe.template).not.toContain('abcdefgh');
    expect(server.seen.map(({ path }) => path)).toEqual([
      '/wmts?key=abcdefgh&SERVICE=WMTS&REQUEST=GetCapabilities',
      expect.stringMatching(
        /^\/kvp\?SERVICE=WMTS&REQUEST=GetTile.*TILEMATRIX=level%203&TILEROW=2&TILECOL=4&key=abcdefgh$/,
      ),
    ]);
  });

  it('in degrees is drawn on the grid of degrees', async () => {
    const xml = wmtsXml({
      origin: server.origin(),
      crs: 'urn:ogc:def:crs:EPSG::4326',
      corner: '90 -180',
      scaleAtZero: 279_541_132.014_358_9,
    });
    server.play(describing(xml));
    const found = await probe(draft(`${server.origin()}/capabilities`, { kind: 'wmts' }), signal);
    expect(found.probe.grid).toBe('degrees');
    expect(server.seen.at(-1)?.path).toBe('/wmts/topo/plain/grid/level%203/1/8.png');
  });
});

describe('a WMS', () => {
  const boxOf = () => new URL(server.seen.at(-1)?.path ?? '', server.origin()).searchParams;

  it('of version 1.3.0 is asked in Mercator if it can', async () => {
    server.play(describing(wmsXml({ origin: server.origin() })));
    const found = await probe(draft(`${server.origin()}/wms?map=a`, { kind: 'wms' }), signal);
    expect(found.probe).toMatchObject({
      name: 'Soil',
      attribution: 'Soil Survey',
      layer: 'soil',
      bounds: [5, 45, 11, 48],
    });
    expect(boxOf().get('CRS')).toBe('EPSG:3857');
    expect(boxOf().get('map')).toBe('a');
  });

  it.each([
    ['1.3.0', 'EPSG:4326', 'CRS', '45,0,67.5,22.5'],
    ['1.3.0', 'CRS:84', 'CRS', '0,45,22.5,67.5'],
    ['1.1.1', 'EPSG:4326', 'SRS', '0,45,22.5,67.5'],
  ] as const)('of version %s in %s has its axes in the right order', async (version, crs, name, box) => {
    server.play(describing(wmsXml({ origin: server.origin(), version, projections: [crs] })));
    const found = await probe(draft(`${server.origin()}/wms`, { kind: 'wms' }), signal);
    expect(found.probe.grid).toBe('degrees');
    expect(boxOf().get(name)).toBe(crs);
    expect(boxOf().get('VERSION')).toBe(version);
    expect(boxOf().get('BBOX')).toBe(box);
  });

  it('that names the address that it has inside is asked at the typed one', async () => {
    server.play(describing(wmsXml({ origin: 'http://gateway.internal:8080' })));
    await probe(draft(`${server.origin()}/wms`, { kind: 'wms' }), signal);
    expect(server.seen.at(-1)?.path).toContain('/wms?SERVICE=WMS&REQUEST=GetMap');
  });
});

const origin = () => server.origin();
const deep = '<a>'.repeat(100);
const answering =
  (status: number, body: string | Uint8Array, headers: Record<string, string> = {}): Script =>
  (_, response) =>
    response.writeHead(status, headers).end(body);

/** What is typed, how the server answers, and what Nadir says. */
const broken: readonly (readonly [string, () => { draft: MapAddress; script?: Script }, string])[] = [
  ['no address', () => ({ draft: draft('tiles please') }), 'does not say which tile is wanted'],
  ['an address without its zoom', () => ({ draft: draft('https://x.example/{x}/{y}') }), 'It lacks {z}.'],
  ['an address without any place', () => ({ draft: draft('https://x.example/') }), 'It lacks {z} {x} {y}.'],
  [
    'a placeholder that nobody knows',
    () => ({ draft: draft('https://x.example/{z}/{x}/{y}/{foo}') }),
    'what {foo} in the address',
  ],
  [
    'a host that the tile decides',
    () => ({ draft: draft('https://{x}.example/{z}/{y}') }),
    'Only {s} may stand',
  ],
  [
    'subdomains that are not said',
    () => ({ draft: draft('https://{s}.example/{z}/{x}/{y}') }),
    'Say what {s} stands for',
  ],
  [
    'a subdomain that leads elsewhere',
    () => ({ draft: draft('https://{s}.x.example/{z}/{x}/{y}', { subdomains: 'evil.example/' }) }),
    'Say what {s} stands for',
  ],
  ['a key that is missing', () => ({ draft: draft('https://x.example/{z}/{x}/{y}?k={key}') }), 'needs a key'],
  [
    'a key that goes nowhere',
    () => ({ draft: draft('https://x.example/{z}/{x}/{y}', { key: 'abc' }) }),
    'does not say where it goes',
  ],
  ['plain http', () => ({ draft: draft('http://x.example/{z}/{x}/{y}') }), 'ADDRESS_REFUSED'],
  ['a file of this computer', () => ({ draft: draft('file:///etc/{z}/{x}/{y}') }), 'ADDRESS_REFUSED'],
  ['a name and a password', () => ({ draft: draft('https://a:b@x.example/{z}/{x}/{y}') }), 'ADDRESS_REFUSED'],
  [
    'a page in place of a tile',
    () => ({
      draft: draft(`${origin()}/{z}/{x}/{y}`),
      script: answering(200, '<!doctype html><p>Sign in', { 'content-type': 'image/png' }),
    }),
    'sends a web page',
  ],
  [
    'an error in XML',
    () => ({
      draft: draft(`${origin()}/{z}/{x}/{y}`),
      script: answering(200, '<?xml version="1.0"?><e>Layer not defined</e>'),
    }),
    'in place of a tile: Layer not defined',
  ],
  [
    'an error in JSON',
    () => ({ draft: draft(`${origin()}/{z}/{x}/{y}`), script: answering(200, '{"message":"quota"}') }),
    'in place of a tile: {"message":"quota"}',
  ],
  [
    'vector tiles',
    () => ({
      draft: draft(`${origin()}/{z}/{x}/{y}`),
      script: answering(200, Buffer.from([0x1a, 0x05, 1, 2]), { 'content-type': 'application/x-protobuf' }),
    }),
    'sends application/x-protobuf',
  ],
  [
    'packed tiles',
    () => ({
      draft: draft(`${origin()}/{z}/{x}/{y}`),
      script: answering(200, Buffer.from([0x1f, 0x8b, 8, 0])),
    }),
    'sends gzip',
  ],
  [
    'a GIF',
    () => ({ draft: draft(`${origin()}/{z}/{x}/{y}`), script: answering(200, 'GIF89a____') }),
    'sends GIF',
  ],
  [
    'a tile of 5 MB',
    () => ({
      draft: draft(`${origin()}/{z}/{x}/{y}`),
      script: answering(200, Buffer.alloc(5_000_000, tile)),
    }),
    'more than 4 MB',
  ],
  [
    'half a tile',
    () => ({
      draft: draft(`${origin()}/{z}/{x}/{y}`),
      script: answering(200, tile.subarray(0, tile.length - 40)),
    }),
    'cut off',
  ],
  [
    'a picture without a size',
    () => ({ draft: draft(`${origin()}/{z}/{x}/{y}`), script: answering(200, tile.subarray(0, 12)) }),
    'without a readable size',
  ],
  [
    'a refusal',
    () => ({ draft: draft(`${origin()}/{z}/{x}/{y}`), script: answering(403, 'no') }),
    'refuses access (status 403)',
  ],
  [
    'a wrong key',
    () => ({ draft: draft(`${origin()}/{z}/{x}/{y}`), script: answering(401, 'no') }),
    'refuses access (status 401)',
  ],
  [
    'a teapot',
    () => ({ draft: draft(`${origin()}/{z}/{x}/{y}`), script: answering(418, 'short and stout') }),
    'unexpected status: 418 short and stout',
  ],
  [
    'too many requests',
    () => ({ draft: draft(`${origin()}/{z}/{x}/{y}`), script: answering(429, '', { 'retry-after': '120' }) }),
    'RATE_LIMITED',
  ],
  [
    'a server that is broken',
    () => ({ draft: draft(`${origin()}/{z}/{x}/{y}`), script: answering(500, '') }),
    'SERVICE_FAILED',
  ],
  [
    'a redirect to another host',
    () => ({
      draft: draft(`${origin()}/{z}/{x}/{y}`),
      script: answering(302, '', { location: 'https://elsewhere.example/' }),
    }),
    'ADDRESS_REFUSED',
  ],
  [
    'a server that says nothing',
    () => ({ draft: draft(`${origin()}/{z}/{x}/{y}`), script: () => undefined }),
    'UNREACHABLE',
  ],
  [
    'a server that hangs up',
    () => ({ draft: draft(`${origin()}/{z}/{x}/{y}`), script: (_, response) => void response.destroy() }),
    'UNREACHABLE',
  ],
  [
    'a server that stops in the midst',
    () => ({
      draft: draft(`${origin()}/{z}/{x}/{y}`),
      script: (_, response) => void response.writeHead(200, { 'content-length': '9999' }).write(tile),
    }),
    'UNREACHABLE',
  ],
  ['nobody', () => ({ draft: draft('http://127.0.0.1:1/{z}/{x}/{y}') }), 'UNREACHABLE'],
  ...describedBadly('wmts'),
  ...describedBadly('wms'),
  [
    'a WMTS that is a WMS',
    () => ({ draft: wmts(), script: describing(wmsXml({ origin: origin() })) }),
    'begins with “WMS_Capabilities”',
  ],
  [
    'a WMS that is a WMTS',
    () => ({ draft: wms(), script: describing(wmtsXml({ origin: origin() })) }),
    'begins with “Capabilities”',
  ],
  [
    'a WMTS with a document type',
    () => ({ draft: wmts(), script: describing(`<!DOCTYPE x>${wmtsXml({ origin: origin() }).slice(38)}`) }),
    'document type',
  ],
  [
    'a WMTS without a layer',
    () => ({ draft: wmts(), script: describing(wmtsXml({ origin: origin(), layers: '' })) }),
    'offers no layer',
  ],
  [
    'a WMTS in another projection',
    () => ({ draft: wmts(), script: describing(wmtsXml({ origin: origin(), crs: 'EPSG:2056' })) }),
    'It has: EPSG:2056.',
  ],
  [
    'a WMTS with a corner elsewhere',
    () => ({ draft: wmts(), script: describing(wmtsXml({ origin: origin(), corner: '0 0' })) }),
    'no tiles in Web Mercator',
  ],
  [
    'a WMTS of vector tiles',
    () => ({
      draft: wmts(),
      script: describing(wmtsXml({ origin: origin(), format: 'application/vnd.mapbox-vector-tile' })),
    }),
    'It offers: application/vnd.mapbox-vector-tile.',
  ],
  [
    'a WMTS layer that is not there',
    () => ({ draft: wmts({ layer: 'gone' }), script: describing(wmtsXml({ origin: origin() })) }),
    'no layer with the name gone',
  ],
  [
    'a WMTS with an open template',
    () => ({
      draft: wmts(),
      script: describing(wmtsXml({ origin: origin(), template: '/{Time}/{TileMatrix}/{TileRow}/{TileCol}' })),
    }),
    'what {Time} in the address',
  ],
  [
    'a WMTS whose tiles are at a file',
    () => ({ draft: wmts(), script: describing(wmtsXml({ origin: 'file://' })) }),
    'ADDRESS_REFUSED',
  ],
  [
    'a WMTS whose tiles are on a plain server',
    () => ({ draft: wmts(), script: describing(wmtsXml({ origin: 'http://plain.example' })) }),
    'ADDRESS_REFUSED',
  ],
  [
    'a WMS without GetMap',
    () => ({ draft: wms(), script: describing(wmsXml({ origin: origin(), getMap: '' })) }),
    'does not say how maps are requested',
  ],
  [
    'a WMS without a layer',
    () => ({ draft: wms(), script: describing(wmsXml({ origin: origin(), layers: '' })) }),
    'offers no layer',
  ],
  [
    'a WMS in another projection',
    () => ({ draft: wms(), script: describing(wmsXml({ origin: origin(), projections: ['EPSG:31370'] })) }),
    'It has: EPSG:31370.',
  ],
  [
    'a WMS of SVG',
    () => ({ draft: wms(), script: describing(wmsXml({ origin: origin(), format: 'image/svg+xml' })) }),
    'It offers: text/html, image/svg+xml.',
  ],
  [
    'a WMS layer that is not there',
    () => ({ draft: wms({ layer: 'gone' }), script: describing(wmsXml({ origin: origin() })) }),
    'no layer with the name gone',
  ],
  [
    'a WMS that reports an exception',
    () => ({
      draft: wms(),
      script: describing(
        '<ServiceExceptionReport><ServiceException>No licence</ServiceException></ServiceExceptionReport>',
      ),
    }),
    'The server reports: No licence',
  ],
];

function wmts(more: Partial<MapAddress> = {}) {
  return draft(`${server.origin()}/capabilities`, { kind: 'wmts', ...more });
}
function wms(more: Partial<MapAddress> = {}) {
  return draft(`${server.origin()}/capabilities`, { kind: 'wms', ...more });
}

function describedBadly(kind: 'wmts' | 'wms') {
  const typed = () => (kind === 'wmts' ? wmts() : wms());
  const entity = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>';
  const rows: [string, () => { draft: MapAddress; script: Script }, string][] = [
    [
      `a ${kind} that is a page`,
      () => ({ draft: typed(), script: describing('<!DOCTYPE html><p>Sign in') }),
      'A web page arrived',
    ],
    [`a ${kind} that is empty`, () => ({ draft: typed(), script: describing('') }), 'is empty'],
    [
      `a ${kind} that is JSON`,
      () => ({ draft: typed(), script: describing('{"error":1}') }),
      'cannot be read as XML',
    ],
    [
      `a ${kind} with entities`,
      () => ({ draft: typed(), script: describing(entity) }),
      'document type with declarations',
    ],
    [
      `a ${kind} that is cut`,
      () => ({ draft: typed(), script: describing('<Capabilities><Contents>') }),
      'cannot be read as XML',
    ],
    [
      `a ${kind} with an unknown entity`,
      () => ({ draft: typed(), script: describing('<a>&lol;</a>') }),
      'cannot be read as XML',
    ],
    [
      `a ${kind} nested without end`,
      () => ({ draft: typed(), script: describing(deep) }),
      'nested too deeply',
    ],
    [
      `a ${kind} of 17 MB`,
      () => ({ draft: typed(), script: describing(Buffer.alloc(17_000_000, '<a/>')) }),
      'larger than 16 MB',
    ],
    [
      `a ${kind} in an encoding that nobody knows`,
      () => ({ draft: typed(), script: describing('<?xml version="1.0" encoding="x-secret"?><a/>') }),
      'cannot be read as XML: x-secret',
    ],
    [
      `a ${kind} that is not found`,
      () => ({ draft: typed(), script: describing('', { status: 404 }) }),
      'finds nothing at this address (status 404)',
    ],
    [
      `a ${kind} that is something else`,
      () => ({ draft: typed(), script: describing('<rss/>') }),
      'begins with “rss”',
    ],
  ];
  return rows;
}

describe('a broken address, description or tile', () => {
  it.each(broken)('%s says so', async (_, make, message) => {
    const { draft: typed, script } = make();
    if (script) server.play(script);
    const said = await probe(typed, signal).then(
      () => 'accepted',
      (error: unknown) => mapMessage(error),
    );
    expect(said).toContain(message);
  });

  it('is one of at least forty', () => {
    expect(broken.length).toBeGreaterThanOrEqual(40);
  });

  it('gives each reason words of its own', () => {
    const words = JSON.parse(
      readFileSync(join(import.meta.dirname, '../../../../resources/messages/en.json'), 'utf8'),
    );
    const texts = Object.values(words.errors.map);
    expect(new Set(texts).size).toBe(texts.length);
  });
});

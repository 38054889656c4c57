import { describe, expect, it } from 'vitest';
import { mapMessage } from '../../../../testing/map-message.ts';
import { parseXml } from './parse-xml.ts';
import { readWms } from './read-wms.ts';
import { readWmts } from './read-wmts.ts';

const request = { address: 'https://maps.example/', layer: null };
const said = (step: () => unknown): string => {
  try {
    step();
    return 'accepted';
  } catch (error) {
    return mapMessage(error);
  }
};

describe('a description within the bounds of its size', () => {
  it('does not fill the memory with what its layers inherit', async () => {
    const systems = '<CRS>EPSG:27700</CRS>'.repeat(20_000);
    const layers = '<Layer><Name>a</Name></Layer>'.repeat(20_000);
    const root = await parseXml(
      `<WMS_Capabilities><Capability><Request><GetMap/></Request><Layer>${systems}${layers}</Layer></Capability></WMS_Capabilities>`,
      { mayNameDoctype: true },
    );
    expect(said(() => readWms(root, request))).toContain('EPSG:27700');
  });

  it('finds the systems that Nadir draws behind many that it does not', async () => {
    const systems = Array.from({ length: 50 }, (_, i) => `<CRS>EPSG:${20_000 + i}</CRS>`).join('');
    const root = await parseXml(
      `<WMS_Capabilities><Capability><Request><GetMap><Format>image/png</Format></GetMap></Request>
        <Layer>${systems}<CRS>epsg:4326</CRS><Layer><Name>a</Name><CRS>EPSG:3857</CRS></Layer></Layer></Capability></WMS_Capabilities>`,
      { mayNameDoctype: true },
    );
    expect(readWms(root, request)).toMatchObject({ layer: 'a', grid: 'mercator' });
  });

  it('of a WMTS may name the same set of matrices very often', async () => {
    const set =
      '<TileMatrixSet><Identifier>a</Identifier><SupportedCRS>EPSG:2056</SupportedCRS></TileMatrixSet>';
    const layer =
      '<Layer><Identifier>a</Identifier><TileMatrixSetLink><TileMatrixSet>a</TileMatrixSet></TileMatrixSetLink></Layer>';
    const root = await parseXml(
      `<Capabilities><Contents>${layer.repeat(10_000)}${set.repeat(10_000)}</Contents></Capabilities>`,
      { mayNameDoctype: false },
    );
    expect(said(() => readWmts(root, request))).toContain('EPSG:2056');
  });

  it('is refused if one element has more attributes than can be taken over in one turn', async () => {
    const attributes = Array.from({ length: 1_001 }, (_, i) => `a${i}=""`).join(' ');
    const read = parseXml(`<Capabilities ${attributes}/>`, { mayNameDoctype: false }).then(
      () => 'accepted',
      mapMessage,
    );
    expect(await read).toContain('too many elements');
  });
});

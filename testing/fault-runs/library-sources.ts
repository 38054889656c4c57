import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toItem } from '../../src-main/features/library/holdings/format/to-item.ts';
import { catalogFile, catalogScene } from '../catalog-scene.ts';
import { foreignItem, putRaster, putText } from '../import-world.ts';
import { writeZip } from '../write-zip.ts';

/** Something that scenes are imported from. */
export interface LibrarySource {
  name: string;
  how: { paths: string[] } | { copies: string[] } | { address: string };
  /** The scenes in it, with the SHA-256 of each of their files. */
  scenes: { sceneId: string; files: string[] }[];
}

const hashOf = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');
const outline = `<kml><Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>
  40,1,0 41,1,0 41,2,0 40,1,0</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></kml>`;

/** Where the address of a source leads: an item with one file, which is `remoteFile`. */
export const remoteAddress = 'https://stac.example/far.json';
export const remoteFile = 'https://stac.example/files/far.tif';

/** Adds bytes after a raster, so that it is copied in more than one piece. */
function lengthen(path: string, bytes: number): string {
  writeFileSync(path, Buffer.concat([readFileSync(path), Buffer.alloc(bytes, 7)]));
  return path;
}

/** Makes all kinds of sources below a folder; no two of them have a file in common. */
export function makeSources(root: string, isLarge: boolean) {
  const at = (...parts: string[]) => join(root, ...parts);
  let value = 20;
  const raster = (...parts: string[]) => {
    value += 1;
    return hashOf(readFileSync(putRaster(at(...parts), value)));
  };
  const text = (path: string, content: string) => hashOf(readFileSync(putText(at(path), content)));
  const sources: LibrarySource[] = [];
  const add = (name: string, how: LibrarySource['how'], scenes: LibrarySource['scenes']) =>
    sources.push({ name, how, scenes });

  const items = ['I1', 'I2', 'I3'].map((sceneId) => {
    putText(at('items', `${sceneId}.json`), foreignItem(sceneId));
    raster('items', `${sceneId}.tif`);
    const path = lengthen(at('items', `${sceneId}.tif`), isLarge && sceneId === 'I1' ? 1_300_000 : 0);
    return { sceneId, files: [hashOf(readFileSync(path))] };
  });
  add('items', { paths: [at('items')] }, items);

  const loose = { sceneId: 'L1', files: [raster('loose', 'L1.tif'), text('loose/L1.tfw', '1')] };
  add('loose', { paths: [at('loose', 'L1.tif')] }, [loose]);

  const packed = { v: readFileSync(putRaster(at('zipped', 'v.tif'), 1)), meta: Buffer.from('<meta/>') };
  const zip = writeZip([
    { name: 'IMG/v.tif', data: packed.v, method: 8 },
    { name: 'IMG/meta.xml', data: packed.meta },
    { name: 'footprint.kml', data: Buffer.from(outline) },
  ]);
  writeFileSync(at('zipped', 'Z1.zip'), zip);
  const files = [hashOf(packed.v), hashOf(packed.meta), hashOf(outline)];
  add('archive', { paths: [at('zipped', 'Z1.zip')] }, [{ sceneId: 'Z1', files }]);

  const own = catalogScene(1, {
    source: { ...catalogScene(1).source, sceneId: 'O1' },
    files: [catalogFile('Coast/O1/O1.tif')],
  });
  const bytes = readFileSync(putRaster(at('own', 'Coast/O1/O1.tif'), 99));
  const described = own.files.map((file) => ({ ...file, sizeBytes: bytes.length, sha256: hashOf(bytes) }));
  const paths = { itemPath: 'Coast/O1/stac-item.json', pagePath: 'catalog.json', rootPath: 'catalog.json' };
  putText(at('own', paths.itemPath), toItem({ ...own, files: described }, paths));
  add('own', { paths: [at('own')] }, [{ sceneId: 'O1', files: [hashOf(bytes)] }]);

  raster('sent', 'C1.tif');
  const sent = lengthen(at('sent', 'C1.tif'), 40_000);
  add('sent', { copies: [sent] }, [{ sceneId: 'C1', files: [hashOf(readFileSync(sent))] }]);

  const far = readFileSync(putRaster(at('far', 'far.tif'), 150));
  add('address', { address: remoteAddress }, [{ sceneId: 'F1', files: [hashOf(far)] }]);
  const item = foreignItem('F1', { assets: { a: { href: remoteFile, type: 'image/tiff' } } });
  return {
    sources,
    requests: { fetch: async () => JSON.stringify(item), download: async () => far },
  };
}

/** What is in a folder: each file with its content and its time. */
export function contentOfFolder(root: string): Map<string, string> {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => statSync(join(root, name)).isFile());
  return new Map(
    files.map((name) => [
      name,
      `${hashOf(readFileSync(join(root, name)))} ${statSync(join(root, name)).mtimeMs}`,
    ]),
  );
}

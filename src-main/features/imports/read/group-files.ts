import { basename, dirname, extname } from 'node:path';
import { sceneIdSchema } from '../../../../src-preload/contract/ids.ts';
import { importedConnectionId } from '../../../../src-preload/contract/library.ts';
import type { CatalogScene } from '../../../core/catalog-scene.ts';
import { foldedName } from '../../../core/folded-name.ts';
import { readAcquisitionName, readMaskedName } from '../format/delivery-names.ts';
import type { LocalFile } from './local-files.ts';
import { pathInSceneOf, type UnnamedFile } from './scene-files.ts';

/** Files without an item that belong to one scene. */
export interface FileGroup {
  /** The name of the scene. */
  name: string;
  /** The folder to which the paths of its files are relative. */
  folder: string;
  files: LocalFile[];
}

const maxNameLength = 280;

/** True for the name of a file that may be a TIFF. */
export const isTiffName = (name: string) => /\.(tiff?|gtiff?|btf)$/i.test(name);
const isKmlName = (name: string) => extname(name).toLowerCase() === '.kml';

/** Returns the name of a file without its last extension. */
const stemOf = (path: string) => basename(path, extname(path));

/**
 * True if the name of a file belongs to a raster: `a.tfw`, `a.tif.ovr` and `a_RPC.TXT` belong to `a.tif`. The metadata of a scene belongs to
 * each of its rasters: `a_MTL.txt` and `a_metadata.json` to `a_B4.TIF`, `DIM_a.XML` to `IMG_a_R1C1.TIF`.
 */
export function isBeside(raster: string, name: string): boolean {
  const [own, other] = [foldedName(raster), foldedName(name)];
  const stem = foldedName(stemOf(raster));
  if (other.startsWith(`${own}.`) || other.startsWith(`${stem}.`)) return true;
  const metadata = /^(.{8,})_(?:mtl|metadata)\.(?:txt|xml|json)$/.exec(other)?.[1];
  if (metadata !== undefined && stem.startsWith(`${metadata}_`)) return true;
  const dimap = /^dim_(.{8,})\.xml$/.exec(other)?.[1];
  if (dimap !== undefined && `${stem}_`.startsWith(`img_${dimap}_`)) return true;
  return (
    /^_(rpc|metadata|udm2?|footprint)\.[a-z]{3,4}$/.test(other.slice(stem.length)) && other.startsWith(stem)
  );
}

/** Returns the group of a raster and those of the other files that belong to it by their names. */
export function groupRaster(raster: LocalFile, others: readonly LocalFile[]): FileGroup {
  const name = basename(raster.path);
  const beside = others.filter(({ path }) => isBeside(name, basename(path)));
  return { name: stemOf(raster.path), folder: dirname(raster.path), files: [raster, ...beside] };
}

/** Rasters of one scene, and the name that they share. */
interface RasterGroup {
  /** The name of the acquisition; null for a raster that is a scene by itself. */
  shared: string | null;
  rasters: LocalFile[];
}

/** Returns the rasters by acquisition. A mask of usable data belongs to the raster whose name it has. */
function groupRasters(rasters: readonly LocalFile[]): RasterGroup[] {
  const groups = new Map<string, RasterGroup>();
  const masks: { raster: LocalFile; masked: string }[] = [];
  const add = (raster: LocalFile, shared: string | null) => {
    const key = foldedName(shared ?? raster.path);
    const group = groups.get(key) ?? { shared, rasters: [] };
    group.rasters.push(raster);
    groups.set(key, group);
  };
  for (const raster of rasters) {
    const stem = stemOf(raster.path);
    const shared = readAcquisitionName(stem);
    const masked = shared === null ? readMaskedName(stem) : null;
    if (masked === null) add(raster, shared);
    else masks.push({ raster, masked: foldedName(masked) });
  }
  for (const { raster, masked } of masks) {
    const own = [...groups.values()].find((group) =>
      group.rasters.some(
        ({ path }) =>
          dirname(path) === dirname(raster.path) && `${foldedName(stemOf(path))}_`.startsWith(`${masked}_`),
      ),
    );
    if (own === undefined) add(raster, null);
    else own.rasters.push(raster);
  }
  return [...groups.values()];
}

/**
 * Returns the groups of files in one folder, or in the folders of one delivery. A folder with an outline in KML is a delivery of a service:
 * all its files are one scene. Otherwise the rasters of one acquisition, by the rules of its provider for names, are a scene, and each other
 * raster is one, with the files that belong to it by their names.
 */
export function groupFolder(folder: string, files: readonly LocalFile[]): FileGroup[] {
  const rasters = files.filter(({ path }) => isTiffName(path));
  if (rasters.length === 0) return [];
  const outlines = files.filter(({ path }) => isKmlName(path));
  const isOfRaster = ({ path }: LocalFile) =>
    rasters.length > 1 && rasters.some((raster) => isBeside(basename(raster.path), basename(path)));
  if (outlines.some((outline) => !isOfRaster(outline)))
    return [{ name: basename(folder), folder, files: [...files] }];
  const others = files.filter(({ path }) => !isTiffName(path));
  return groupRasters(rasters).map(({ shared, rasters: own }) => {
    const [first] = own;
    if (first !== undefined && own.length === 1) return groupRaster(first, others);
    const isOfAcquisition = (name: string) =>
      shared !== null &&
      foldedName(readAcquisitionName(name.replace(/\..*$/, '')) ?? '') === foldedName(shared);
    const beside = others.filter(
      ({ path }) =>
        isOfAcquisition(basename(path)) ||
        own.some((raster) => isBeside(basename(raster.path), basename(path))),
    );
    const name = shared ?? (first === undefined ? basename(folder) : stemOf(first.path));
    return { name, folder, files: [...own, ...beside] };
  });
}

/** Returns the scene of files without an item: only its name is known. */
export function sceneOfFiles(name: string): Omit<CatalogScene, 'files'> {
  const sceneId = sceneIdSchema.parse(name.trim().slice(0, maxNameLength) || 'scene');
  return {
    source: {
      connectionId: importedConnectionId,
      connectionName: null,
      service: null,
      contractId: null,
      sceneId,
      captureId: null,
      taskId: null,
      taskName: null,
      project: null,
    },
    timestamp: null,
    satelliteName: null,
    productName: null,
    cloudCover: null,
    lastModified: null,
    footprint: null,
    raw: {},
    review: null,
  };
}

/** Returns the role of a picture or outline by its usual name in a delivery; null for other files. */
function roleOf(name: string): string | null {
  const folded = foldedName(name);
  if (isKmlName(folded)) return 'footprint';
  if (/(^|[_-])(thumbnail|thumb)\.(png|jpe?g)$/.test(folded)) return 'thumbnail';
  if (/(^|[_-])(preview|quicklook|browse)\.(png|jpe?g)$/.test(folded)) return 'preview';
  return null;
}

/** Returns the files of a group as files of a scene, rasters first. */
export function filesOfGroup({ folder, files }: FileGroup): UnnamedFile[] {
  const sorted = files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const [rasters, others] = [true, false].map((wanted) =>
    sorted.filter(({ path }) => isTiffName(path) === wanted),
  );
  return [...(rasters ?? []), ...(others ?? [])].map(({ path, sizeBytes }) => ({
    kind: isTiffName(path) ? 'raster' : 'attachment',
    bands: [],
    from: path,
    isRemote: false,
    sizeBytes,
    sha256: null,
    role: roleOf(basename(path)),
    pathInScene: pathInSceneOf(folder, path),
  }));
}

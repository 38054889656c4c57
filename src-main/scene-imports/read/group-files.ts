import { basename, dirname, extname } from 'node:path';
import { sceneIdSchema } from '../../../src-preload/contract/ids.ts';
import { importedConnectionId } from '../../../src-preload/contract/library.ts';
import type { CatalogScene } from '../../core/catalog-scene.ts';
import { foldedName } from '../../core/folded-name.ts';
import type { LocalFile } from './local-files.ts';
import { type UnnamedFile, wayTo } from './scene-files.ts';

/** Files without an item that are one scene. */
export interface FileGroup {
  /** What the scene is called. */
  name: string;
  /** The folder from which the places of its files are told. */
  folder: string;
  files: LocalFile[];
}

const maxNameLength = 280;

/** True for the name of a file that may be a TIFF. */
export const isTiffName = (name: string) => /\.(tiff?|gtiff?|btf)$/i.test(name);
const isKmlName = (name: string) => extname(name).toLowerCase() === '.kml';

/** Returns the name without its ending, or endings: `scene.tif.aux.xml` belongs to `scene.tif`. */
const stemOf = (path: string) => basename(path, extname(path));

/** Returns true for a file that belongs to a raster by its name: `a.tfw`, `a.tif.ovr`, `a_RPC.TXT` of `a.tif`. */
function isBeside(raster: string, name: string): boolean {
  const [own, other] = [foldedName(raster), foldedName(name)];
  const stem = foldedName(stemOf(raster));
  if (other.startsWith(`${own}.`) || other.startsWith(`${stem}.`)) return true;
  return (
    /^_(rpc|metadata|udm2?|footprint)\.[a-z]{3,4}$/.test(other.slice(stem.length)) && other.startsWith(stem)
  );
}

/** Returns a raster with those of the other files that have its name. */
export function groupRaster(raster: LocalFile, others: readonly LocalFile[]): FileGroup {
  const name = basename(raster.path);
  const beside = others.filter(({ path }) => isBeside(name, basename(path)));
  return { name: stemOf(raster.path), folder: dirname(raster.path), files: [raster, ...beside] };
}

/**
 * Returns the scenes in one folder. A folder with an outline in KML is what a service delivered: all of it is one scene. Elsewhere
 * each raster is a scene, with the files that have its name.
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
  return rasters.map((raster) => groupRaster(raster, others));
}

/** Returns the scene of files that have no item: all that is known of it is its name. */
export function sceneOfFiles(name: string): Omit<CatalogScene, 'files'> {
  const sceneId = sceneIdSchema.parse(name.trim().slice(0, maxNameLength) || 'scene');
  return {
    source: {
      ...{ connectionId: importedConnectionId, connectionName: null, service: null, contractId: null },
      ...{ sceneId, captureId: null, taskId: null, taskName: null, project: null },
    },
    ...{ timestamp: null, satelliteName: null, productName: null, cloudCover: null, lastModified: null },
    ...{ footprint: null, raw: {} },
  };
}

/** What pictures and outlines are called in a delivery. */
function roleOf(name: string): string | null {
  const folded = foldedName(name);
  if (isKmlName(folded)) return 'footprint';
  if (/(^|[_-])(thumbnail|thumb)\.(png|jpe?g)$/.test(folded)) return 'thumbnail';
  if (/(^|[_-])(preview|quicklook|browse)\.(png|jpe?g)$/.test(folded)) return 'preview';
  return null;
}

/** Returns the files of a group as those of a scene; rasters come first. */
export function filesOfGroup({ folder, files }: FileGroup): UnnamedFile[] {
  const sorted = files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const [rasters, others] = [true, false].map((wanted) =>
    sorted.filter(({ path }) => isTiffName(path) === wanted),
  );
  return [...(rasters ?? []), ...(others ?? [])].map(({ path, sizeBytes }) => ({
    kind: isTiffName(path) ? 'raster' : 'attachment',
    ...{ bands: [], from: path, isRemote: false, sizeBytes, sha256: null },
    role: roleOf(basename(path)),
    way: wayTo(folder, path),
  }));
}

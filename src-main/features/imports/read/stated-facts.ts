import { basename, extname } from 'node:path';
import type { CatalogScene } from '../../../core/catalog-scene.ts';
import { periodField, readForeignTime, readPeriod } from '../../../core/foreign-time.ts';
import { type FactSource, type StatedField, statedField } from '../../../core/stated-facts.ts';
import { joinAllTimes, readNameFacts } from '../format/file-name-facts.ts';
import { maxMetadataBytes, readMetadataFacts, type StatedFacts } from '../format/vendor-metadata.ts';
import type { RasterFacts } from '../found-scene.ts';
import { readBounded } from './local-files.ts';
import type { UnnamedFile } from './scene-files.ts';

/** A raster of a scene that is on this computer. */
export interface DescribedRaster {
  path: string;
  facts: RasterFacts;
}

type Scene = Omit<CatalogScene, 'files'>;
type Statement = StatedFacts & { by: FactSource['by']; what: string };

const metadataName = /\.(xml|imd|txt|json|geojson|pvl)$/i;
/** A delivery may have thousands of tiles with metadata of their own. */
const maxMetadataFiles = 50;

async function statementsOfFiles(files: readonly UnnamedFile[]): Promise<Statement[]> {
  const found: Statement[] = [];
  const wanted = files.filter(
    ({ kind, isRemote, from }) => kind === 'attachment' && !isRemote && metadataName.test(from),
  );
  for (const { from, sizeBytes } of wanted.slice(0, maxMetadataFiles)) {
    const read = await readBounded({ path: from, sizeBytes: sizeBytes ?? 0 }, maxMetadataBytes);
    if ('text' in read)
      found.push({ ...readMetadataFacts(read.text), by: 'metadata-file', what: basename(from) });
  }
  return found;
}

const noFacts: StatedFacts = { time: null, satellite: null, cloudCover: null, metadata: {} };

function statementsOfRasters(rasters: readonly DescribedRaster[]): Statement[] {
  return rasters.flatMap(({ path, facts: { gdalMetadata, dateTime } }): Statement[] => {
    const what = basename(path);
    const gdal = gdalMetadata === null ? noFacts : readMetadataFacts(gdalMetadata);
    const tag = dateTime === null ? null : readForeignTime(dateTime);
    return [
      { ...gdal, by: 'gdal-metadata', what },
      { ...readNameFacts(basename(path, extname(path))), by: 'file-name', what },
      { ...noFacts, time: tag, by: 'tiff-date', what },
    ];
  });
}

/** The most certain source first: DateTime of TIFF is when a file was made, which is often that of the acquisition and sometimes not. */
const order: readonly FactSource['by'][] = ['metadata-file', 'gdal-metadata', 'file-name', 'tiff-date'];

/** Returns what the first source that says it says; all rasters together for the time, because a scene of several has a period. */
function choose<T>(all: readonly Statement[], read: (own: readonly Statement[]) => T | null) {
  for (const by of order) {
    const own = all.filter((each) => each.by === by);
    const value = read(own);
    if (value !== null) return { value, source: { by, what: own[0]?.what ?? '' } satisfies FactSource };
  }
  return null;
}

/**
 * Returns the scene with the time, satellite, clouds and angles that its files state where its item does not, and with who said so. A period
 * stays one, and a scene of which nothing is known stays without a time.
 */
export async function addStatedFacts(
  scene: Scene,
  rasters: readonly DescribedRaster[],
  files: readonly UnnamedFile[],
): Promise<Scene> {
  const all = [...(await statementsOfFiles(files)), ...statementsOfRasters(rasters)];
  const isDated = scene.timestamp !== null || readPeriod(scene.raw) !== null;
  const time = isDated ? null : choose(all, (own) => joinAllTimes(own.flatMap((each) => each.time ?? [])));
  const first = <T>(key: (each: Statement) => T | null) =>
    choose(all, (own) => own.map(key).find((value) => value !== null) ?? null);
  const satellite = scene.satelliteName === null ? first((each) => each.satellite) : null;
  const clouds = scene.cloudCover === null ? first((each) => each.cloudCover) : null;
  const sources: Partial<Record<StatedField, FactSource>> = {};
  if (time !== null) sources.timestamp = time.source;
  if (satellite !== null) sources.satelliteName = satellite.source;
  if (clouds !== null) sources.cloudCover = clouds.source;
  const stated = Object.assign({}, ...all.toReversed().map((each) => each.metadata));
  const metadata = { ...stated, ...(clouds === null ? {} : { cloud_cover: clouds.value }) };
  const own = scene.raw.metadata;
  const { value: acquired } = time ?? { value: null };
  return {
    ...scene,
    timestamp: acquired?.kind === 'moment' ? acquired.at : scene.timestamp,
    satelliteName: satellite?.value.slice(0, 200) ?? scene.satelliteName,
    cloudCover: clouds?.value ?? scene.cloudCover,
    raw: {
      ...scene.raw,
      ...(Object.keys(metadata).length === 0 ? {} : { metadata: { ...metadata, ...(own ?? {}) } }),
      ...(acquired?.kind === 'period' ? { [periodField]: { start: acquired.start, end: acquired.end } } : {}),
      ...(Object.keys(sources).length === 0 ? {} : { [statedField]: sources }),
    },
  };
}

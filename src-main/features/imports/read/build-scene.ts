import { basename, extname } from 'node:path';
import { placeRemarksField, readPlaceRemarks } from '../../../../src-preload/contract/place-remarks.ts';
import type { ImportProblem } from '../../../../src-preload/contract/scene-imports.ts';
import { shownBox } from '../../../../src-shared/geometry/shown-box.ts';
import { type CatalogScene, maxCatalogFiles } from '../../../core/catalog-scene.ts';
import { boxOf, readFootprint, unwrappedRings, withShortSteps } from '../../../core/footprint.ts';
import { SourceFileError } from '../copy/copy-scene.ts';
import { kmlFootprint, maxKmlBytes } from '../format/kml-footprint.ts';
import type { BatchCollector, RasterFacts } from '../found-scene.ts';
import { remarksOnPlace } from '../place-remarks.ts';
import { fingerprintOf, problemOf, readBounded } from './local-files.ts';
import { nameFiles, type UnnamedFile } from './scene-files.ts';
import { addStatedFacts, type DescribedRaster } from './stated-facts.ts';

/** Reads an item that Nadir wrote; returns null for a text that is no such item. */
export type ReadOwnItem = (
  itemPath: string,
  text: string,
) => { scene: CatalogScene; problems: readonly { what: string; problem: ImportProblem }[] } | null;

/** The functions that the application supplies for reading sources. */
export interface ReadTools {
  /** Resolves with the position of a raster; null for a file that is no TIFF or is damaged. */
  describe: (path: string) => Promise<RasterFacts | null>;
  readOwn: ReadOwnItem;
  /** True for the name of a file with a review of a scene. */
  isReviewName: (name: string) => boolean;
  /** Returns a name that every file system accepts. */
  safeName: (name: string) => string;
}

type Box = NonNullable<RasterFacts['box']>;

/** Returns the box around all boxes, whose longitudes may differ by whole turns; null for none. */
function unionOf(boxes: readonly Box[]): Box | null {
  const [first, ...others] = boxes;
  if (first === undefined) return null;
  const start = shownBox(first);
  return others.reduce<Box>(([west, south, east, north], box) => {
    const turns = 360 * Math.round((box[0] - start[0]) / 360);
    return [
      Math.min(west, box[0] - turns),
      Math.min(south, box[1]),
      Math.max(east, box[2] - turns),
      Math.max(north, box[3]),
    ];
  }, start);
}

function outlineOf(boxes: readonly Box[]): unknown {
  const box = unionOf(boxes);
  if (box === null) return null;
  const [west, south, east, north] = box;
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  const footprint = readFootprint({ type: 'Polygon', coordinates: [ring] });
  return footprint && withShortSteps(footprint);
}

/** Returns the outline of the rasters if all have the same one; null otherwise. */
function outlineOfOne(rasters: readonly DescribedRaster[]): unknown {
  const outlines = rasters.map(({ facts }) => facts.outline);
  const [first] = outlines;
  if (!first || outlines.some((each) => JSON.stringify(each) !== JSON.stringify(first))) return null;
  const turns = 360 * Math.floor((Math.min(...first.map(([x]) => x)) + 180) / 360);
  return readFootprint({ type: 'Polygon', coordinates: [first.map(([x, y]) => [x - turns, y])] });
}

/** Returns the scene with what does not fit together about its place; what its item says of itself stays. */
function withPlaceRemarks(
  scene: Omit<CatalogScene, 'files'>,
  rasters: readonly DescribedRaster[],
): Omit<CatalogScene, 'files'> {
  const footprint = readFootprint(scene.footprint);
  const outline = footprint && boxOf(unwrappedRings(footprint));
  const { [placeRemarksField]: _, ...raw } = scene.raw;
  const remarks = [
    ...readPlaceRemarks(scene.raw).filter(({ kind }) => kind === 'box'),
    ...remarksOnPlace(
      outline,
      rasters.map(({ path, facts }) => ({ name: basename(path), facts })),
    ),
  ];
  return { ...scene, raw: remarks.length === 0 ? raw : { ...raw, [placeRemarksField]: remarks } };
}

/**
 * Resolves with a scene whose rasters were fetched from an address, which nobody could look into before: with what does not fit together
 * about its place, and with the outline of its rasters if it has none. Rejects with SourceFileError if one of them is no raster.
 */
export async function describeFetched(
  tools: Pick<ReadTools, 'describe'>,
  scene: Omit<CatalogScene, 'files'>,
  rasters: readonly { from: string; name: string }[],
): Promise<Omit<CatalogScene, 'files'>> {
  const described: DescribedRaster[] = [];
  for (const { from, name } of rasters) {
    const facts = await tools.describe(from).catch(problemOf);
    if (facts === null || typeof facts === 'string') throw new SourceFileError(facts ?? 'not-tiff', from);
    described.push({ path: name, facts });
  }
  const boxes = described.flatMap(({ facts: { box } }) => (box === null ? [] : [box]));
  const footprint = scene.footprint ?? outlineOfOne(described) ?? outlineOf(boxes);
  return withPlaceRemarks({ ...scene, footprint }, described);
}

async function outlineInKml(files: readonly UnnamedFile[]): Promise<unknown> {
  for (const { from, isRemote, sizeBytes } of files) {
    if (isRemote || extname(from).toLowerCase() !== '.kml') continue;
    const read = await readBounded({ path: from, sizeBytes: sizeBytes ?? 0 }, maxKmlBytes);
    const found = 'text' in read ? kmlFootprint(read.text) : null;
    if (found !== null) return found;
  }
  return null;
}

/**
 * Adds a scene with its usable files to `out`, and a problem for each other file. The footprint is that of its item, or else of a KML
 * file, or else of its rasters. `label` is the path of the item, which without a usable file is a problem; null for files without item.
 */
export async function buildScene(
  { tools, out }: { tools: ReadTools; out: BatchCollector },
  label: string | null,
  scene: Omit<CatalogScene, 'files'>,
  files: readonly UnnamedFile[],
): Promise<void> {
  const used: UnnamedFile[] = [];
  const boxes: Box[] = [];
  const described: DescribedRaster[] = [];
  for (const file of files) {
    if (used.length >= maxCatalogFiles) {
      out.problem(label ?? file.from, 'too-many-files', String(maxCatalogFiles));
      break;
    }
    if (file.kind === 'raster' && !file.isRemote) {
      const facts = await tools.describe(file.from).catch(problemOf);
      if (facts === null || typeof facts === 'string') {
        out.problem(file.from, facts ?? 'not-tiff');
        continue;
      }
      if (facts.box !== null) boxes.push(facts.box);
      described.push({ path: file.from, facts });
      used.push({ ...file, bandCount: facts.bandCount });
    } else used.push(file);
  }
  // A thumbnail alone is only a preview of a scene whose files are elsewhere.
  if (used.every(({ role }) => role === 'thumbnail')) {
    if (label !== null) out.problem(label, 'no-files', scene.source.sceneId);
    return;
  }
  // The files beside a raster that cannot be used are no scene.
  if (label === null && used.every(({ kind }) => kind !== 'raster')) return;
  const footprint =
    scene.footprint ?? (await outlineInKml(used)) ?? outlineOfOne(described) ?? outlineOf(boxes);
  const rasters = used.filter(({ kind }) => kind === 'raster');
  const local = (rasters.length > 0 ? rasters : used).filter(({ isRemote }) => !isRemote);
  const fingerprint = await fingerprintOf(
    local.map(({ from, sizeBytes }) => ({ path: from, sizeBytes: sizeBytes ?? 0 })),
  );
  const dated = await addStatedFacts({ ...scene, footprint }, described, used);
  const checked = withPlaceRemarks(dated, described);
  out.scene({ scene: checked, fingerprint, hasItem: label !== null, files: nameFiles(used, tools.safeName) });
}

import { basename, extname, sep } from 'node:path';
import { z } from 'zod';
import type { AcquisitionPeriod } from '../../../src-preload/contract/acquired.ts';
import type { Footprint } from '../../../src-preload/contract/geometry.ts';
import { sceneIdSchema } from '../../../src-preload/contract/ids.ts';
import { importedConnectionId } from '../../../src-preload/contract/library.ts';
import { foldedName } from '../../core/folded-name.ts';
import { readFootprint, unwrappedRings } from '../../core/footprint.ts';
import { type ForeignTime, periodField, readPeriod } from '../../core/foreign-time.ts';
import { boxOfRing, ringContains } from '../../core/meets-area.ts';
import { statedField } from '../../core/stated-facts.ts';
import type { EditableRow } from './edited-rows.ts';
import type { Entered } from './entered-plan.ts';
import { joinAllTimes } from './format/file-name-facts.ts';
import type { FoundScene } from './found-scene.ts';
import type { ImportPlan, PlannedFile } from './import-plan.ts';
import { isBeside, sceneOfFiles } from './read/group-files.ts';
import type { UnnamedFile } from './read/scene-files.ts';

/** The outlines of one band and of another differ by a pixel, so corners count as inside when they are this near to the middle. */
const inwards = 0.98;

interface Outline {
  footprint: Footprint;
  rings: number[][];
  middle: [x: number, y: number];
  area: number;
}

function readOutline(value: unknown): Outline | null {
  const footprint = readFootprint(value);
  if (footprint === null) return null;
  const rings = unwrappedRings(footprint);
  // The box of the rings as they are written, which may lie a turn away.
  const [west, south, east, north] = boxOfRing(rings.flat());
  return {
    footprint,
    rings,
    middle: [(west + east) / 2, (south + north) / 2],
    area: (east - west) * (north - south),
  };
}

/** Returns true if one outline lies within another; longitudes may differ by whole turns. */
function isCovered({ rings, middle: [x, y] }: Outline, by: Outline): boolean {
  const turns = 360 * Math.round((by.middle[0] - x) / 360);
  return rings.every((ring) => {
    for (let i = 0; i + 1 < ring.length; i += 2) {
      const cornerX = x + ((ring[i] ?? 0) - x) * inwards + turns;
      const cornerY = y + ((ring[i + 1] ?? 0) - y) * inwards;
      if (!by.rings.some((outer) => ringContains(outer, cornerX, cornerY))) return false;
    }
    return true;
  });
}

/** Returns the footprint of scenes that become one: the largest one, with those beside it that it does not cover. Null for none. */
function joinFootprints(values: readonly unknown[]): Footprint | null {
  const outlines = values.flatMap((value) => readOutline(value) ?? []).toSorted((a, b) => b.area - a.area);
  const joined: Outline[] = [];
  for (const outline of outlines)
    if (!joined.some((other) => isCovered(outline, other))) joined.push(outline);
  const [first] = joined;
  if (first === undefined || joined.length === 1) return first?.footprint ?? null;
  const coordinates = joined.flatMap(({ footprint }) =>
    footprint.type === 'Polygon' ? [footprint.coordinates] : footprint.coordinates,
  );
  // With too many corners to be drawn, the largest one still says where the scene is.
  return readFootprint({ type: 'MultiPolygon', coordinates }) ?? first.footprint;
}

type Scene = FoundScene['scene'];

/** A scene that is made of the files of others. */
export interface ArrangedScene {
  /** What is known of it before its files are read. */
  scene: Scene;
  hasItem: boolean;
  files: { row: EditableRow; file: PlannedFile }[];
  /** What fills the gaps that its files leave: the scene of which it was a part; null if there is none. */
  whole: Scene | null;
}

const isOfService = ({ plan }: EditableRow) => plan.connectionId !== importedConnectionId;
const stemOf = (name: string) => basename(name, extname(name));

/** Returns the row that says what the scene of these rows is: that of a service, of an item, or the first one. */
const chooseBase = (rows: readonly EditableRow[]): EditableRow | undefined =>
  rows.find(isOfService) ?? rows.find(({ plan }) => plan.hasItem) ?? rows[0];

/** Returns what names share before their last separator; null if that says nothing. */
function sharedStart(names: readonly string[]): string | null {
  const [first = ''] = names;
  let length = first.length;
  for (const name of names) while (!name.startsWith(first.slice(0, length))) length -= 1;
  const start = first.slice(0, length);
  if (names.includes(start)) return start;
  const whole = start.replace(/[^_\-. ]*$/, '').replace(/[_\-. ]+$/, '');
  return whole.length < 4 ? null : whole;
}

/** Returns the name that the scene of these rows gets, and whether it must have it. */
export function nameJoined(rows: readonly EditableRow[]): { name: string; isNameFixed: boolean } {
  const base = chooseBase(rows);
  if (base === undefined) return { name: '', isNameFixed: true };
  const own = base.plan.scene.source.sceneId;
  if (isOfService(base) || base.plan.hasItem) return { name: own, isNameFixed: isOfService(base) };
  const shared = sharedStart(rows.map(({ plan }) => plan.scene.source.sceneId));
  return { name: shared ?? own, isNameFixed: false };
}

function readTime({ timestamp, raw }: Scene): ForeignTime | null {
  if (timestamp !== null) return { kind: 'moment', at: timestamp };
  const period = readPeriod(raw);
  return period === null ? null : { kind: 'period', ...period };
}

/** Returns a scene with a time; null leaves it without one. */
function withTime(scene: Scene, time: ForeignTime | null): Scene {
  const { [periodField]: _, ...raw } = scene.raw;
  return {
    ...scene,
    timestamp: time?.kind === 'moment' ? time.at : null,
    raw: time?.kind === 'period' ? { ...raw, [periodField]: { start: time.start, end: time.end } } : raw,
  };
}

/** Rasters come first, and files of a kind by their names, as in every scene. */
const compareFiles = ({ file: a }: { file: PlannedFile }, { file: b }: { file: PlannedFile }) =>
  a.kind === b.kind ? (a.place < b.place ? -1 : 1) : a.kind === 'raster' ? -1 : 1;

/** Returns the scene of all these rows; null if there are fewer than two, or if several belong to a service. */
export function arrangeJoined(rows: readonly EditableRow[], name: string | null): ArrangedScene | null {
  const base = chooseBase(rows);
  if (base === undefined || rows.length < 2 || rows.filter(isOfService).length > 1) return null;
  const suggested = nameJoined(rows);
  const sceneId = sceneIdSchema.parse(suggested.isNameFixed ? suggested.name : (name ?? suggested.name));
  // A service says where its scene lies; a file of another source changes nothing of that.
  const footprint = isOfService(base)
    ? base.plan.scene.footprint
    : joinFootprints(rows.map(({ plan }) => plan.scene.footprint));
  const known = base.plan.hasItem || isOfService(base) ? base.plan.scene : sceneOfFiles(sceneId);
  const described = [base, ...rows.filter((row) => row !== base)].filter(({ plan }) => plan.hasItem);
  // What the files of a scene say is read again from all of them. What items say is joined here.
  const times = described.flatMap(({ plan }) => readTime(plan.scene) ?? []);
  const scene = isOfService(base) || times.length < 2 ? known : withTime(known, joinAllTimes(times));
  const satellite = described.find(({ plan }) => plan.scene.satelliteName !== null)?.plan.scene.satelliteName;
  const files: ArrangedScene['files'] = [];
  for (const row of [base, ...rows.filter((each) => each !== base)])
    for (const file of row.plan.files)
      if (!files.some((other) => other.file.from === file.from)) files.push({ row, file });
  return {
    scene: {
      ...scene,
      source: { ...scene.source, sceneId },
      satelliteName: scene.satelliteName ?? satellite ?? null,
      footprint,
    },
    hasItem: base.plan.hasItem,
    files: files.toSorted(compareFiles),
    whole: null,
  };
}

/** Returns a scene for each raster of a row, with the files that belong to it by their names; none if it cannot be split. */
export function arrangeSplit(row: EditableRow): ArrangedScene[] {
  const { plan } = row;
  const rasters = plan.files.filter(({ kind }) => kind === 'raster');
  if (rasters.length < 2 || isOfService(row)) return [];
  const { scene, hasItem } = plan;
  const own = scene.source.sceneId;
  const parts = rasters.map((raster): ArrangedScene => {
    const stem = stemOf(raster.fileName);
    // The file of an item is often named by its band alone.
    const name = hasItem && !foldedName(stem).includes(foldedName(own)) ? `${own}_${stem}` : stem;
    const named = sceneOfFiles(name);
    return {
      scene: hasItem
        ? { ...scene, source: { ...named.source, project: scene.source.project }, footprint: null }
        : named,
      hasItem,
      files: [{ row, file: raster }],
      whole: scene,
    };
  });
  for (const file of plan.files) {
    if (file.kind === 'raster') continue;
    // Each file has one place only, because a copy that Nadir made is moved. What belongs to all stays with the first one.
    const at = rasters.findIndex((raster) => isBeside(raster.fileName, file.fileName));
    parts[Math.max(0, at)]?.files.push({ row, file });
  }
  return parts;
}

/** Returns a planned file as one that gets its name in another scene. */
export const toUnnamed = ({ name, fileName, place, own, ...file }: PlannedFile): UnnamedFile => ({
  kind: file.kind,
  bands: file.bands,
  bandCount: file.bandCount,
  from: file.from,
  isRemote: file.isRemote,
  sizeBytes: file.sizeBytes,
  sha256: file.sha256,
  role: file.kind === 'attachment' ? name : null,
  pathInScene: place.split('/').join(sep),
  own: own === null ? null : { ...own, name, fileName },
});

/** Returns the first and the last millisecond of a time. */
const boundsOf = (time: ForeignTime): AcquisitionPeriod =>
  time.kind === 'moment' ? { start: time.at, end: time.at } : { start: time.start, end: time.end };

/**
 * True if the whole says of a part when it was acquired: the part says nothing, or less exactly, as a name with a day where the metadata
 * have the hour. A whole that was joined of several acquisitions says nothing of a part with another time.
 */
function isTimeOfWhole(own: ForeignTime | null, whole: ForeignTime | null): whole is ForeignTime {
  if (own === null || whole === null) return whole !== null;
  const [part, all] = [boundsOf(own), boundsOf(whole)];
  return part.start <= all.start && all.end <= part.end;
}

const plainName = (name: string | null): string => (name ?? '').toLowerCase().replace(/[^a-z0-9]/g, '');

/** Returns a scene that was made of parts of another with what its own files do not say, or say less exactly. */
export function fillGaps(scene: Scene, whole: Scene | null): Scene {
  if (whole === null) return scene;
  const wholeTime = readTime(whole);
  const isOfWhole = isTimeOfWhole(readTime(scene), wholeTime);
  const dated = isOfWhole ? withTime(scene, wholeTime) : scene;
  const [ofWhole, own] = [toSources(whole.raw), toSources(scene.raw)];
  const sources: Record<string, unknown> = { ...ofWhole, ...own };
  if (isOfWhole) sources.timestamp = ofWhole.timestamp;
  // One satellite in two spellings, of a name and of metadata, would be two in the filters.
  const isSameSatellite = plainName(scene.satelliteName) === plainName(whole.satelliteName);
  if (isSameSatellite) sources.satelliteName = ofWhole.satelliteName;
  // What an item states has no source.
  const stated = Object.fromEntries(Object.entries(sources).filter(([, source]) => source !== undefined));
  // Angles belong to one acquisition.
  const metadata = isOfWhole ? { ...toRecord(whole.raw.metadata), ...toRecord(scene.raw.metadata) } : {};
  const raw = { ...dated.raw };
  if (Object.keys(stated).length > 0) raw[statedField] = stated;
  if (Object.keys(metadata).length > 0) raw.metadata = metadata;
  return {
    ...dated,
    raw,
    satelliteName: (isSameSatellite ? null : scene.satelliteName) ?? whole.satelliteName,
    cloudCover: scene.cloudCover ?? whole.cloudCover,
    footprint: scene.footprint ?? whole.footprint,
  };
}

const recordSchema = z.record(z.string(), z.unknown()).catch({});
const toRecord = (value: unknown): Record<string, unknown> => recordSchema.parse(value);
const toSources = (raw: Record<string, unknown>): Record<string, unknown> => toRecord(raw[statedField]);

/** Returns what persons have said of the scenes whose files a scene has; that of its first file counts most. */
export function collectEntered(files: ArrangedScene['files'], plan: Pick<ImportPlan, 'files'>): Entered {
  const rows = [...new Set(files.map(({ row }) => row))];
  const placeOf = (row: EditableRow, place: string) => {
    const from = row.plan.files.find((file) => file.place === place)?.from;
    return plan.files.find((file) => file.from === from)?.place;
  };
  return rows.toReversed().flatMap((row) =>
    row.entered.map(({ bands, ...entry }) => {
      const moved = Object.entries(bands ?? {}).flatMap(([place, names]) => {
        const found = placeOf(row, place);
        return found === undefined ? [] : [[found, names] as const];
      });
      return moved.length === 0 ? entry : { ...entry, bands: Object.fromEntries(moved) };
    }),
  );
}

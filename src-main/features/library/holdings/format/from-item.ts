import { posix } from 'node:path';
import { z } from 'zod';
import {
  type CatalogFile,
  type CatalogScene,
  catalogFileSchema,
  catalogReviewSchema,
  catalogSceneSchema,
  maxCatalogFiles,
} from '../../../../core/catalog-scene.ts';
import { readFootprint } from '../../../../core/footprint.ts';
import { isBeyondBounds } from '../../../../service/http/nesting.ts';
import { type HrefProblem, pathOfHref } from './hrefs.ts';
import { stacLinkSchema } from './stac-schemas.ts';

/** Items of scenes are never larger than this. */
export const maxItemBytes = 8 * 1024 * 1024;

/** Why an item, or a file of it, is not used. */
export type ItemProblem =
  | HrefProblem
  | 'not-json'
  | 'too-complex'
  | 'not-item'
  | 'other-tool'
  | 'invalid'
  | 'geometry'
  | 'too-many-files';

/** A problem of one item; `what` is the key of the file, '' for the item itself. */
export interface NamedProblem {
  what: string;
  problem: ItemProblem;
}

/** An item as it was read: its scene, null if Nadir did not write it, and its problems. */
export interface ReadItem {
  scene: CatalogScene | null;
  /** The path of the catalog that the item names as its parent; null if there is none in the library. */
  parentPath: string | null;
  problems: NamedProblem[];
}

const itemSchema = z.looseObject({
  type: z.literal('Feature'),
  stac_version: z.string().regex(/^1\.\d/),
  id: z.string().min(1).max(1_000),
  geometry: z.unknown(),
  properties: z.record(z.string(), z.unknown()),
  assets: z.record(z.string(), z.unknown()),
  links: z.array(z.unknown()).max(10_000).catch([]),
});
const sceneSchema = catalogSceneSchema.omit({ footprint: true, files: true, review: true });
const ownFileSchema = catalogFileSchema.omit({ path: true, sizeBytes: true, sha256: true });
const assetSchema = z.looseObject({
  href: z.string().min(1).max(16_384),
  'file:size': z.number().int().min(0).optional().catch(undefined),
  'file:checksum': z.string().optional().catch(undefined),
  'nadir:file': z.unknown().optional(),
});

const failed = (problem: ItemProblem): ReadItem => ({
  scene: null,
  parentPath: null,
  problems: [{ what: '', problem }],
});

function parsedJson(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

function readAsset(itemPath: string, key: string, asset: unknown): CatalogFile | NamedProblem {
  const unusable = (problem: ItemProblem) => ({ what: key.slice(0, 200), problem });
  const read = assetSchema.safeParse(asset);
  if (!read.success) return unusable('invalid');
  const own = ownFileSchema.safeParse(read.data['nadir:file']);
  if (!own.success) return unusable(read.data['nadir:file'] === undefined ? 'other-tool' : 'invalid');
  const found = pathOfHref(itemPath, read.data.href);
  if ('problem' in found) return unusable(found.problem);
  const sha256 = /^1220([0-9a-f]{64})$/.exec(read.data['file:checksum'] ?? '')?.[1] ?? null;
  const file = { ...own.data, path: found.path, sizeBytes: read.data['file:size'] ?? null, sha256 };
  return catalogFileSchema.safeParse(file).success ? file : unusable('invalid');
}

/** Returns the path of the catalog that the links name as parent; null if there is none in the library. */
function parentOf(itemPath: string, links: readonly unknown[]): string | null {
  for (const link of links) {
    const read = stacLinkSchema.safeParse(link);
    if (!read.success || read.data.rel !== 'parent') continue;
    const found = pathOfHref(itemPath, read.data.href);
    return 'path' in found ? found.path : null;
  }
  return null;
}

/** Returns the files of an item, each once, and the problems of those that are not used. */
function filesOf(itemPath: string, assets: Readonly<Record<string, unknown>>) {
  const files: CatalogFile[] = [];
  const problems: NamedProblem[] = [];
  const taken = new Set<string>();
  for (const [key, asset] of Object.entries(assets)) {
    if (files.length >= maxCatalogFiles || problems.length >= maxCatalogFiles) {
      problems.push({ what: '', problem: 'too-many-files' });
      break;
    }
    const read = readAsset(itemPath, key, asset);
    if ('problem' in read) problems.push(read);
    else if (!taken.has(read.path)) {
      // Two Nadirs may have written one file under two keys.
      taken.add(read.path);
      files.push(read);
    }
  }
  return { files, problems };
}

/**
 * Reads the text of an item; `itemPath` is relative to the library folder. Nothing in it is trusted: parts that are malformed, lead out of
 * the library or are too large become problems. It does not check whether the files exist.
 */
export function readItem(itemPath: string, text: string): ReadItem {
  const json = parsedJson(text);
  if (json === null) return failed('not-json');
  if (isBeyondBounds(json.value)) return failed('too-complex');
  const item = itemSchema.safeParse(json.value);
  if (!item.success) return failed('not-item');
  const { properties, assets, geometry, links } = item.data;
  if (properties['nadir:scene'] === undefined) return failed('other-tool');
  const own = sceneSchema.safeParse(properties['nadir:scene']);
  if (!own.success) return failed('invalid');
  const footprint = geometry === null || geometry === undefined ? null : readFootprint(geometry);
  const { files, problems } = filesOf(itemPath, assets);
  if (footprint === null && geometry !== null) problems.unshift({ what: '', problem: 'geometry' });
  const review = catalogReviewSchema.safeParse(properties['nadir:review']).data ?? null;
  return {
    scene: { ...own.data, footprint, files, review },
    parentPath: parentOf(itemPath, links),
    problems,
  };
}

const namedSchema = z.looseObject({ href: z.string().max(16_384) });

/**
 * Returns all files that an item names, also an item of another tool, and its scene; null if the text is no readable item. It is used to
 * find out which scene claims a file, so that files which Nadir could not import count too.
 */
export function readNamedFiles(
  itemPath: string,
  text: string,
): { source: CatalogScene['source'] | null; paths: string[] } | null {
  const json = parsedJson(text);
  if (json === null || isBeyondBounds(json.value)) return null;
  const item = itemSchema.safeParse(json.value);
  if (!item.success) return null;
  const { properties, assets } = item.data;
  const scene = sceneSchema.safeParse(properties['nadir:scene']);
  const paths = Object.values(assets).flatMap((asset) => {
    const read = namedSchema.safeParse(asset);
    const found = read.success ? pathOfHref(itemPath, read.data.href) : null;
    return found !== null && 'path' in found ? [found.path] : [];
  });
  return { source: scene.success ? scene.data.source : null, paths };
}

/** True if both are the same scene of the same service. Two Nadirs have different ids for the same connection. */
export function isSameScene(a: CatalogScene['source'], b: CatalogScene['source']): boolean {
  const isSameService = a.connectionId === b.connectionId || (a.service !== null && a.service === b.service);
  return isSameService && a.contractId === b.contractId && a.sceneId === b.sceneId;
}

/** Returns the folder of a path that is relative to the library. */
export const folderOf = (path: string): string => posix.dirname(path);

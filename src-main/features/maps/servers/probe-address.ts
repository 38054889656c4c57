import type { MapAddress, MapProbe } from '../../../../src-preload/contract/maps.ts';
import { AppError } from '../../../core/app-error.ts';
import { safeAddress } from '../../../service/http/addresses.ts';
import { type Reach, type Resolve, reachOf } from '../../../service/http/network-place.ts';
import type { Redactor } from '../../../service/redaction/redact.ts';
import { middleTile } from '../tile-grid.ts';
import { maxTileBytes } from '../tile-picture.ts';
import { unusable, withoutKeyIn } from '../unusable.ts';
import type { DescribedMap } from './described-map.ts';
import type { BoundedFetch } from './fetch-bounded.ts';
import { judgeAnswer, judgeDescription } from './judge-answer.ts';
import { maxXmlBytes, parseXml } from './parse-xml.ts';
import { assertComplete, readTemplate } from './read-template.ts';
import { readWms, wmsDescription } from './read-wms.ts';
import { readWmts, wmtsDescription } from './read-wmts.ts';
import { addressOfTile, assertFixedHost, originsOf, type Recipe } from './recipe.ts';

/** A map of a server that has answered, and what is stored of it. */
export interface ProbedMap {
  probe: MapProbe;
  recipe: Recipe;
  /** The address as it is stored: with `{key}` in place of the key. */
  address: string;
  key: string | null;
}

interface ProbeOptions {
  fetch: BoundedFetch;
  resolve: Resolve;
  redactor: Pick<Redactor, 'remember'>;
  now: () => number;
}

/** The zoom of the tile that is fetched: every map of the world has it, and it shows enough. */
const firstTileZoom = 3;
const defaultZooms = { minZoom: 0, maxZoom: 19 } as const;
const wholeWorld = [-180, -85, 180, 85] as const;

const knownPlaceholder = /^\{(?:z|x|y|-y|matrix|bbox|s|key)\}$/;

/** Throws MAP_UNUSABLE (`placeholder`) for an unknown placeholder in the description of a server. */
function assertNothingOpen(template: string) {
  const open = template.match(/\{[^{}]*\}/g)?.find((name) => !knownPlaceholder.test(name));
  if (open !== undefined) throw unusable('placeholder', open);
  assertFixedHost(template);
}

/**
 * Returns a template with `{key}` in place of the key: servers repeat it in the addresses of tiles, where it must not be
 * stored.
 */
function withoutKey(template: string, key: string | null): string {
  if (key === null) return template;
  return template.replaceAll(encodeURIComponent(key), '{key}').replaceAll(key, '{key}');
}

/** Returns a template with the key parameter of the typed address: the same server needs it even if it does not repeat it. */
function withKeyOf(template: string, address: string): string {
  const parameter = /[?&]([^=&?]+=\{key\})/.exec(address)?.[1];
  if (parameter === undefined || template.includes('{key}')) return template;
  const [own, typed] = [template, address].map((each) => URL.parse(each.replaceAll(/[{}]/g, ''))?.origin);
  if (own !== typed) return template;
  return `${template}${template.includes('?') ? '&' : '?'}${parameter}`;
}

/**
 * Creates the function that asks a server for its description and for one tile, and stores nothing. It rejects with MAP_UNUSABLE,
 * ADDRESS_REFUSED or an error of the network, which say what is wrong.
 */
export function createProbe({ fetch, resolve, redactor, now }: ProbeOptions) {
  /** Returns the networks that addresses may lead to: that of the host that the user typed, and public ones. */
  const reachFrom = (origin: string): Promise<Reach> => reachOf([new URL(origin).hostname], resolve);

  async function readDescription(
    { kind, layer }: MapAddress,
    { address, key, signal }: { address: string; key: string | null; signal: AbortSignal },
  ): Promise<DescribedMap> {
    const wanted = kind === 'wms' ? wmsDescription(address) : wmtsDescription(address);
    const url = safeAddress(wanted.replaceAll('{key}', encodeURIComponent(key ?? '')));
    const reach = await reachFrom(url.origin);
    const answer = await fetch({ url, origins: [url.origin], reach, maxBytes: maxXmlBytes, signal });
    const root = await parseXml(judgeDescription(answer, now()), { mayNameDoctype: kind === 'wms' });
    return kind === 'wms' ? readWms(root, { address, layer }) : readWmts(root, { address, layer });
  }

  async function plan(
    draft: MapAddress,
    {
      template,
      subdomains,
      key,
      signal,
    }: { template: string; subdomains: string[]; key: string | null; signal: AbortSignal },
  ): Promise<Omit<DescribedMap, 'layer'> & { layer: string | null }> {
    if (draft.kind === 'xyz' || draft.kind === 'tms') {
      assertComplete(template);
      const recipe = {
        template,
        subdomains,
        flipY: draft.kind === 'tms',
        matrices: null,
        axes: 'xy',
        legend: null,
      } as const;
      return {
        name: '',
        attribution: '',
        layers: [],
        layer: null,
        bounds: null,
        ...defaultZooms,
        grid: 'mercator',
        recipe,
      };
    }
    const described = await readDescription(draft, { address: template, key, signal });
    const own = withKeyOf(withoutKey(described.recipe.template, key), template);
    assertNothingOpen(own);
    const named = described.recipe.legend;
    const legend = named === null ? null : withKeyOf(withoutKey(named, key), template);
    return { ...described, recipe: { ...described.recipe, template: own, legend } };
  }

  async function probe(
    draft: MapAddress,
    read: ReturnType<typeof readTemplate>,
    { key, signal }: { key: string | null; signal: AbortSignal },
  ): Promise<ProbedMap> {
    const planned = await plan(draft, { ...read, key, signal });
    const { grid, bounds, minZoom, maxZoom, layers, layer, name, attribution } = planned;
    const origins = originsOf(planned.recipe);
    const [firstOrigin] = origins;
    if (firstOrigin === undefined) throw new AppError('ADDRESS_REFUSED', { address: '…', reason: 'invalid' });
    // A description may name other hosts; they may lead no further into private networks than the typed host.
    const typed = safeAddress(
      read.template.replaceAll('{s}', read.subdomains[0] ?? '').replaceAll(/[{}]/g, ''),
    );
    const recipe: Recipe = { ...planned.recipe, reach: await reachFrom(typed.origin) };
    const zoom = Math.max(minZoom, Math.min(maxZoom, firstTileZoom));
    const place = middleTile(grid, zoom, bounds ?? [...wholeWorld]);
    const url = addressOfTile(recipe, { grid, place, key });
    const answer = await fetch({ url, origins, reach: recipe.reach, maxBytes: maxTileBytes, signal });
    const judged = judgeAnswer(answer, now());
    return {
      recipe,
      key,
      address: read.template,
      probe: {
        name: name || typed.hostname,
        attribution,
        minZoom,
        maxZoom,
        bounds,
        grid,
        layers,
        layer,
        hosts: origins.map((origin) => new URL(origin).host),
        needsKey: key !== null,
        tile:
          judged.kind === 'tile' ? { contentType: judged.type, sizeBytes: judged.bytes.byteLength } : null,
      },
    };
  }

  return async (draft: MapAddress, signal: AbortSignal): Promise<ProbedMap> => {
    const read = readTemplate(draft.address, draft.subdomains);
    const key = read.key ?? (draft.key === '' ? null : draft.key);
    if (read.template.includes('{key}') && key === null) throw unusable('key-missing');
    if (key !== null && !read.template.includes('{key}')) throw unusable('key-unused');
    if (key !== null) redactor.remember(key);
    try {
      return await probe(draft, read, { key, signal });
    } catch (error) {
      throw withoutKeyIn(error, key);
    }
  };
}

/** The function that asks a server for its description and one tile. */
export type Probe = ReturnType<typeof createProbe>;

import type { RuleKind } from '../../../../src-preload/contract/rules.ts';

interface NamedFile {
  kind: 'raster' | 'attachment';
  /** `delivery_zip`, `footprint` …; for rasters the file name. */
  name: string;
  bands: readonly string[];
}

const colours = new Set(['red', 'green', 'blue']);

/** Judges a raster by its bands or, if the service lists none, by its name. */
function bandSet({ name, bands }: NamedFile): 'visual' | 'analytic' | null {
  if (bands.length > 0)
    return bands.length === 3 && bands.every((band) => colours.has(band.toLowerCase()))
      ? 'visual'
      : 'analytic';
  if (/visual/i.test(name)) return 'visual';
  return /analytic/i.test(name) ? 'analytic' : null;
}

/** True if a rule for these kinds wants the file. */
export function isWanted(file: NamedFile, kinds: readonly RuleKind[]): boolean {
  if (file.kind === 'attachment') return kinds.some((kind) => kind === file.name);
  if (kinds.includes('raster:any')) return true;
  const set = bandSet(file);
  return set !== null && kinds.includes(`raster:${set}`);
}

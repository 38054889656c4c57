import type { LegendEntry } from './paint-vector.ts';

/** Creates the store of the legends of the last painted tiles, at most `maxTiles`. */
export function createTileLegends(maxTiles: number) {
  const byTile = new Map<string, readonly LegendEntry[]>();
  return {
    set(tile: string, legend: readonly LegendEntry[]) {
      byTile.delete(tile);
      byTile.set(tile, legend);
      const [oldest] = byTile.keys();
      if (byTile.size > maxTiles && oldest !== undefined) byTile.delete(oldest);
    },
    /** Returns each entry of the legends once. */
    entries(): LegendEntry[] {
      const entries = new Map<string, LegendEntry>();
      for (const legend of byTile.values()) for (const entry of legend) entries.set(entry.key, entry);
      return [...entries.values()];
    },
    clear: () => byTile.clear(),
  };
}

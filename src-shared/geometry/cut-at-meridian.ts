type LonLat = readonly [longitude: number, latitude: number];
/** An open ring, whose longitudes are continuous. */
type Ring = readonly LonLat[];
/** A polygon: the outer ring first, then the holes. */
type Area = readonly Ring[];

/** A part of a ring on one side of the line, between two crossings. */
interface Chain {
  corners: LonLat[];
  /** The indexes of its crossings. */
  start: number;
  end: number;
}

interface Crossing {
  latitude: number;
  /** Its position among all crossings, counted from the south. */
  rank: number;
}

function crossingAt(a: LonLat, b: LonLat, line: number): number {
  if (a[0] === b[0]) return a[1];
  return a[1] + ((b[1] - a[1]) * (line - a[0])) / (b[0] - a[0]);
}

/** Returns the chains of a ring that crosses the line; points on the line count as west of it. */
function chainsOf(ring: Ring, line: number, crossings: Crossing[]): { east: boolean; chain: Chain }[] {
  const isEast = ring.map(([longitude]) => longitude > line);
  const first = isEast.findIndex((east, i) => east !== isEast[(i + ring.length - 1) % ring.length]);
  const chains: { east: boolean; chain: Chain }[] = [];
  const firstCrossing = crossings.length;
  for (let step = 0; step < ring.length; step += 1) {
    const i = (first + step) % ring.length;
    const corner = ring[i];
    const before = ring[(i + ring.length - 1) % ring.length];
    if (!corner || !before) continue;
    const east = isEast[i] ?? false;
    if (step === 0 || east !== isEast[(i + ring.length - 1) % ring.length]) {
      const at: LonLat = [line, crossingAt(before, corner, line)];
      chains.at(-1)?.chain.corners.push(at);
      chains.push({ east, chain: { corners: [at], start: crossings.length, end: crossings.length + 1 } });
      crossings.push({ latitude: at[1], rank: 0 });
    }
    chains.at(-1)?.chain.corners.push(corner);
  }
  const last = chains.at(-1);
  const [opening] = chains;
  if (last && opening?.chain.corners[0]) {
    last.chain.corners.push(opening.chain.corners[0]);
    last.chain.end = firstCrossing;
  }
  return chains;
}

/** Joins chains along the line to rings: pairs of crossings enclose the inside. */
function joinChains(chains: readonly Chain[], crossings: readonly Crossing[]): LonLat[][] {
  const byRank = new Map(crossings.map((crossing, number) => [crossing.rank, number]));
  const partner = (number: number) => byRank.get((crossings[number]?.rank ?? 0) ^ 1);
  const open = new Map(chains.map((chain) => [chain.start, chain]));
  const rings: LonLat[][] = [];
  for (const chain of chains) {
    const ring: LonLat[] = [];
    for (let next: Chain | undefined = chain; next && open.delete(next.start); ) {
      ring.push(...next.corners);
      next = open.get(partner(next.end) ?? -1);
    }
    if (ring.length > 0) rings.push(ring);
  }
  return rings;
}

/** True if a point is inside a ring, by the even-odd rule. */
function isInside(ring: Ring, [x, y]: LonLat): boolean {
  let inside = false;
  for (const [i, [ax, ay]] of ring.entries()) {
    const [bx, by] = ring[(i + 1) % ring.length] ?? [ax, ay];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

/** Returns a shifted ring without repeated vertices; null if it has no area. */
function tidy(ring: readonly LonLat[], shift: number): LonLat[] | null {
  const shifted = ring.map(
    ([x, y]): LonLat => [Math.round((x + shift) * 1e7) / 1e7, Math.round(y * 1e7) / 1e7],
  );
  const corners = shifted.filter(([x, y], i) => {
    const [beforeX, beforeY] = shifted[(i + shifted.length - 1) % shifted.length] ?? [];
    return x !== beforeX || y !== beforeY;
  });
  const width = new Set(corners.map(([x]) => x)).size;
  return corners.length < 3 || width < 2 ? null : corners;
}

/**
 * Cuts an area along a meridian and shifts the part east of it one turn of the globe to the west. Returns the parts, west of the line first;
 * the direction of the rings stays.
 */
export function cutAtMeridian(area: Area, line: number): Area[] {
  const crossings: Crossing[] = [];
  const chains: { east: boolean; chain: Chain }[] = [];
  const whole: { east: boolean; ring: Ring; hole: boolean }[] = [];
  for (const [i, ring] of area.entries()) {
    const east = ring.some(([longitude]) => longitude > line);
    const west = ring.some(([longitude]) => longitude <= line);
    if (east && west) chains.push(...chainsOf(ring, line, crossings));
    else whole.push({ east, ring, hole: i > 0 });
  }
  const order = [...crossings].sort((a, b) => a.latitude - b.latitude);
  for (const [rank, crossing] of order.entries()) crossing.rank = rank;
  const side = (east: boolean): Area[] => {
    const shift = east ? -360 : 0;
    const outers = [
      ...joinChains(
        chains.filter((each) => each.east === east).map(({ chain }) => chain),
        crossings,
      ),
      ...whole.filter((each) => each.east === east && !each.hole).map(({ ring }) => [...ring]),
    ];
    const holes = whole.filter((each) => each.east === east && each.hole);
    return outers.flatMap((outer) => {
      const holesInside = holes.filter(({ ring }) => ring[0] && isInside(outer, ring[0]));
      const rings = [tidy(outer, shift), ...holesInside.map(({ ring }) => tidy(ring, shift))];
      return rings[0] ? [rings.filter((ring) => ring !== null)] : [];
    });
  };
  return [...side(false), ...side(true)];
}

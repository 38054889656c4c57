import { hemisphereOf, isQuadrant } from './angle-parts.ts';
import { plainHeading } from './attributes.ts';
import { type Axis, namesMetres, readCoordinateHeading } from './coordinate-columns.ts';
import type { Cell, Columns } from './imported.ts';
import { isPlaneHeading, planePairs } from './table-columns.ts';

/** The columns of a table with those that complete the coordinates. */
export interface CompletedColumns {
  columns: Columns;
  /** The columns that were found to complete the coordinates. */
  completing: readonly number[];
  /** Columns that are named like a part of the coordinates, or look like one, but are not used. */
  doubtful: readonly number[];
  /** The hemispheres that the headings of the degrees name, as in `Latitude (S)`, above numbers without a sign. */
  sides: Readonly<Record<Axis, string | null>>;
  /**
   * The columns of letters such as `W` or `SW` that may be hemispheres or anything else, such as the direction of a view. Nothing but their
   * place and their content speak for them.
   */
  mayBeSides: readonly number[];
}

const roles = {
  latitude: { minutes: 'latitudeMinutes', seconds: 'latitudeSeconds', hemisphere: 'latitudeHemisphere' },
  longitude: { minutes: 'longitudeMinutes', seconds: 'longitudeSeconds', hemisphere: 'longitudeHemisphere' },
} as const;
/** Words that name the hemisphere and nothing else; `Direction` may be that of a view. */
const sideHeading =
  /(?:^|_)(?:h[eé]mi\w*|hem|emisfer\w*|ns|sn|ew|we|eo|oe|n_s|e_w|quadrant\w*|cuadrante|ref|halfrond|halvklot|halvkule|полушарие)(?:_|$)/;
const sampleRows = 50;
/** From this share of the cells on, a column is read by what most of them are; the rows of the others are rejected with the reason. */
const most = 0.8;
/** A heading that names the part makes it likely, so that a few more cells may be wrong. */
const mostUnderHeading = 0.5;

const isFilled = (cell: Cell) => cell !== null && String(cell).trim() !== '';
const numberOf = (cell: Cell) => {
  const match = /^\s*([-+−]?\d+(?:[.,]\d+)?)\s*[°'"′″º]?\s*$/.exec(String(cell ?? ''));
  return match ? Number((match[1] ?? '').replace('−', '-').replace(',', '.')) : null;
};

const isBelowSixty = (cell: Cell) => {
  const value = numberOf(cell);
  return value !== null && value >= 0 && value < 60;
};
const isWhole = (cell: Cell) => Number.isInteger(numberOf(cell));
/** True for degrees with the letter in the same cell, as in `16.3 E`, which need no column for it. */
const hasLetter = (cell: Cell) => /\d.*[NSEWO]\s*$|^\s*[NSEWO].*\d/i.test(String(cell).slice(0, 60));

/** Returns the columns of metres in another system than the first pair. */
const listOtherMetres = (headings: readonly string[]): number[] =>
  planePairs(headings)
    .slice(1)
    .flatMap(({ latitude, longitude }) => [latitude, longitude]);

type Headings = readonly ReturnType<typeof readCoordinateHeading>[];

/**
 * Gives back minutes and seconds of one coordinate alone whose headings do not name it: `Min` and `Max` may be any values. Returns the columns
 * that were given back.
 */
function releaseLoneParts(completed: Columns, read: Headings): number[] {
  return (['latitude', 'longitude'] as const).flatMap((axis) =>
    (['minutes', 'seconds'] as const).flatMap((part) => {
      const index = completed[roles[axis][part]];
      const other = completed[roles[axis === 'latitude' ? 'longitude' : 'latitude'][part]];
      if (index === null || other !== null || (read[index]?.axis ?? null) !== null) return [];
      completed[roles[axis][part]] = null;
      return [index];
    }),
  );
}

/** Returns the columns of hemispheres of which only place and content say so. A heading such as `Dir` says it if both coordinates have one. */
function findDoubtedSides(
  { latitudeHemisphere, longitudeHemisphere }: Columns,
  headings: readonly string[],
): number[] {
  const found = [...new Set([latitudeHemisphere, longitudeHemisphere])].filter((index) => index !== null);
  const isNamed = (index: number) => {
    const heading = headings[index] ?? '';
    const { axis, part } = readCoordinateHeading(heading);
    return (
      axis !== null ||
      sideHeading.test(plainHeading(heading)) ||
      (found.length === 2 && (part === 'hemisphere' || /^#\d+$/.test(heading)))
    );
  };
  return found.filter((index) => !isNamed(index));
}

function releaseSides(completed: Columns, columns: readonly number[]) {
  for (const { hemisphere } of Object.values(roles))
    if (columns.includes(completed[hemisphere] ?? -1)) completed[hemisphere] = null;
}

/**
 * Finds the columns with minutes, seconds and hemispheres that complete the columns of latitude and longitude: by their
 * headings, and letters of hemispheres also by their content beside the degrees. A single wrong cell spoils its row and not the file. A
 * column that cannot be a part, because most degrees have decimals or most numbers are not below 60, is doubtful. `answer` is that to
 * the question whether letters of which nothing else says so are hemispheres: `is-side`, `no-side`, or undefined before it is answered.
 */
export function completeColumns(
  columns: Columns,
  headings: readonly string[],
  rows: readonly (readonly Cell[])[],
  answer: string | undefined = undefined,
): CompletedColumns {
  const { latitude, longitude } = columns;
  const sides: Record<Axis, string | null> = { latitude: null, longitude: null };
  if (latitude === null || longitude === null)
    return { columns, completing: [], doubtful: [], sides, mayBeSides: [] };
  const degrees = { latitude, longitude };
  const completed = { ...columns };
  const read = headings.map(readCoordinateHeading);
  const cellsOf = (index: number) =>
    rows
      .slice(0, sampleRows)
      .map((row) => row[index] ?? null)
      .filter(isFilled);
  /** The share of the filled cells of a column that pass a test; 0 without any. */
  const shareOf = (index: number, test: (cell: Cell) => boolean) => {
    const cells = cellsOf(index);
    return cells.length === 0 ? 0 : cells.filter(test).length / cells.length;
  };
  const isHemisphereOf = (axis: Axis) => (cell: Cell) => hemisphereOf(String(cell), axis) !== null;
  const hasOwnLetters = (main: number) => shareOf(main, hasLetter) >= mostUnderHeading;
  const doubtful = new Set<number>();
  const isFree = (index: number) => !Object.values(completed).includes(index);
  /** The axis of a column: by its heading, else by the nearest column with degrees before it. */
  const axisAt = (index: number): Axis | null => {
    const named = read[index]?.axis ?? null;
    if (named !== null) return named;
    const [near, far] = latitude < longitude ? [latitude, longitude] : [longitude, latitude];
    const base = index > far ? far : index > near ? near : null;
    if (base === null) return null;
    const between = read.slice(base + 1, index);
    const isRun = between.every(({ part, letter }) => part !== null || letter !== null);
    return isRun ? (base === latitude ? 'latitude' : 'longitude') : null;
  };
  const letterOfSeconds = (index: number, axis: Axis) =>
    read[index]?.letter === 'S' &&
    read.some((other, i) => i !== index && other.part === 'minutes' && axisAt(i) === axis);

  /** Claims the columns whose headings name a part of a coordinate. */
  function claimByHeadings() {
    for (const [index, heading] of read.entries()) {
      if (!isFree(index)) continue;
      const axis = axisAt(index);
      if (axis === null) continue;
      const main = degrees[axis];
      // `Lat_H` has no word for what is in it; its letters have.
      const hasLetters =
        heading.part === null && heading.axis !== null && shareOf(index, isHemisphereOf(axis)) >= most;
      const part =
        heading.part ?? (hasLetters ? 'hemisphere' : letterOfSeconds(index, axis) ? 'seconds' : null);
      if (part === null || heading.isAbout) {
        // A second latitude is no part of the first one, but it is worth a word.
        if (heading.axis !== null && !heading.isAbout && cellsOf(index).length > 0) doubtful.add(index);
        continue;
      }
      const isSameStem =
        hasLetters ||
        heading.axis === null ||
        heading.stem === '' ||
        heading.stem === (read[main]?.stem ?? '');
      const fits =
        part === 'hemisphere'
          ? shareOf(index, isHemisphereOf(axis)) >= mostUnderHeading && !hasOwnLetters(main)
          : shareOf(index, isBelowSixty) >= mostUnderHeading && shareOf(main, isWhole) >= mostUnderHeading;
      const role = roles[axis][part];
      if (isSameStem && fits && completed[role] === null) completed[role] = index;
      else if (cellsOf(index).length > 0) doubtful.add(index);
    }
  }

  /** Claims columns of letters beside the degrees. */
  function claimHemispheres() {
    for (const axis of ['latitude', 'longitude'] as const) {
      const main = degrees[axis];
      const role = roles[axis].hemisphere;
      const isNegative = cellsOf(main).some((cell) => String(cell).trim().startsWith('-'));
      const letters = headings
        .map((_, index) => index)
        .filter(
          (index) => isFree(index) && !doubtful.has(index) && shareOf(index, isHemisphereOf(axis)) >= most,
        );
      for (const index of letters) {
        const last = Math.max(main, ...Object.values(roles[axis]).map((each) => completed[each] ?? -1));
        const isBeside = index === main - 1 || index === last + 1;
        const hasNumbers = shareOf(main, (cell) => numberOf(cell) !== null) >= most;
        if (completed[role] === null && isBeside && hasNumbers && !isNegative) completed[role] = index;
        else if (completed[role] === null) doubtful.add(index);
      }
    }
  }

  /** Reads the letters in the headings of the degrees, where no column has the hemisphere. */
  function readSides() {
    for (const axis of ['latitude', 'longitude'] as const) {
      const main = degrees[axis];
      const isNegative = cellsOf(main).some((cell) => String(cell).trim().startsWith('-'));
      const letter = namesMetres(headings[main] ?? '') ? null : (read[main]?.letter ?? null);
      const isOfAxis = letter !== null && (axis === 'latitude' ? /[NS]/ : /[EWO]/).test(letter);
      // `Este` above metres names an axis of the plane.
      const isOfDegrees = shareOf(main, (cell) => Math.abs(numberOf(cell) ?? 0) <= 180) >= mostUnderHeading;
      if (isOfAxis && isOfDegrees && completed[roles[axis].hemisphere] === null && !isNegative)
        sides[axis] = letter;
    }
  }

  /** Claims a column with the hemispheres of both degrees, such as `SW`. */
  function claimQuadrants() {
    const index = headings.findIndex(
      (_, i) => isFree(i) && shareOf(i, (cell) => isQuadrant(String(cell))) >= most,
    );
    const isSigned = Object.values(degrees).some((main) =>
      cellsOf(main).some((cell) => /^\s*[-−]/.test(String(cell))),
    );
    if (index < 0) return;
    if (isSigned || Object.values(degrees).some(hasOwnLetters)) doubtful.add(index);
    else {
      completed.latitudeHemisphere = index;
      completed.longitudeHemisphere = index;
    }
  }

  claimQuadrants();
  claimByHeadings();
  claimHemispheres();
  for (const index of releaseLoneParts(completed, read)) doubtful.add(index);
  const mayBeSides = findDoubtedSides(completed, headings);
  if (answer === 'no-side') releaseSides(completed, mayBeSides);
  readSides();
  // Whole degrees with small numbers after each of them are probably cut into columns without names.
  const after = [latitude, longitude].map((main) => main + 1);
  const looksCut =
    [latitude, longitude].every((index) => shareOf(index, isWhole) >= most) &&
    after.every((index) => isFree(index) && !doubtful.has(index) && shareOf(index, isBelowSixty) >= most);
  if (looksCut) for (const index of after) doubtful.add(index);

  // Cells beyond the last heading are the decimals of numbers that a comma has cut, or something else that no heading explains.
  const lastNamed = headings.findLastIndex((heading, index) => heading !== `#${index + 1}`);
  if (lastNamed >= 0)
    for (const index of headings.keys())
      if (
        index > lastNamed &&
        isFree(index) &&
        2 * cellsOf(index).length >= Math.min(rows.length, sampleRows)
      )
        doubtful.add(index);

  for (const index of listOtherMetres(headings))
    if (isFree(index) && cellsOf(index).length > 0) doubtful.add(index);
  // Width and length have the same words as latitude and longitude, and then the coordinates are elsewhere.
  const isWide = (index: number) => /^(?:breite|l(?:ae|a)nge)$/.test(plainHeading(headings[index] ?? ''));
  if (isWide(latitude) && isWide(longitude))
    for (const [index, heading] of headings.entries())
      if (isFree(index) && isPlaneHeading(heading) && cellsOf(index).length > 0) doubtful.add(index);

  const completing = Object.values(roles)
    .flatMap((ofAxis) => Object.values(ofAxis))
    .flatMap((role) => completed[role] ?? []);
  return {
    columns: completed,
    completing: [...new Set(completing)],
    doubtful: [...doubtful].sort((a, b) => a - b),
    sides,
    mayBeSides,
  };
}

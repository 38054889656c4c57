import Papa from 'papaparse';
import { z } from 'zod';

/** A record of a table, with the line where it starts, counted from 1. */
export interface TableRecord {
  line: number;
  text: string;
  cells: readonly string[];
}

interface Table {
  /** The names of the columns; null if the first record is already a point. */
  headings: readonly string[] | null;
  /** The line with the column names, so that the rest of the list can be read again with it. */
  header: string | null;
  records: readonly TableRecord[];
}

/** The index of each value in a record; null if the table does not contain it. */
export interface Columns {
  name: number | null;
  latitude: number | null;
  longitude: number | null;
  altitude: number | null;
  /** A whole place in any notation; it has priority over latitude and longitude. */
  place: number | null;
}
type ColumnRole = keyof Columns;
export const columnRoles: readonly ColumnRole[] = ['name', 'latitude', 'longitude', 'altitude', 'place'];

/** The known headings by priority: an `id` is used as the name only if there is no other one. */
export const headingWords: Record<ColumnRole, readonly string[]> = {
  name: [
    'name',
    'task_name',
    'site_name',
    'title',
    'label',
    'nombre',
    'nombre_tarea',
    'título',
    'site',
    'id',
  ],
  latitude: ['latitude', 'lat', 'latitud', 'y', 'lat_dd', 'y_coord', 'latitude_deg'],
  longitude: ['longitude', 'lon', 'long', 'lng', 'longitud', 'x', 'lon_dd', 'x_coord', 'longitude_deg'],
  altitude: ['altitude', 'alt', 'elevation', 'elev', 'z', 'altitud', 'elevación', 'altitude_m'],
  place: [
    'place',
    'coordinates',
    'coordinate',
    'coords',
    'mgrs',
    'utm',
    'wkt',
    'geometry',
    'position',
    'coordenadas',
    'lugar',
  ],
};

const cellsSchema = z.array(z.array(z.string()));

/** Splits a text into records; lines are joined if a quoted cell continues on the next line. */
function recordsOf(text: string): { line: number; text: string }[] {
  const lines = text.split(/\r?\n/);
  const records: { line: number; text: string }[] = [];
  for (let i = 0; i < lines.length; i += 1) {
    const line = lines[i] ?? '';
    let whole = line;
    let last = i;
    const isOpen = () => (whole.split('"').length - 1) % 2 === 1;
    // Only a cell that starts with a quote may continue; an inch mark in a name ends with its line.
    while (isOpen() && /(?:^|[,;\t])\s*"/.test(line) && last + 1 < lines.length) {
      last += 1;
      whole += `\n${lines[last]}`;
    }
    if (isOpen() && last > i) {
      whole = line;
      last = i;
    }
    if (whole.trim() !== '') records.push({ line: i + 1, text: whole });
    i = last;
  }
  return records;
}

const isWord = (cell: string) => /\p{L}/u.test(cell) && !/\d/.test(cell);

/**
 * Returns true if the first record names columns: with known words, or with words only above a record that contains
 * numbers.
 */
function isHeader(first: readonly string[], second: readonly string[] | undefined): boolean {
  const { name, latitude, longitude, place } = guessColumns(first);
  if ((latitude !== null && longitude !== null) || (place !== null && name !== null)) return true;
  const filled = first.filter((cell) => cell.trim() !== '');
  return (
    second !== undefined &&
    filled.length >= 2 &&
    filled.length === first.length &&
    first.length === second.length &&
    filled.every((cell) => isWord(cell) || /^[\p{L}_ -]+\d?$/u.test(cell.trim())) &&
    second.some((cell) => /\d/.test(cell))
  );
}

/** Returns the columns that the headings name with known words. */
export function guessColumns(headings: readonly string[]): Columns {
  const plain = headings.map((heading) =>
    heading
      .trim()
      .toLowerCase()
      .replace(/[\s-]+/g, '_'),
  );
  const at = (role: ColumnRole) => {
    for (const word of headingWords[role]) {
      const index = plain.indexOf(word);
      if (index >= 0) return index;
    }
    return null;
  };
  return {
    name: at('name'),
    latitude: at('latitude'),
    longitude: at('longitude'),
    altitude: at('altitude'),
    place: at('place'),
  };
}

/** Splits a text into cells; the first record shows which character separates them. */
export function readTable(text: string): Table {
  const found = recordsOf(text);
  const sample = found[0]?.text ?? '';
  // A comma may be part of a place in degrees, so a tab or a semicolon has priority as the separator.
  const delimiter = ['\t', ';', ','].find((each) => sample.includes(each)) ?? ',';
  const records = found.map((record): TableRecord => {
    const [cells = []] = cellsSchema.parse(
      Papa.parse(record.text, { delimiter, newline: '\n', quoteChar: '"' }).data,
    );
    return { ...record, cells };
  });
  const [first, second] = records;
  if (!first || !isHeader(first.cells, second?.cells)) return { headings: null, header: null, records };
  return { headings: first.cells.map((cell) => cell.trim()), header: first.text, records: records.slice(1) };
}

import Papa from 'papaparse';
import { z } from 'zod';

/** One record of a table and where it begins, counted in lines from 1. */
export interface TableRecord {
  line: number;
  text: string;
  cells: readonly string[];
}

interface Table {
  /** Names of the columns as they stand; null where the first record is a point already. */
  headings: readonly string[] | null;
  /** The line that names the columns, so that what is left over can be read again. */
  header: string | null;
  records: readonly TableRecord[];
}

/** Where in a record each value stands; null for a value that the table has not. */
export interface Columns {
  name: number | null;
  latitude: number | null;
  longitude: number | null;
  altitude: number | null;
  /** A whole place in any notation; goes before latitude and longitude. */
  place: number | null;
}
type ColumnRole = keyof Columns;
export const columnRoles: readonly ColumnRole[] = ['name', 'latitude', 'longitude', 'altitude', 'place'];

/** The first that is there is taken: an `id` is a name only where nothing else is. */
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

/** Lines of a text joined where a quoted cell goes on over the end of its line. */
function recordsOf(text: string): { line: number; text: string }[] {
  const lines = text.split(/\r?\n/);
  const records: { line: number; text: string }[] = [];
  for (let i = 0; i < lines.length; i += 1) {
    const line = lines[i] ?? '';
    let whole = line;
    let last = i;
    const isOpen = () => (whole.split('"').length - 1) % 2 === 1;
    // Only a cell that begins with a quote may go on; an inch mark in a name ends with its line.
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

/** A first record names columns where it says so in known words, or in words alone above a record with numbers. */
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

/** The columns that headings name in known words. */
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

/** A text of cells; what parts them is seen from the first record. */
export function readTable(text: string): Table {
  const found = recordsOf(text);
  const sample = found[0]?.text ?? '';
  // A comma within a place of degrees is none of a table's that is parted by something else.
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

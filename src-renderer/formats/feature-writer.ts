import type { CoordinateFormat } from '../i18n/coordinates.ts';
import type { ExportLosses } from './export-losses.ts';
import type { ExportColumn } from './exported-feature.ts';
import type { PreparedFeature } from './prepare-feature.ts';

/** How a file is written. */
export interface WriteOptions {
  /** The name of the layer, such as `tasks`; it is a part of file names. */
  layer: string;
  /** What programs show as the name of the document. */
  title: string;
  columns: readonly ExportColumn[];
  /** True if the objects have notes. */
  hasNotes: boolean;
  /** The column by whose values a KML file groups the objects into folders; null for none. */
  folderColumn: string | null;
  /** The format of the column of coordinates in a CSV file. */
  coordinateFormat: CoordinateFormat;
  /** True if a CSV file begins with the mark by which spreadsheets recognise UTF-8. */
  byteOrderMark: boolean;
}

/** Objects in the order of the file, a page of the list at a time. */
export type FeatureBatches = AsyncIterable<readonly PreparedFeature[]>;

/**
 * Writes a file. The objects are read once, and nothing of earlier batches is kept but parts of the file, so that a
 * hundred thousand objects need little memory. What the file cannot contain is noted in `losses`.
 */
export type FeatureWriter = (
  batches: FeatureBatches,
  options: WriteOptions,
  losses: ExportLosses,
) => Promise<Blob>;

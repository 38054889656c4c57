import type { CoordinateFormat } from '../kit/i18n/coordinates.ts';
import type { ExportLosses } from './export-losses.ts';
import type { ExportColumn } from './exported-feature.ts';
import type { PreparedFeature } from './prepare-feature.ts';

/** The options for writing a file. */
export interface WriteOptions {
  /** The name of the layer, such as `tasks`; it is part of file names. */
  layer: string;
  /** The title of the document, as other programs show it. */
  title: string;
  columns: readonly ExportColumn[];
  /** True if the objects have notes. */
  hasNotes: boolean;
  /** The column by whose values a KML file groups the objects into folders; null for none. */
  folderColumn: string | null;
  /** The format of the coordinate column in a CSV file. */
  coordinateFormat: CoordinateFormat;
  /** True if a CSV file starts with a byte order mark, by which spreadsheets recognise UTF-8. */
  byteOrderMark: boolean;
}

/** The objects in the order of the file, one page of the list at a time. */
export type FeatureBatches = AsyncIterable<readonly PreparedFeature[]>;

/**
 * Writes a file. It reads the objects once and keeps only parts of the file in memory, so that a hundred thousand
 * objects need little of it. It counts in `losses` what the file cannot contain.
 */
export type FeatureWriter = (
  batches: FeatureBatches,
  options: WriteOptions,
  losses: ExportLosses,
) => Promise<Blob>;

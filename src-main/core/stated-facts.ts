/** The field of `raw` of a scene that says where values came from which no service and no item stated. */
export const statedField = 'statedBy';

/** Returns the name of the entry there for the bands of a file, which a person has named. */
export const bandsEntry = (fileName: string): string => `bands of ${fileName}`;

/** The values of a scene whose source is kept. */
export type StatedField = 'timestamp' | 'satelliteName' | 'cloudCover';

/** Where a value came from. */
export interface FactSource {
  by: 'metadata-file' | 'gdal-metadata' | 'file-name' | 'tiff-date' | 'person';
  /** The name of the file; for a person when the value was entered (ISO 8601, UTC). */
  what: string;
}

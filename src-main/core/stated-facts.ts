/** The field of `raw` of a scene that says where values came from which no service and no item stated. */
export const statedField = 'statedBy';

/** The values of a scene whose source is kept. */
export type StatedField = 'timestamp' | 'satelliteName' | 'cloudCover';

/** Where a value came from. */
export interface FactSource {
  by: 'metadata-file' | 'gdal-metadata' | 'file-name' | 'tiff-date' | 'person';
  /** The name of the file; for a person when the value was entered (ISO 8601, UTC). */
  what: string;
}

/** The field of `raw` of a scene that says where values came from which no service and no item stated. */
export const statedField = 'statedBy';

/** The values of a scene whose source is kept. */
export type StatedField = 'timestamp' | 'satelliteName' | 'cloudCover';

/** Where a value came from. */
export interface FactSource {
  by: 'metadata-file' | 'gdal-metadata' | 'file-name' | 'tiff-date';
  /** The name of the file. */
  what: string;
}

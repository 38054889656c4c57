/** Bytes of one value by its type in a TIFF directory (TIFF 6.0, section 2; types 16 to 18 of BigTIFF). */
export const typeBytes: Record<number, number> = {
  1: 1,
  2: 1,
  3: 2,
  4: 4,
  5: 8,
  6: 1,
  7: 1,
  8: 2,
  9: 4,
  10: 8,
  11: 4,
  12: 8,
  13: 4,
  16: 8,
  17: 8,
  18: 8,
};

/** The limit for the directories of one file, because a hostile file could chain them without an end. */
export const maxDirectories = 64;

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

/** The tags without which the pixels, their colours, their values or their place would be others. Any other tag that is damaged is left out, as GDAL does. */
const essentialTags: ReadonlySet<number> = new Set([
  254, 256, 257, 258, 259, 262, 266, 273, 277, 278, 279, 284, 317, 320, 322, 323, 324, 325, 330, 338, 339,
  347, 530, 531, 532, 33_550, 33_922, 34_264, 34_735, 34_736, 34_737, 42_112, 42_113, 50_674, 50_844,
]);

/** Returns true for a tag whose damage refuses the file. */
export const isEssentialTag = (tag: number): boolean => essentialTags.has(tag);

/** The limit for the directories of one file, because a hostile file could chain them without an end. */
export const maxDirectories = 64;

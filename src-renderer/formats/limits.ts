/** The limits of one import. Each is far above what people import, and has a message that names it. */
export const limits = {
  /** A larger file is refused before it is read. */
  fileBytes: 256 * 1_024 * 1_024,
  /** The total size of all unpacked entries of a zip. */
  unpackedBytes: 512 * 1_024 * 1_024,
  /** An entry with a larger ratio is treated as a zip bomb; small entries of repeated text may exceed it. */
  unpackedRatio: 250,
  /** The ratio is not checked for entries below this size. */
  ratioFromBytes: 4 * 1_024 * 1_024,
  zipEntries: 10_000,
  features: 1_000_000,
  /** With more rejected features, the whole file was probably read in the wrong way. */
  rejected: 100_000,
  /** The nesting depth of XML elements and JSON brackets. */
  depth: 64,
  /** The text of one feature with its vertices. */
  featureChars: 16 * 1_024 * 1_024,
  /** One quoted cell of a table. */
  cellChars: 65_536,
  columns: 1_000,
  attributes: 250,
  attributeChars: 20_000,
  /** The text of all features together, which stays in memory until they are imported. */
  textChars: 256 * 1_024 * 1_024,
  nameChars: 200,
  notesChars: 10_000,
  tags: 50,
  /** The part of a rejected feature that is shown in the list of problems. */
  rawChars: 200,
  /** Vertices of one area, where areas need not fit into an order. */
  areaVertices: 10_000,
  /** Positions of one line or area that is only drawn. */
  drawnVertices: 200_000,
  /** Rings of one polygon of a shapefile; each hole is tested against each outer ring. */
  rings: 5_000,
  photos: 10_000,
} as const;

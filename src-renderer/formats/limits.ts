/**
 * What one import may cost. Every limit is far above what people import, and each one has a sentence that names it.
 */
export const limits = {
  /** A larger file is refused before it is read. */
  fileBytes: 256 * 1_024 * 1_024,
  /** All entries of a zip together, unpacked. */
  unpackedBytes: 512 * 1_024 * 1_024,
  /** An entry that expands more than this is a bomb; small entries of repeated text may. */
  unpackedRatio: 250,
  /** Below this size the ratio of an entry is not judged. */
  ratioFromBytes: 4 * 1_024 * 1_024,
  zipEntries: 10_000,
  features: 1_000_000,
  /** With more of them the file was read in the wrong way as a whole. */
  rejected: 100_000,
  /** Elements of XML and brackets of JSON within each other. */
  depth: 64,
  /** One feature as text, with its vertices. */
  featureChars: 16 * 1_024 * 1_024,
  /** One quoted cell of a table. */
  cellChars: 65_536,
  columns: 1_000,
  attributes: 250,
  attributeChars: 20_000,
  /** The text of all features together; what is kept of them stays in memory until they are imported. */
  textChars: 256 * 1_024 * 1_024,
  nameChars: 200,
  notesChars: 10_000,
  tags: 50,
  /** What a list of problems shows of a rejected feature. */
  rawChars: 200,
  /** Vertices of one area, where areas need not fit into an order. */
  areaVertices: 10_000,
  /** Positions of one line or area that is only drawn. */
  drawnVertices: 200_000,
  /** Rings of one polygon of a shapefile; each hole is looked for in each outer ring. */
  rings: 5_000,
  photos: 10_000,
} as const;

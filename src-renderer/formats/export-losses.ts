/** The kinds of content that a file cannot contain; the message of each is `export.loss.<kind>`. */
export const lossKinds = [
  // Rows of the list that could not be read.
  'unreadable',
  // Objects without a place, in a format that only has places.
  'withoutPlace',
  // Outlines that are neither a point nor an area; their centre is written instead.
  'otherGeometry',
  // Areas in a format that only has points and tracks.
  'areasAsTracks',
  // Texts longer than their field.
  'cutTexts',
  // Names of fields that were shortened or changed.
  'changedNames',
  // Values of another type than their column.
  'otherType',
  // Texts with characters that no file can contain.
  'replacedCharacters',
  // Outlines longer than a cell of a spreadsheet.
  'longCells',
  // Texts with an apostrophe before what a spreadsheet would run as a formula.
  'inertTexts',
] as const;
/** A kind of loss. */
export type LossKind = (typeof lossKinds)[number];
/** A loss with the number of objects, texts or names that it affects. */
export interface ExportLoss {
  kind: LossKind;
  count: number;
}

/** Counts what a file cannot contain, while the file is written. */
export interface ExportLosses {
  note(kind: LossKind, count?: number): void;
  /** Returns the losses so far, in the order of `lossKinds`. */
  list(): ExportLoss[];
}

/** Creates the counter of losses for one file. */
export function createExportLosses(): ExportLosses {
  const counts = new Map<LossKind, number>();
  return {
    note: (kind, count = 1) => void counts.set(kind, (counts.get(kind) ?? 0) + count),
    list: () =>
      lossKinds.flatMap((kind) => {
        const count = counts.get(kind) ?? 0;
        return count > 0 ? [{ kind, count }] : [];
      }),
  };
}

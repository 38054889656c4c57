/** What a file cannot contain of the objects; the message of each is `export.loss.<kind>`. */
export const lossKinds = [
  // Rows of the list that could not be read.
  'unreadable',
  // Objects without a place, in a format that consists of places only.
  'withoutPlace',
  // Outlines that are neither a point nor an area; the centre is written.
  'otherGeometry',
  // Areas in a format that knows points and tracks only.
  'areasAsTracks',
  // Texts that are longer than a field.
  'cutTexts',
  // Names of fields that were shortened or changed.
  'changedNames',
  // Values that are not of the type of their column.
  'otherType',
  // Texts with characters that no file can contain.
  'replacedCharacters',
  // Outlines that are longer than a cell of a spreadsheet.
  'longCells',
] as const;
/** A kind of loss. */
export type LossKind = (typeof lossKinds)[number];
/** A loss with the number of objects, texts or names that it concerns. */
export interface ExportLoss {
  kind: LossKind;
  count: number;
}

/** Counts what a file cannot contain while it is written. */
export interface ExportLosses {
  note(kind: LossKind, count?: number): void;
  /** Returns the losses so far, in the order of `lossKinds`. */
  list(): ExportLoss[];
}

/** Creates the counter of the losses of one file. */
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

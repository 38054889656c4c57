/** The files that a usage report can be saved as, by their endings; words under `bills.exportAs`, writers in `write-bill.ts`. */
export const billFormats = ['csv', 'xlsx'] as const;
/** A file that a usage report can be saved as. */
export type BillFormat = (typeof billFormats)[number];

export const billMediaTypes: Readonly<Record<BillFormat, string>> = {
  csv: 'text/csv;charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/**
 * The formats in which a usage report can be saved, by file extension; their texts are under `bills.exportAs`, their
 * writers in `write-bill.ts`.
 */
export const billFormats = ['csv', 'xlsx'] as const;
/** A format in which a usage report can be saved. */
export type BillFormat = (typeof billFormats)[number];

export const billMediaTypes: Readonly<Record<BillFormat, string>> = {
  csv: 'text/csv;charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** The SKUs (service §10.4); their digits are variants. */
const kinds = [
  { pattern: /^TSKPOI-M$/, name: 'Point tasking', target: 'Point', archive: false },
  { pattern: /^TSKARE-M$/, name: 'Area tasking', target: 'Polygon', archive: false },
  { pattern: /^TSKRSH-M\.\d\d\.\d\d$/, name: 'Rush tasking', target: 'Point', archive: false },
  {
    pattern: /^TSKRRD-M\.\d\d\.\d\d$/,
    name: 'Rush tasking, rapid delivery',
    target: 'Point',
    archive: false,
  },
  { pattern: /^ARCIMG-M\.\d\d\.\d\d$/, name: 'Archive imagery', target: 'Polygon', archive: true },
  { pattern: /^ARCLGD-M\.\d\d\.\d\d$/, name: 'Archive download', target: 'Polygon', archive: true },
  // Undocumented, because services add products.
  { pattern: /^TSKWID-M\.\d\d\.\d\d$/, name: 'Wide tasking', target: 'Point', archive: false },
] as const;

/** Returns the product of an SKU; undefined for an unknown SKU. */
export const skuKind = (sku: string) => kinds.find(({ pattern }) => pattern.test(sku));

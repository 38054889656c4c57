import type { CropRefusal } from '../../../../src-preload/contract/takeaway.ts';

/** Thrown for a raster whose crop would have other values or lack a part. */
export class CropRefusedError extends Error {
  readonly reason: CropRefusal;
  constructor(reason: CropRefusal) {
    super(reason);
    this.reason = reason;
  }
}

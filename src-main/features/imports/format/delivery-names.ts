import { basename, dirname } from 'node:path';
import { isWithinFolder } from './resolve-href.ts';

/** The names of files of one acquisition as providers document them; the first group, or the joined groups, is what all of them share. */
const patterns: readonly RegExp[] = [
  // Landsat Collection 1 and 2: LC08_L2SP_195028_20230110_20230115_02_T1_SR_B4
  /^(l[cotem]0[1-9]_l\w{3}_\d{6}_\d{8}_\d{8}_\d{2}_(?:t1|t2|rt))(?=_|$)/i,
  // Landsat before the collections: LC81950282013010LGN01_B4
  /^(l[cotem][1-9]\d{13}[a-z]{3}\d{2})(?=_|$)/i,
  // Bands of Sentinel-2: T32TQM_20230110T103421_B04_10m, perhaps with the level before
  /^(?:l\d[a-z]_)?(t\d{2}[a-z]{3}_\d{8}t\d{6})(?=_|$)/i,
  // Tiles, bands and mask of Planet: 20230110_103421_44_2424_3B_AnalyticMS_SR, 1234567_3210987_2023-01-10_0f12_BGRN_SR
  /^(\d{8}_\d{6}_(?:\d{2}_)?[0-9a-f]{4}_(?:1a|1b|3a|3b))(?=_)/i,
  // Tiles and bands of Maxar, panchromatic and multispectral: 23JAN10103421-M2AS_R1C1-013039345010_01_P001
  /^(\d{2}[a-z]{3}\d{8})-[a-z]\d[a-z]{2}(?:_r\d{1,3}c\d{1,3})?(-\d{12}_\d{2}_p\d{3})(?=_|$)/i,
  // Tiles of Pléiades, Pléiades Neo and SPOT: IMG_PHR1A_MS_001_R1C1; Pléiades Neo has its bands in two images
  /^(img_.{8,200}?)(?:_(?:rgb|ned))?_r\d{1,3}c\d{1,3}$/i,
];

/** Returns the name that all files of an acquisition share by the rules of its provider; null for other names. `stem` is without its ending. */
export function readAcquisitionName(stem: string): string | null {
  for (const pattern of patterns) {
    const match = pattern.exec(stem);
    if (match !== null) return match.slice(1).join('');
  }
  return null;
}

/** Returns what a usable data mask belongs to: `a_3B` for `a_3B_udm2`, `a` for `a_DN_udm_clip`; null for other names. */
export const readMaskedName = (stem: string): string | null =>
  /^(.{1,250}?)(?:_dn)?_udm2?(?:_clip)?$/i.exec(stem)?.[1] ?? null;

/** The folder that holds a whole acquisition, whatever it has in folders below it: SAFE of Sentinel. */
const isWholeName = (name: string) => /^s[1-6][a-d]_.{10,}\.safe$/i.test(name);
/** One folder of several of a Maxar delivery: `013039345010_01_P001_MUL` beside `…_PAN`. */
const isPartName = (name: string) => /^\d{12}_\d{2}_p\d{3}_(?:mul|pan|psh|swi\w*)$/i.test(name);

/** A folder whose files are grouped together. */
export interface DeliveryFolder {
  path: string;
  /** True if all its files are one scene. */
  isWhole: boolean;
}

/** Returns the folder below `root` with which the files of a folder are grouped: that of the delivery, or the folder itself. */
export function deliveryFolderOf(folder: string, root: string): DeliveryFolder {
  for (let above = folder; isWithinFolder(root, above); above = dirname(above)) {
    if (isWholeName(basename(above))) return { path: above, isWhole: true };
    if (above === dirname(above)) break;
  }
  const isPart = isPartName(basename(folder)) && folder !== root;
  return { path: isPart ? dirname(folder) : folder, isWhole: false };
}

import type { BigIntStats } from 'node:fs';

/**
 * Returns what tells a file from one of the same name and content that somebody else wrote: the time when its content was written, in
 * nanoseconds. Renaming a file and copying a folder with its times keep it.
 */
export const stampOf = ({ mtimeNs }: Pick<BigIntStats, 'mtimeNs'>): string => String(mtimeNs);

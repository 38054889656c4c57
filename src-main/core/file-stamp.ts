import type { BigIntStats } from 'node:fs';

/**
 * Returns the time when a file's content was written, in nanoseconds. It distinguishes the file from another with the same name
 * and content. Renaming, or copying with times, keeps it.
 */
export const stampOf = ({ mtimeNs }: Pick<BigIntStats, 'mtimeNs'>): string => String(mtimeNs);

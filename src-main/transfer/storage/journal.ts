import { crc32 } from 'node:zlib';
import type { Span } from './span-set.ts';

/** Bytes that are safe on disk, with the CRC-32 of what was received; null if no CRC was stored. */
export interface Block extends Span {
  crc: number | null;
}

/** The version of the file at the service that the blocks belong to; never an address. */
export interface Version {
  totalBytes: number | null;
  /** A strong ETag or Last-Modified (RFC 9110 §13.1.5). */
  validator: string | null;
  lastModified: string | null;
  /** `last_modified` of the scene when the first byte was requested. */
  sceneModified: string | null;
}

/** What is known about a partial file: the version of the file at the service, and the blocks that are safe on disk. */
export interface Journal extends Version {
  blocks: readonly Block[];
}

/** The change to store: the version with its new or grown blocks, or that all blocks are gone. */
export type JournalNote = { kind: 'grown'; blocks: readonly Block[] } | { kind: 'cleared' };
/** Stores the journal. `note` contains what has changed since the last call, so that only this must be written. */
export type SaveJournal = (journal: Journal, note: JournalNote) => void;

export const noVersion: Version = {
  totalBytes: null,
  validator: null,
  lastModified: null,
  sceneModified: null,
};
export const emptyJournal: Journal = { ...noVersion, blocks: [] };

/** A block ends at this length; the next bytes start another one. */
export const blockBytes = 4 * 1_024 * 1_024;
/** The SHA-256 of a file up to this size is computed while it arrives; the hash worker computes that of a longer one. */
export const maxInlineHashBytes = 2 * 1_024 * 1_024;

/** Returns the total length of the spans. */
export function sizeOf(spans: readonly Span[]): number {
  return spans.reduce((sum, { start, end }) => sum + end - start, 0);
}

/**
 * Returns the blocks that are intact. The last block of each run is read again and compared with its checksum, because it was
 * written last before the session ended; if it is damaged, the one before it is read too.
 */
export async function checkedBlocks(
  blocks: readonly Block[],
  sizeBytes: number,
  read: (start: number, end: number) => Promise<Uint8Array>,
): Promise<Block[]> {
  const kept = blocks.filter(({ end }) => end <= sizeBytes).toSorted((a, b) => a.start - b.start);
  for (let index = kept.length - 1, isDoubtful = true; index >= 0; index -= 1) {
    const block = kept[index];
    if (!block) break;
    const isLastOfRun = kept[index + 1]?.start !== block.end;
    if (!isDoubtful && !isLastOfRun) continue;
    const isSound = block.crc === null || crc32(await read(block.start, block.end)) === block.crc;
    if (!isSound) kept.splice(index, 1);
    // The block before a damaged one was written shortly before it.
    isDoubtful = !isSound;
  }
  return kept;
}

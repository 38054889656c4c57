import { crc32 } from 'node:zlib';
import type { Span } from './span-set.ts';

/** Bytes that are safely on disk, with the CRC-32 of what was received for them; null where none was kept. */
export interface Block extends Span {
  crc: number | null;
}

/** The version of the file that the blocks belong to, as the service told it; never an address. */
export interface Version {
  totalBytes: number | null;
  /** A strong ETag or Last-Modified (RFC 9110 §13.1.5). */
  validator: string | null;
  lastModified: string | null;
  /** `last_modified` of the scene when the first byte was asked for. */
  sceneModified: string | null;
}

/** What is known of a partial file: the version of the file at the service, and the blocks that are safely on disk. */
export interface Journal extends Version {
  blocks: readonly Block[];
}

/** What is to be noted: the version with those of its blocks that are new or have grown, or that none of them holds any more. */
export type JournalNote = { kind: 'grown'; blocks: readonly Block[] } | { kind: 'cleared' };
/** Stores the journal. `note` says what has changed since the last call, so that only this has to be written. */
export type SaveJournal = (journal: Journal, note: JournalNote) => void;

export const noVersion: Version = {
  totalBytes: null,
  validator: null,
  lastModified: null,
  sceneModified: null,
};
export const emptyJournal: Journal = { ...noVersion, blocks: [] };

/** A block ends at this length; the next bytes begin another one. */
export const blockBytes = 4 * 1_024 * 1_024;
/** The sha256 of a file that is no longer than this is computed while it comes; of a longer one, by the hash worker. */
export const maxInlineHashBytes = 2 * 1_024 * 1_024;

/** Returns how many bytes the spans have together. */
export function sizeOf(spans: readonly Span[]): number {
  return spans.reduce((sum, { start, end }) => sum + end - start, 0);
}

/**
 * Returns the blocks that are there. The last block of each run is read again and compared with its checksum, since it was
 * written last before the session ended; where it is damaged, the one before it is read too.
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
    // What stands before a damaged block was written shortly before it.
    isDoubtful = !isSound;
  }
  return kept;
}

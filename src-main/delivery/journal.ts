import { crc32 } from 'node:zlib';
import type { Span } from './range-plan.ts';

/** Bytes that are safely on disk, with the CRC-32 of what was received for them (null: none was kept). */
export interface Block extends Span {
  crc: number | null;
}

/** Which version of the file the blocks belong to, as the service said; never an address. */
export interface Version {
  totalBytes: number | null;
  /** Strong ETag or Last-Modified (RFC 9110 §13.1.5). */
  validator: string | null;
  lastModified: string | null;
  /** `last_modified` of the scene when the first byte was asked for. */
  sceneModified: string | null;
}

export interface Journal extends Version {
  blocks: readonly Block[];
}

/** What is to be noted: the version with those of its blocks that are new or have grown; or that nothing holds any more. */
export type JournalNote = { kind: 'grown'; blocks: readonly Block[] } | { kind: 'cleared' };
export type SaveJournal = (journal: Journal, note: JournalNote) => void;

export const noVersion: Version = {
  totalBytes: null,
  validator: null,
  lastModified: null,
  sceneModified: null,
};
export const emptyJournal: Journal = { ...noVersion, blocks: [] };

/** A block is closed at this length; the next bytes begin another. */
export const blockBytes = 4 * 1_024 * 1_024;

export function sizeOf(spans: readonly Span[]): number {
  return spans.reduce((sum, { start, end }) => sum + end - start, 0);
}

/** The blocks that are there: of each run the last one is read again, for it was written last before the end. */
export async function checkedBlocks(
  blocks: readonly Block[],
  sizeBytes: number,
  read: (start: number, end: number) => Promise<Uint8Array>,
): Promise<Block[]> {
  const kept = blocks.filter(({ end }) => end <= sizeBytes).toSorted((a, b) => a.start - b.start);
  for (let at = kept.length - 1, doubtful = true; at >= 0; at -= 1) {
    const block = kept[at];
    if (!block) break;
    const lastOfRun = kept[at + 1]?.start !== block.end;
    if (!doubtful && !lastOfRun) continue;
    const sound = block.crc === null || crc32(await read(block.start, block.end)) === block.crc;
    if (!sound) kept.splice(at, 1);
    // What stands before a bad one was written shortly before it.
    doubtful = !sound;
  }
  return kept;
}

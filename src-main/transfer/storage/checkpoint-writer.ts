import type { LibraryFileId } from '../../../src-preload/contract/ids.ts';
import type { Block, Journal, JournalNote } from './journal.ts';

/**
 * Writes what is safe on disk to the journal, with many notes in one commit. A later note is always correct, and a small file
 * needs none.
 */
export interface CheckpointWriter {
  save(fileId: LibraryFileId, journal: Journal, note: JournalNote): void;
  /** Commits everything that waits, at once. Throws if the database cannot be written. */
  flush(): void;
  /** Drops the notes of a complete file: its blocks are not needed any more. */
  forget(fileId: LibraryFileId): void;
}

const commitAfterMs = 100;
/** This many bytes, or this share of the file, justify a commit: a crash would lose them. */
const minCommitBytes = 512 * 1_024;
const minCommitShare = 1 / 64;
/** The most time that a power cut may lose: commits in between do not wait for the disk. */
const lastingEveryMs = 1_000;

interface Checkpoint {
  journal: Journal;
  blocks: Map<number, Block>;
  bytes: number;
}

/** Creates the writer, which joins the checkpoints of all downloads in one commit. */
export function createCheckpointWriter({
  table,
  inOneCommit,
  now,
  onError,
}: {
  table: { journal: (fileId: LibraryFileId, journal: Journal, note: JournalNote) => void };
  inOneCommit: (work: () => void, lasting: 'lasting' | 'passing') => void;
  now: () => number;
  onError: (error: unknown) => void;
}): CheckpointWriter {
  const waiting = new Map<LibraryFileId, Checkpoint>();
  let timer: NodeJS.Timeout | null = null;
  let lastedAt = Number.NEGATIVE_INFINITY;

  function flush() {
    if (timer) clearTimeout(timer);
    timer = null;
    if (waiting.size === 0) return;
    const isLasting = now() - lastedAt >= lastingEveryMs;
    inOneCommit(
      () => {
        for (const [fileId, { journal, blocks }] of waiting)
          table.journal(fileId, journal, { kind: 'grown', blocks: [...blocks.values()] });
      },
      isLasting ? 'lasting' : 'passing',
    );
    if (isLasting) lastedAt = now();
    // Cleared only after the commit: what could not be committed is tried again with the next one.
    waiting.clear();
  }

  function flushLater() {
    timer ??= setTimeout(() => {
      try {
        flush();
      } catch (error) {
        onError(error);
      }
    }, commitAfterMs);
  }

  return {
    save(fileId, journal, note) {
      if (note.kind === 'cleared') {
        // Recorded bytes are about to be overwritten, so this cannot wait.
        waiting.delete(fileId);
        table.journal(fileId, journal, note);
        return;
      }
      const checkpoint = waiting.get(fileId) ?? { journal, blocks: new Map<number, Block>(), bytes: 0 };
      checkpoint.journal = journal;
      for (const block of note.blocks) {
        const before = checkpoint.blocks.get(block.start);
        checkpoint.bytes += block.end - (before?.end ?? block.start);
        checkpoint.blocks.set(block.start, block);
      }
      waiting.set(fileId, checkpoint);
      const dueBytes = Math.max(minCommitBytes, (journal.totalBytes ?? 0) * minCommitShare);
      if (checkpoint.bytes >= dueBytes) flush();
      else flushLater();
    },
    flush,
    forget: (fileId) => waiting.delete(fileId),
  };
}

import type { LibraryFileId } from '../../src-preload/contract/ids.ts';
import type { Block, Journal, JournalNote } from './journal.ts';
import type { TransferTable } from './transfer-table.ts';

/** Later is always right for what is safe on disk: many notes become one commit, and of a small file none is needed. */
export interface CheckpointWriter {
  save(fileId: LibraryFileId, journal: Journal, note: JournalNote): void;
  /** All that waits, at once. */
  flush(): void;
  /** It is done: nobody asks for its blocks any more. */
  forget(fileId: LibraryFileId): void;
}

const afterMs = 100;
/** So much, or this share of the file, is worth a commit of its own: a crash would cost it. */
const worthwhileBytes = 512 * 1_024;
const worthwhileShare = 1 / 64;
/** What a power cut may cost: in between, a commit does not wait for the disk. */
const lastingEveryMs = 1_000;

export function createCheckpointWriter({
  table,
  inOneCommit,
  now,
  onError,
}: {
  table: Pick<TransferTable, 'journal'>;
  inOneCommit: (work: () => void, lasting: 'lasting' | 'passing') => void;
  now: () => number;
  onError: (error: unknown) => void;
}): CheckpointWriter {
  const waiting = new Map<LibraryFileId, { journal: Journal; blocks: Map<number, Block>; bytes: number }>();
  let timer: NodeJS.Timeout | null = null;
  let lastedAt = Number.NEGATIVE_INFINITY;

  function flush() {
    if (timer) clearTimeout(timer);
    timer = null;
    if (waiting.size === 0) return;
    const lasting = now() - lastedAt >= lastingEveryMs;
    inOneCommit(
      () => {
        for (const [fileId, { journal, blocks }] of waiting)
          table.journal(fileId, journal, { kind: 'grown', blocks: [...blocks.values()] });
      },
      lasting ? 'lasting' : 'passing',
    );
    if (lasting) lastedAt = now();
    // Only now: what could not be committed is tried again with the next.
    waiting.clear();
  }

  return {
    save(fileId, journal, note) {
      if (note.kind === 'cleared') {
        // What was vouched for is about to be overwritten: this cannot wait.
        waiting.delete(fileId);
        table.journal(fileId, journal, note);
        return;
      }
      const known = waiting.get(fileId) ?? { journal, blocks: new Map<number, Block>(), bytes: 0 };
      known.journal = journal;
      for (const block of note.blocks) {
        const before = known.blocks.get(block.start);
        known.bytes += block.end - (before?.end ?? block.start);
        known.blocks.set(block.start, block);
      }
      waiting.set(fileId, known);
      if (known.bytes >= Math.max(worthwhileBytes, (journal.totalBytes ?? 0) * worthwhileShare))
        return flush();
      timer ??= setTimeout(() => {
        try {
          flush();
        } catch (error) {
          onError(error);
        }
      }, afterMs);
    },
    flush,
    forget: (fileId) => waiting.delete(fileId),
  };
}

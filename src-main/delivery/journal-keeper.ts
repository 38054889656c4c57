import type { LibraryFileId } from '../../src-preload/contract/ids.ts';
import type { Block, Journal, JournalNote } from './journal.ts';
import type { TransferTable } from './transfer-table.ts';

/** Later is always right for what is safe on disk: many notes become one commit, and of a small file none is needed. */
export interface JournalKeeper {
  save(fileId: LibraryFileId, journal: Journal, note: JournalNote): void;
  /** All that waits, at once. */
  flush(): void;
  /** It is done: nobody asks for its blocks any more. */
  forget(fileId: LibraryFileId): void;
}

const afterMs = 100;
/** Of a fast transfer so much is worth a commit of its own: a crash would cost it. */
const worthwhileBytes = 8 * 1_024 * 1_024;

export function createJournalKeeper({
  table,
  inOneCommit,
  onError,
}: {
  table: Pick<TransferTable, 'journal'>;
  inOneCommit: (work: () => void) => void;
  onError: (error: unknown) => void;
}): JournalKeeper {
  const waiting = new Map<LibraryFileId, { journal: Journal; blocks: Map<number, Block> }>();
  let timer: NodeJS.Timeout | null = null;
  let waitingBytes = 0;

  function flush() {
    if (timer) clearTimeout(timer);
    timer = null;
    if (waiting.size === 0) return;
    inOneCommit(() => {
      for (const [fileId, { journal, blocks }] of waiting)
        table.journal(fileId, journal, { kind: 'grown', blocks: [...blocks.values()] });
    });
    // Only now: what could not be committed is tried again with the next.
    waiting.clear();
    waitingBytes = 0;
  }

  return {
    save(fileId, journal, note) {
      if (note.kind === 'cleared') {
        // What was vouched for is about to be overwritten: this cannot wait.
        waiting.delete(fileId);
        table.journal(fileId, journal, note);
        return;
      }
      const known = waiting.get(fileId) ?? { journal, blocks: new Map<number, Block>() };
      known.journal = journal;
      for (const block of note.blocks) {
        const before = known.blocks.get(block.start);
        waitingBytes += block.end - (before?.end ?? block.start);
        known.blocks.set(block.start, block);
      }
      waiting.set(fileId, known);
      if (waitingBytes >= worthwhileBytes) return flush();
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

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

  function flush() {
    if (timer) clearTimeout(timer);
    timer = null;
    if (waiting.size === 0) return;
    const notes = [...waiting];
    waiting.clear();
    inOneCommit(() => {
      for (const [fileId, { journal, blocks }] of notes)
        table.journal(fileId, journal, { kind: 'grown', blocks: [...blocks.values()] });
    });
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
      for (const block of note.blocks) known.blocks.set(block.start, block);
      waiting.set(fileId, known);
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

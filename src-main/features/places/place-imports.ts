import type { PlaceListId } from '../../../src-preload/contract/ids.ts';
import { AppError } from '../../core/app-error.ts';
import type { Journal } from './journal.ts';
import type { StepOperation } from './step-operations.ts';

/** After so long without an addition, an import is taken back, because its page has gone away. */
const idleMs = 600_000;

interface PlaceImportsOptions {
  journal: Pick<Journal, 'begin' | 'extend' | 'finish' | 'cancel'>;
  setTimer: (run: () => void, ms: number) => () => void;
  onError: (error: unknown) => void;
}

interface OpenImport {
  listId: PlaceListId;
  /** The number of the last place that was there before the import. */
  after: number;
  stopTimer: () => void;
}

function notFound(importId: number): never {
  throw new AppError('NOT_FOUND', { what: `import ${importId}` });
}

/** Creates the imports of places: each is a step that is made in several calls, and taken back if its page goes away. */
export function createPlaceImports({ journal, setTimer, onError }: PlaceImportsOptions) {
  const open = new Map<number, OpenImport>();

  function forget(importId: number): OpenImport | undefined {
    const opened = open.get(importId);
    opened?.stopTimer();
    open.delete(importId);
    return opened;
  }

  function keep(importId: number, { listId, after }: Pick<OpenImport, 'listId' | 'after'>) {
    const stopTimer = setTimer(() => {
      open.delete(importId);
      journal.cancel(importId).catch(onError);
    }, idleMs);
    open.set(importId, { listId, after, stopTimer });
  }

  /** Returns an import and removes it, so that no other call uses it meanwhile. @throws NOT_FOUND */
  function take(importId: number): OpenImport {
    return forget(importId) ?? notFound(importId);
  }

  return {
    async begin(
      target: Pick<OpenImport, 'listId' | 'after'>,
      name: string,
      first: readonly StepOperation[],
    ): Promise<number> {
      const importId = await journal.begin({ kind: 'import', name }, first);
      keep(importId, target);
      return importId;
    },
    /** Returns the list of an import, and the number of the last place before it. @throws NOT_FOUND */
    target(importId: number): Pick<OpenImport, 'listId' | 'after'> {
      const { listId, after } = open.get(importId) ?? notFound(importId);
      return { listId, after };
    },
    /** Makes the operations that `operations` returns for the list of the import. If one fails, the whole import is taken back. */
    async add(
      importId: number,
      operations: (listId: PlaceListId) => readonly StepOperation[],
    ): Promise<void> {
      const target = take(importId);
      await journal.extend(importId, operations(target.listId));
      keep(importId, target);
    },
    async finish(importId: number) {
      take(importId);
      return journal.finish(importId);
    },
    async cancel(importId: number): Promise<void> {
      take(importId);
      await journal.cancel(importId);
    },
    close() {
      for (const importId of [...open.keys()]) forget(importId);
    },
  };
}

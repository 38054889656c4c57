import type { Scope } from '../../src-preload/contract/ids.ts';
import type { Store } from './store.ts';

/** The same functions when another thread runs them: each returns a promise of its result. */
export type AsyncQueries<T> = {
  [Name in keyof T]: T[Name] extends (...args: infer Args) => infer Answer
    ? (...args: Args) => Promise<Awaited<Answer>>
    : never;
};

/** What the list queries of a domain are made from, in the thread that runs them. */
export interface ListQueryOptions {
  /** Read-only. */
  store: Store;
  now: () => Date;
  /** The folder of the database, for files that are made from it again when they are lost; null for none. */
  folder: string | null;
  /** The rows that need attention. */
  flags: {
    ids(scope: Scope, kind: 'task' | 'order'): readonly string[];
    sceneIds(): readonly string[];
  };
}

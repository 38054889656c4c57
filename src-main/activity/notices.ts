import type { Notice } from '../../src-preload/contract/app.ts';

/** The notices of this session, in memory; they are gone with the process. */
export interface Notices {
  add(kind: Notice['kind'], data: Record<string, string>): void;
  /** Adds a notice in place of those of the same kind that stand; `data` is made from that of the last one. */
  replace(kind: Notice['kind'], data: (last: Notice['data'] | null) => Notice['data']): void;
  list(): Notice[];
  dismiss(id: string): void;
}

/**
 * Creates the notices of this session, which the page shows until each is dismissed; `changed` is called whenever they change.
 */
export function createNotices(options: { now: () => Date; changed: () => void }): Notices {
  let notices: Notice[] = [];
  let next = 1;
  function add(kind: Notice['kind'], data: Notice['data']) {
    notices.push({ id: `notice-${next}`, kind, data, at: options.now().toISOString() });
    next += 1;
    options.changed();
  }
  return {
    add,
    replace(kind, data) {
      const last = notices.findLast((notice) => notice.kind === kind)?.data ?? null;
      notices = notices.filter((notice) => notice.kind !== kind);
      add(kind, data(last));
    },
    list: () => [...notices],
    dismiss(id) {
      notices = notices.filter((notice) => notice.id !== id);
      options.changed();
    },
  };
}

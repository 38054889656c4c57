import type { Notice } from '../../../src-preload/contract/app.ts';

/** The notices of this session, in memory. They end with the process, unless the part that raised one stores it. */
export interface Notices {
  /** Adds a notice; `at` is its time if it was raised in an earlier session (ISO 8601, UTC). */
  add(kind: Notice['kind'], data: Record<string, string>, at?: string): void;
  /** Replaces the notices of the same kind; `data` is computed from that of the last one. */
  replace(kind: Notice['kind'], data: (last: Notice['data'] | null) => Notice['data']): void;
  list(): Notice[];
  dismiss(id: string): void;
}

/**
 * Creates the notices of this session, which the page shows until each is dismissed; `changed` is called whenever they change, and
 * `dismissed` with the kind of a notice that the user has dismissed.
 */
export function createNotices(options: {
  now: () => Date;
  changed: () => void;
  dismissed?: (kind: Notice['kind']) => void;
}): Notices {
  let notices: Notice[] = [];
  let next = 1;
  function add(kind: Notice['kind'], data: Notice['data'], at = options.now().toISOString()) {
    notices.push({ id: `notice-${next}`, kind, data, at });
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
      const dismissed = notices.find((notice) => notice.id === id);
      notices = notices.filter((notice) => notice !== dismissed);
      options.changed();
      if (dismissed !== undefined) options.dismissed?.(dismissed.kind);
    },
  };
}

import type { LibraryFileId, RuleId, Scope } from '../../../../src-preload/contract/ids.ts';
import type { Rule, RuleDraft, RuleFile } from '../../../../src-preload/contract/rules.ts';
import { AppError } from '../../../core/app-error.ts';
import type { RuleFileRow } from './rule-files.ts';
import { createRuleFollower } from './rule-follower.ts';
import { createRuleQueue, type RuleQueue } from './rule-queue.ts';
import { createRuleRunner } from './rule-runner.ts';
import { createRuleSearch, type SearchTerms, searchKeyOf } from './rule-search.ts';
import type { RulesOptions } from './rules-options.ts';

/** The download rules: they run when captures change, and never download a file twice. */
export interface Rules {
  list(): Rule[];
  add(draft: RuleDraft): Promise<Rule>;
  /** `update`, `runNow` and `undo` throw NOT_FOUND for an unknown rule or file. */
  update(id: RuleId, draft: RuleDraft): Promise<Rule>;
  /** Returns how many published captures a rule would fetch files of if it were saved like this. */
  foresee(id: RuleId | null, draft: SearchTerms): Promise<number>;
  remove(id: RuleId, dropsQueued: boolean): Promise<void>;
  /** Takes all files of the rule that have not arrived out of the queue, and those that wait for it. */
  undoWaiting(id: RuleId): Promise<void>;
  runNow(id: RuleId): Promise<Rule>;
  history(id: RuleId, offset: number, limit: number): { total: number; rows: RuleFile[] };
  /** Takes a file of the rule out of the queue, or deletes it from the disk. */
  undo(id: RuleId, fileId: LibraryFileId): Promise<void>;
  /** Call this when captures of the scope have changed. */
  capturesChanged(scope: Scope): void;
  /** Call this when a person has deleted a file from the disk. */
  deleted(fileId: LibraryFileId): void;
  start(): void;
  close(): Promise<void>;
}

const isQueued = ({ state }: RuleFileRow) => state === 'fetching' || state === 'failed';

/**
 * Creates the rules, which fetch what is published without a user's request. One runs at a time; all decisions are in the table.
 */
export function createRules(options: RulesOptions): Rules {
  const { table, delivery, changed, onError } = options;
  const closing = new AbortController();
  const { signal } = closing;
  const queue = createRuleQueue(options, signal);
  const search = createRuleSearch(options, signal, queue.fill);
  const runner = createRuleRunner(options, { signal, search, queue });
  const follower = createRuleFollower(options, queue);
  let unsubscribe: (() => void) | null = null;

  function ruleOf(id: RuleId): Rule {
    const rule = table.get(id);
    if (!rule) throw new AppError('NOT_FOUND', { what: `rule ${id}` });
    return rule;
  }

  async function put(id: RuleId, draft: RuleDraft): Promise<Rule> {
    if (draft.folder !== null) await options.checkFolder(draft.folder);
    const before = table.get(id);
    table.put(id, draft);
    // A changed search begins again: otherwise what was published since the last run would be skipped.
    if (!before?.enabled || searchKeyOf(before) !== searchKeyOf(draft)) await search.begin(ruleOf(id));
    changed();
    runner.runSoon([id]);
    return ruleOf(id);
  }

  return {
    list: () => table.all(),
    add: (draft) => put(options.newId(), draft),
    async update(id, draft) {
      ruleOf(id);
      return put(id, draft);
    },
    foresee: (id, draft) => search.countUnseen(id === null ? null : table.get(id), draft),
    async remove(id, dropsQueued) {
      const queued = table.waiting(id).filter(isQueued);
      // First, so that the rule does not use the room that its own files leave.
      table.remove(id);
      changed();
      if (dropsQueued) for (const { fileId } of queued) await delivery.remove(fileId);
    },
    async undoWaiting(id) {
      ruleOf(id);
      const waiting = table.waiting(id);
      // First, so that the removal does not look like a person's action, and that none of them takes the room of another.
      table.transaction(() => {
        for (const file of waiting) table.setFile(file, 'undone', null);
      });
      changed();
      for (const { fileId } of waiting.filter(isQueued)) await delivery.remove(fileId);
    },
    async runNow(id) {
      await options.refresh(ruleOf(id).scope);
      await runner.run(id);
      return ruleOf(id);
    },
    history: (id, offset, limit) => historyOf(options, id, { offset, limit }),
    undo: (id, fileId) => undo(options, queue, id, fileId),
    capturesChanged: runner.runSoonIn,
    deleted(fileId) {
      const deleted = table.ofFiles([fileId]).filter(({ state }) => state === 'fetched');
      for (const file of deleted) table.setFile(file, 'removed', null);
      if (deleted.length > 0) changed();
    },
    start() {
      let following: Promise<void> = Promise.resolve();
      unsubscribe = delivery.onProgress((changed, removed) => {
        following = following.then(() => follower.follow(changed, removed)).catch(onError);
      });
      void follower.resumeUnfinished().then(runner.runAllSoon).catch(onError);
      runner.scheduleRounds();
    },
    async close() {
      closing.abort();
      unsubscribe?.();
      await runner.stop();
    },
  };
}

/** A file whose scene the library does not know any more is left out. */
function historyOf(
  { table, files }: RulesOptions,
  id: RuleId,
  { offset, limit }: { offset: number; limit: number },
): { total: number; rows: RuleFile[] } {
  const { total, rows } = table.history(id, offset, limit);
  const known = new Map(files(rows.map(({ fileId }) => fileId)).map((file) => [file.fileId, file]));
  return {
    total,
    rows: rows.flatMap((row) => {
      const file = known.get(row.fileId);
      if (!file) return [];
      const { librarySceneId, sceneId, fileName } = file;
      return [{ ...row, librarySceneId, sceneName: sceneId, fileName }];
    }),
  };
}

async function undo(
  { table, delivery, files, deleteFile, changed }: RulesOptions,
  queue: RuleQueue,
  id: RuleId,
  fileId: LibraryFileId,
): Promise<void> {
  const file = table.file(id, fileId);
  if (!file) throw new AppError('NOT_FOUND', { what: `file ${fileId}` });
  try {
    if (file.state === 'fetching' || file.state === 'failed') {
      // Stored before it is removed, so that the removal does not look like a person's action.
      table.setFile(file, 'undone', null);
      await delivery.remove(fileId);
    }
    // It may have arrived just before it was removed from the queue.
    if (files([fileId])[0]?.onDisk) await deleteFile(fileId);
  } catch (error) {
    table.setFile(file, file.state, null);
    throw error;
  }
  // A file on the disk is called undone once it is gone: neither the history nor a crash may say so before.
  table.setFile(file, 'undone', null);
  await queue.fill(id);
  changed();
}

import { setImmediate as yieldToLoop } from 'node:timers/promises';
import type { Transfer } from '../../src-preload/contract/delivery.ts';
import type { CaptureId, LibraryFileId, RuleId, Scope } from '../../src-preload/contract/ids.ts';
import type { SceneDetails } from '../../src-preload/contract/library.ts';
import type { Rule, RuleDraft, RuleFile } from '../../src-preload/contract/rules.ts';
import { AppError, hasCode, toStoredError } from '../app-error.ts';
import { startTimer } from '../start-timer.ts';
import type { DeliverableFile } from './deliverable-file.ts';
import type { Delivery } from './delivery.ts';
import { isWanted } from './rules-kinds.ts';
import type { RuleFileRow, RulesTable } from './rules-table.ts';

export interface RulesOptions {
  table: RulesTable;
  delivery: Pick<Delivery, 'download' | 'some' | 'remove' | 'onProgress'>;
  files: (fileIds: readonly LibraryFileId[]) => DeliverableFile[];
  /** Published captures of the scope that match, by their id, after the given one; fewer than `limit` are the last. */
  published: (
    scope: Scope,
    match: RuleDraft['match'],
    page: { after: CaptureId | null; limit: number },
  ) => CaptureId[];
  /** Asks the service for the scenes of a capture and stores them. */
  scenes: (scope: Scope, captureId: CaptureId) => Promise<SceneDetails[]>;
  /** Brings the captures of a scope up to date; failures are in its own state. */
  refresh: (scope: Scope) => Promise<unknown>;
  /** Off the disk; its record stays. */
  deleteFile: (fileId: LibraryFileId) => Promise<unknown>;
  /** Throws where the folder cannot be written. */
  checkFolder: (folder: string) => Promise<void>;
  /** After an archive of a rule that wants it unpacked has arrived; the wish is kept until it is done. */
  unpack: (fileId: LibraryFileId) => void;
  changed: () => void;
  onError: (error: unknown) => void;
  newId: () => RuleId;
  setTimer?: (run: () => void, ms: number) => () => void;
}

export interface Rules {
  list(): Rule[];
  add(draft: RuleDraft): Promise<Rule>;
  update(id: RuleId, draft: RuleDraft): Promise<Rule>;
  remove(id: RuleId): void;
  runNow(id: RuleId): Promise<Rule>;
  history(id: RuleId, offset: number, limit: number): { total: number; rows: RuleFile[] };
  undo(id: RuleId, fileId: LibraryFileId): Promise<void>;
  /** Captures of the scope moved. */
  capturesMoved(scope: Scope): void;
  /** A file left the disk by hand. */
  deleted(fileId: LibraryFileId): void;
  start(): void;
  close(): Promise<void>;
}

const batch = 500;
/** Captures come in bursts; one look for all of them. */
const quietMs = 1_000;
/** Contracts that are not in use are looked at this often, and a rule that failed is tried again. */
const roundMs = 10 * 60_000;
/** Files of one rule in the line at a time. */
const inLine = 200;
/** While the sizes of what comes are not known, a quota is kept by asking for little at a time. */
const inLineUnderQuota = 4;

/** What a rule looks for, and from when on: a change of the rest is no reason to begin anew. */
const lookOf = ({ scope, match, kinds, includeEarlier }: RuleDraft) =>
  JSON.stringify([scope, match, includeEarlier, includeEarlier ? kinds : []]);

const sameScope = (a: Scope, b: Scope) => a.connectionId === b.connectionId && a.contractId === b.contractId;

/** Rules that fetch what is published, by themselves. One runs at a time; all that was decided is in the table. */
export function createRules(options: RulesOptions): Rules {
  const { table, delivery } = options;
  const setTimer = options.setTimer ?? startTimer;
  const closing = new AbortController();
  let last: Promise<void> = Promise.resolve();
  const due = new Set<RuleId>();
  let stopDue: (() => void) | null = null;
  let stopRound: (() => void) | null = null;
  let unsubscribe: (() => void) | null = null;

  function required(id: RuleId): Rule {
    const rule = table.get(id);
    if (!rule) throw new AppError('NOT_FOUND', { what: `rule ${id}` });
    return rule;
  }

  async function* publishedOf(rule: Rule): AsyncGenerator<CaptureId[], void, void> {
    for (let after: CaptureId | null = null, more = true; more; ) {
      const page = options.published(rule.scope, rule.match, { after, limit: batch });
      yield page;
      after = page.at(-1) ?? null;
      more = page.length === batch;
      await yieldToLoop();
    }
  }

  /** What of these scenes the rule wants and no person has: neither on disk nor in the line. */
  async function wantedOf(rule: Rule, scenes: readonly SceneDetails[]): Promise<LibraryFileId[]> {
    const wanted = scenes
      .flatMap((scene) => scene.files)
      .filter((file) => file.state !== 'on-disk' && isWanted(file, rule.kinds))
      .map((file) => file.fileId);
    const known = new Set(
      (await delivery.some(wanted)).filter(({ state }) => state !== 'done').map(({ fileId }) => fileId),
    );
    // What another rule has asked for may yet be left to this one, for want of room.
    for (const { fileId, state } of table.ofFiles(wanted))
      if (state === 'fetching' || state === 'failed') known.delete(fileId);
    return wanted.filter((fileId) => !known.has(fileId));
  }

  /** Another run follows each change: what is decided by what a rule was would be marked as seen by what it is now. */
  function isStillSo(rule: Rule): boolean {
    const now = table.get(rule.id);
    return now?.enabled === true && lookOf(now) === lookOf(rule) && `${now.kinds}` === `${rule.kinds}`;
  }

  async function look(rule: Rule): Promise<void> {
    for await (const page of publishedOf(rule)) {
      for (const captureId of table.unseen(rule.id, page)) {
        if (closing.signal.aborted || !isStillSo(rule)) return;
        let scenes: SceneDetails[];
        try {
          scenes = await options.scenes(rule.scope, captureId);
        } catch (error) {
          // One that the catalog does not have yet is asked for again next time; the others need not wait for it.
          if (hasCode(error, 'NOT_FOUND')) continue;
          throw error;
        }
        if (scenes.length === 0) continue;
        const wanted = await wantedOf(rule, scenes);
        if (!isStillSo(rule)) return;
        table.transaction(() => {
          table.plan(rule.id, wanted);
          table.markSeen(rule.id, [captureId]);
        });
        await fill(rule.id);
      }
    }
  }

  /**
   * Of what is planned, what this rule may fetch now. What a person has fetched meanwhile is that person's, not to be undone by
   * a rule; what was taken out for one rule is not brought back by another; what another one fetches comes anyway.
   */
  function ofThisRule(id: RuleId, planned: readonly RuleFileRow[]): RuleFileRow[] {
    const fileIds = planned.map(({ fileId }) => fileId);
    const settled = new Set(
      options
        .files(fileIds)
        .filter((file) => file.onDisk)
        .map(({ fileId }) => fileId),
    );
    const coming = new Set<LibraryFileId>();
    for (const { ruleId, fileId, state } of table.ofFiles(fileIds)) {
      if (ruleId === id) continue;
      if (state === 'removed' || state === 'undone') settled.add(fileId);
      if (state === 'fetching' || state === 'failed') coming.add(fileId);
    }
    for (const file of planned) if (settled.has(file.fileId)) table.forgetFile(file);
    return planned.filter(({ fileId }) => !settled.has(fileId) && !coming.has(fileId));
  }

  /** Puts planned files into the line as long as the quota has room. */
  async function fill(id: RuleId): Promise<void> {
    const rule = table.get(id);
    if (!rule?.enabled || closing.signal.aborted) return;
    const { quotaBytes } = rule;
    let { bytes } = rule;
    const open = table.open(id);
    const room = quotaBytes === null ? inLine - open.files : inLineUnderQuota - open.unsized;
    if (room <= 0) return;
    const next: RuleFileRow[] = [];
    for (const file of ofThisRule(id, table.planned(id, batch))) {
      if (next.length === room) break;
      // A smaller one further on may still have room.
      if (quotaBytes !== null && bytes + (file.sizeBytes ?? 1) > quotaBytes) continue;
      bytes += file.sizeBytes ?? 0;
      next.push(file);
    }
    if (next.length === 0) return;
    // Written first: what is in the line without a rule that knows of it could not be undone.
    table.transaction(() => {
      for (const file of next) table.setFile(file, 'fetching', null);
    });
    await delivery.download(
      next.map(({ fileId }) => fileId),
      rule.folder,
    );
    options.changed();
  }

  /** Runs of all rules stand in one line; a failure is kept beside its rule. */
  function run(id: RuleId): Promise<void> {
    const mine = last.then(async () => {
      const rule = table.get(id);
      if (!rule?.enabled || closing.signal.aborted) return;
      try {
        await look(rule);
        await fill(id);
        table.ran(id, null);
      } catch (error) {
        if (closing.signal.aborted) return;
        if (!(error instanceof AppError)) options.onError(error);
        table.ran(id, toStoredError(error));
      }
      options.changed();
    });
    last = mine.catch(options.onError);
    return mine;
  }

  function runSoon(ids: readonly RuleId[]) {
    for (const id of ids) due.add(id);
    if (due.size === 0 || stopDue !== null || closing.signal.aborted) return;
    stopDue = setTimer(() => {
      stopDue = null;
      const now = [...due];
      due.clear();
      for (const id of now) void run(id).catch(options.onError);
    }, quietMs);
  }

  function round() {
    stopRound = setTimer(() => {
      const enabled = table.all().filter((rule) => rule.enabled);
      const scopes = enabled
        .map(({ scope }) => scope)
        .filter((scope, index, all) => all.findIndex((other) => sameScope(scope, other)) === index);
      void (async () => {
        for (const scope of scopes) if (!closing.signal.aborted) await options.refresh(scope);
        runSoon(enabled.map(({ id }) => id));
      })()
        .catch(options.onError)
        .finally(() => {
          if (!closing.signal.aborted) round();
        });
    }, roundMs);
  }

  /** The file leaves the line and waits until the quota has room for it. */
  async function hold(file: RuleFileRow, totalBytes: number) {
    // Said before it is taken out, so that this does not look like a person's doing.
    table.setFile(file, 'planned', totalBytes);
    await delivery.remove(file.fileId);
  }

  function arrived(file: RuleFileRow, sizeBytes: number | null) {
    const rule = table.get(file.ruleId);
    const [known] = options.files([file.fileId]);
    // Noted before it is done with: what a crash in between would lose nobody would ask for again.
    if (rule?.unpack && known?.name === 'delivery_zip') options.unpack(file.fileId);
    table.setFile(file, 'fetched', sizeBytes);
  }

  /** What happens to a file of a rule in the line is what happens to it in the rule's history. */
  async function follow(file: RuleFileRow, transfer: Transfer): Promise<boolean> {
    if (file.state !== 'fetching' && file.state !== 'failed') return false;
    if (transfer.state === 'done') {
      arrived(file, transfer.totalBytes);
      return true;
    }
    if (transfer.state === 'failed') {
      if (file.state === 'failed') return false;
      table.setFile(file, 'failed', transfer.totalBytes);
      return true;
    }
    if (file.state === 'failed') {
      table.setFile(file, 'fetching', transfer.totalBytes);
      return true;
    }
    if (transfer.totalBytes === null || transfer.totalBytes === file.sizeBytes) return false;
    table.setFile(file, 'fetching', transfer.totalBytes);
    const rule = table.get(file.ruleId);
    if (rule && rule.quotaBytes !== null && rule.bytes > rule.quotaBytes)
      await hold(file, transfer.totalBytes);
    return true;
  }

  async function leftTheLine(file: RuleFileRow): Promise<boolean> {
    if (file.state !== 'fetching' && file.state !== 'failed') return false;
    // Taken out for one rule, and put in again for this one before it was told.
    if ((await delivery.some([file.fileId])).length > 0) return false;
    // Forgotten because it was done, before this heard of it.
    const [known] = options.files([file.fileId]);
    if (known?.onDisk) arrived(file, null);
    else table.setFile(file, 'removed', null);
    return true;
  }

  async function onProgress(moved: readonly Transfer[], removed: readonly LibraryFileId[]) {
    const byFile = new Map(moved.map((transfer) => [transfer.fileId, transfer]));
    const touched = new Set<RuleId>();
    const rows = table.ofFiles([...byFile.keys(), ...removed]);
    const touchedFiles = new Set<LibraryFileId>();
    for (const file of rows) {
      const transfer = byFile.get(file.fileId);
      if (!(transfer ? await follow(file, transfer) : await leftTheLine(file))) continue;
      touched.add(file.ruleId);
      touchedFiles.add(file.fileId);
    }
    // Another rule may have waited for what this one does not fetch any more.
    for (const { ruleId, fileId, state } of rows)
      if (state === 'planned' && touchedFiles.has(fileId)) touched.add(ruleId);
    for (const id of touched) await fill(id);
    if (touched.size > 0) options.changed();
  }

  /** What was in the line at the last end: still there, on disk meanwhile, or lost between two writes. */
  async function takeUp() {
    const files = table.unfinished();
    for (let at = 0; at < files.length; at += batch) {
      const part = files.slice(at, at + batch);
      const ids = part.map(({ fileId }) => fileId);
      const inLineNow = new Map((await delivery.some(ids)).map((transfer) => [transfer.fileId, transfer]));
      const onDisk = new Set(
        options
          .files(ids)
          .filter((file) => file.onDisk)
          .map(({ fileId }) => fileId),
      );
      for (const file of part) {
        const transfer = inLineNow.get(file.fileId);
        if (onDisk.has(file.fileId)) arrived(file, transfer?.totalBytes ?? null);
        else if (transfer && transfer.state !== 'done') await follow(file, transfer);
        else if (transfer) table.setFile(file, 'removed', null);
        else await delivery.download([file.fileId], table.get(file.ruleId)?.folder ?? null);
      }
      await yieldToLoop();
    }
    runSoon(
      table
        .all()
        .filter((rule) => rule.enabled)
        .map(({ id }) => id),
    );
  }

  /** From when on the rule looks: from now, or at all there is. */
  async function beginWith(rule: Rule) {
    if (rule.includeEarlier) table.forgetSeen(rule.id);
    else for await (const page of publishedOf(rule)) table.markSeen(rule.id, page);
  }

  async function put(id: RuleId, draft: RuleDraft): Promise<Rule> {
    if (draft.folder !== null) await options.checkFolder(draft.folder);
    const before = table.get(id);
    table.put(id, draft);
    // What was published since the last look would be passed over.
    if (!before?.enabled || lookOf(before) !== lookOf(draft)) await beginWith(required(id));
    options.changed();
    runSoon([id]);
    return required(id);
  }

  return {
    list: () => table.all(),
    add: (draft) => put(options.newId(), draft),
    async update(id, draft) {
      required(id);
      return put(id, draft);
    },
    remove(id) {
      table.remove(id);
      options.changed();
    },
    async runNow(id) {
      await options.refresh(required(id).scope);
      await run(id);
      return required(id);
    },
    history(id, offset, limit) {
      const { total, rows } = table.history(id, offset, limit);
      const files = new Map(
        options.files(rows.map(({ fileId }) => fileId)).map((file) => [file.fileId, file]),
      );
      return {
        total,
        rows: rows.flatMap((row) => {
          const file = files.get(row.fileId);
          if (!file) return [];
          return [
            { ...row, librarySceneId: file.librarySceneId, sceneName: file.sceneId, fileName: file.fileName },
          ];
        }),
      };
    },
    async undo(id, fileId) {
      const file = table.file(id, fileId);
      if (!file) throw new AppError('NOT_FOUND', { what: `file ${fileId}` });
      table.setFile(file, 'undone', null);
      try {
        if (file.state === 'fetching' || file.state === 'failed') await delivery.remove(fileId);
        // It may have arrived just before it was taken out.
        if (options.files([fileId])[0]?.onDisk) await options.deleteFile(fileId);
      } catch (error) {
        table.setFile(file, file.state, null);
        throw error;
      }
      await fill(id);
      options.changed();
    },
    capturesMoved(scope) {
      runSoon(
        table
          .all()
          .filter((rule) => rule.enabled && sameScope(rule.scope, scope))
          .map(({ id }) => id),
      );
    },
    deleted(fileId) {
      const gone = table.ofFiles([fileId]).filter(({ state }) => state === 'fetched');
      for (const file of gone) table.setFile(file, 'removed', null);
      if (gone.length > 0) options.changed();
    },
    start() {
      let following: Promise<void> = Promise.resolve();
      unsubscribe = delivery.onProgress((moved, removed) => {
        following = following.then(() => onProgress(moved, removed)).catch(options.onError);
      });
      void takeUp().catch(options.onError);
      round();
    },
    async close() {
      closing.abort();
      stopDue?.();
      stopRound?.();
      unsubscribe?.();
      await last;
    },
  };
}

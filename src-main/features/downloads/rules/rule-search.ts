import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { CaptureId, LibraryFileId, RuleId } from '../../../../src-preload/contract/ids.ts';
import type { SceneDetails } from '../../../../src-preload/contract/library.ts';
import type { Rule, RuleDraft } from '../../../../src-preload/contract/rules.ts';
import { hasCode } from '../../../core/app-error.ts';
import { isWanted } from './rules-kinds.ts';
import { isWithinLimits } from './rules-limits.ts';
import type { RulesOptions } from './rules-options.ts';

const capturesPerPage = 500;

/** The part of a rule that decides what it looks for. */
export type SearchTerms = Pick<
  RuleDraft,
  'scope' | 'match' | 'kinds' | 'mostClouds' | 'area' | 'includeEarlier'
>;

/** Returns the fields that decide which files of a capture a rule wants. */
const wishKeyOf = ({ kinds, mostClouds, area }: SearchTerms) => JSON.stringify([kinds, mostClouds, area]);

/**
 * Returns the fields that decide what a rule looks for, and since when. A change of other fields does not restart the search.
 */
export const searchKeyOf = (terms: SearchTerms) =>
  JSON.stringify([
    terms.scope,
    terms.match,
    terms.includeEarlier,
    terms.includeEarlier ? wishKeyOf(terms) : '',
  ]);

/** Searches published captures for files that a rule wants. */
export type RuleSearch = ReturnType<typeof createRuleSearch>;

/** Finds the files that a rule wants among the published captures, and plans them. */
export function createRuleSearch(
  { table, delivery, published, scenes }: RulesOptions,
  signal: AbortSignal,
  fill: (id: RuleId) => Promise<void>,
) {
  async function* publishedFor(rule: Pick<Rule, 'scope' | 'match'>): AsyncGenerator<CaptureId[], void, void> {
    for (let after: CaptureId | null = null, hasMore = true; hasMore; ) {
      const page = published(rule.scope, rule.match, { after, limit: capturesPerPage });
      yield page;
      after = page.at(-1) ?? null;
      hasMore = page.length === capturesPerPage;
      await yieldToEventLoop();
    }
  }

  /** Returns the files of these scenes that the rule wants and that are neither on disk nor already queued by a person. */
  async function wantedOf(rule: Rule, found: readonly SceneDetails[]): Promise<LibraryFileId[]> {
    const wanted = found
      .flatMap((scene) => scene.files)
      .filter((file) => file.state !== 'on-disk' && isWanted(file, rule.kinds))
      .map((file) => file.fileId);
    const queued = (await delivery.transfersOf(wanted)).filter(({ state }) => state !== 'done');
    const taken = new Set(queued.map(({ fileId }) => fileId));
    // A file that another rule has queued can still be planned for this one, because the other may give it up for lack of quota.
    for (const { fileId, state } of table.ofFiles(wanted))
      if (state === 'fetching' || state === 'failed') taken.delete(fileId);
    return wanted.filter((fileId) => !taken.has(fileId));
  }

  /**
   * False if the rule was changed meanwhile. Another run follows each change, so what the old rule decides must not be stored as
   * seen by the new one.
   */
  function isUnchanged(rule: Rule): boolean {
    const current = table.get(rule.id);
    return (
      current?.enabled === true &&
      searchKeyOf(current) === searchKeyOf(rule) &&
      wishKeyOf(current) === wishKeyOf(rule)
    );
  }

  /** Resolves with null for a capture that the catalog does not have yet; it is requested again next time. */
  async function scenesOf(rule: Rule, captureId: CaptureId): Promise<SceneDetails[] | null> {
    try {
      return await scenes(rule.scope, captureId);
    } catch (error) {
      if (hasCode(error, 'NOT_FOUND')) return null;
      throw error;
    }
  }

  return {
    /**
     * Plans the files that the rule wants from all captures it has not seen, and queues them on the way. Throws the service's
     * error.
     */
    async planUnseen(rule: Rule): Promise<void> {
      for await (const page of publishedFor(rule)) {
        for (const captureId of table.unseen(rule.id, page)) {
          if (signal.aborted || !isUnchanged(rule)) return;
          const found = await scenesOf(rule, captureId);
          if (found === null || found.length === 0) continue;
          const suitable = found.filter((scene) => isWithinLimits(scene, rule));
          const wanted = await wantedOf(rule, suitable);
          if (!isUnchanged(rule)) return;
          table.transaction(() => {
            table.plan(rule.id, wanted);
            table.markSeen(rule.id, [captureId], found.length - suitable.length);
          });
          await fill(rule.id);
        }
      }
    },
    /**
     * Returns how many captures that are published already a rule would fetch files of if it were saved with this search: all of them
     * for another search that includes earlier ones, those that it has not seen for the same search.
     */
    async countUnseen(before: Rule | null, draft: SearchTerms): Promise<number> {
      const isSame = before?.enabled === true && searchKeyOf(before) === searchKeyOf(draft);
      if (!isSame && !draft.includeEarlier) return 0;
      let count = 0;
      for await (const page of publishedFor(draft))
        count += isSame ? table.unseen(before.id, page).length : page.length;
      return count;
    },
    /** Sets whether the rule starts with what is published from now on, or with everything. */
    async begin(rule: Rule): Promise<void> {
      if (rule.includeEarlier) table.forgetSeen(rule.id);
      else for await (const page of publishedFor(rule)) table.markSeen(rule.id, page);
    },
  };
}

import type { Scope } from '../../../src-preload/contract/ids.ts';
import { AppError } from '../../core/app-error.ts';
import type { Implementer } from '../../core/implementer.ts';
import type { AsyncQueries } from '../../store/async-queries.ts';
import type { Prepared } from './prepared.ts';
import type { CheckTerms, PreparedQueries } from './prepared-queries.ts';
import type { TemplateStore } from './template-store.ts';

interface TemplatesProcedureDeps {
  templates: TemplateStore;
  prepared: Prepared;
  /** The queries that the thread of lists runs. */
  queries: AsyncQueries<PreparedQueries>;
  terms: (scope: Scope) => CheckTerms;
  attributes: () => Promise<string[]>;
}

/** The procedures of templates and prepared rows. */
export function templatesProcedures(os: Implementer, deps: TemplatesProcedureDeps) {
  const { templates, prepared, queries, terms, attributes } = deps;
  const of = os.templates;
  const rows = os.prepared;
  return {
    templates: {
      list: of.list.handler(() => templates.list()),
      save: of.save.handler(({ input }) => templates.save(input.content, input.change)),
      remove: of.remove.handler(({ input }) => {
        templates.remove(input.templateId);
        return null;
      }),
      fields: of.fields.handler(() => attributes()),
    },
    prepared: {
      page: rows.page.handler(({ input: { scope, ...range } }) => queries.page(scope, range)),
      check: rows.check.handler(({ input: { scope } }) => queries.check(scope, terms(scope))),
      checkCommands: rows.checkCommands.handler(({ input: { scope, commands, editedId } }) =>
        queries.checkCommands(scope, terms(scope), { commands, editedId }),
      ),
      checkDrafts: rows.checkDrafts.handler(({ input: { scope, ids } }) =>
        queries.checkDrafts(scope, terms(scope), ids),
      ),
      make: rows.make.handler(async ({ input }) => ({
        made: await prepared.make(input.scope, input.templateId, input.placeIds),
      })),
      edit: rows.edit.handler(({ input }) => prepared.editAndTell(input.scope, input.as, input.changes)),
      clear: rows.clear.handler(async ({ input }) => ({ changed: await prepared.clear(input.scope) })),
      history: rows.history.handler(({ input }) => prepared.history(input.scope)),
      undo: rows.undo.handler(async ({ input }) => ({
        skipped: await prepared.undo(input.scope, input.stepId),
      })),
      redo: rows.redo.handler(async ({ input }) => ({
        skipped: await prepared.redo(input.scope, input.stepId),
      })),
      send: rows.send.handler(({ input: { scope, revision, contractId } }) => {
        // `contractId` is the contract whose name the button has shown.
        if (contractId !== scope.contractId) throw new AppError('CONFLICT', { detail: 'contract' });
        return prepared.send(scope, revision);
      }),
    },
  };
}

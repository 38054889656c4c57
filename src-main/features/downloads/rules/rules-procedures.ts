import type { Implementer } from '../../../core/implementer.ts';
import type { Rules } from './rules.ts';

/** Returns the procedures of download rules. */
export function rulesProcedures(os: Implementer, rules: Rules) {
  return {
    list: os.rules.list.handler(() => rules.list()),
    add: os.rules.add.handler(({ input }) => rules.add(input)),
    update: os.rules.update.handler(({ input: { id, ...draft } }) => rules.update(id, draft)),
    foresee: os.rules.foresee.handler(async ({ input: { id, ...draft } }) => ({
      captures: await rules.foresee(id, draft),
    })),
    remove: os.rules.remove.handler(({ input }) => rules.remove(input.id, input.dropsQueued)),
    undoWaiting: os.rules.undoWaiting.handler(({ input }) => rules.undoWaiting(input.id)),
    runNow: os.rules.runNow.handler(({ input }) => rules.runNow(input.id)),
    history: os.rules.history.handler(({ input }) => rules.history(input.id, input.offset, input.limit)),
    undo: os.rules.undo.handler(({ input }) => rules.undo(input.id, input.fileId)),
  };
}

import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import {
  type PlaceId,
  type PreparedId,
  preparedIdSchema,
  type Scope,
  type SubmissionId,
  type TemplateId,
} from '../../src-preload/contract/ids.ts';
import { patternProblem, readNamePattern } from '../../src-preload/contract/name-pattern.ts';
import type { CommandInput } from '../../src-preload/contract/outbox.ts';
import type { Place, PlaceList } from '../../src-preload/contract/place-values.ts';
import {
  mostPrepared,
  type PreparedChange,
  type PreparedPatch,
  type PreparedStepKind,
} from '../../src-preload/contract/prepared.ts';
import { AppError } from '../app-error.ts';
import { createSerialRunner } from '../core/serial-runner.ts';
import type { Store } from '../store/store.ts';
import { preparedOf, templateValues } from './prepare-places.ts';
import { patchedImage, readPreparedImage } from './prepared-image.ts';
import { createPreparedSteps, type RowChange } from './prepared-steps.ts';
import { type RequestContext, requestOfPrepared } from './request-of-prepared.ts';
import { patternFields, type TemplateStore } from './template-store.ts';

/** The rows that can be sent, as the thread of lists has found them. */
export interface ReadyRows {
  revision: number;
  ready: readonly { preparedId: PreparedId; version: number }[];
}

interface PreparedOptions {
  store: Store;
  templates: Pick<TemplateStore, 'get'>;
  places: {
    /** Returns these places in this order; those that do not exist are left out. */
    some: (placeIds: readonly PlaceId[]) => Promise<Place[]>;
    lists: () => Promise<PlaceList[]>;
  };
  /** Checks all rows of a contract, in the thread of lists. */
  check: (scope: Scope) => Promise<ReadyRows>;
  requestContext: (scope: Scope) => RequestContext;
  /** Puts commands into the outbox under the ids of their rows and releases them, together with what is stored alongside. */
  addReleased: (
    scope: Scope,
    commands: readonly { input: CommandInput; id: PreparedId }[],
    alongside: () => void,
  ) => { ids: SubmissionId[] };
  now: () => Date;
  author: () => string;
  newId: () => string;
  /** Called when rows or steps have changed. */
  changed: () => void;
  onError: (error: unknown) => void;
}

const placesAtOnce = 500;
const rowsOfSlice = 200;
/** So many commands are stored within a few milliseconds. */
const commandsOfSlice = 100;

/** Does the same with each item, and lets others have their turn in between. */
async function inSlices<T, R>(items: readonly T[], work: (item: T, index: number) => R): Promise<R[]> {
  const results: R[] = [];
  for (const [index, item] of items.entries()) {
    results.push(work(item, index));
    if (index % rowsOfSlice === rowsOfSlice - 1) await yieldToEventLoop();
  }
  return results;
}

/** Creates the tasks and orders that are prepared from places: they are kept here until they are sent or removed. */
export function createPrepared(options: PreparedOptions) {
  const { templates, places, now, changed, onError } = options;
  const steps = createPreparedSteps(options);
  const { rows } = steps;
  const exclusive = createSerialRunner();
  let isClosing = false;

  /** Runs work alone, and tells of its changes also if it fails. */
  const alone = <T>(work: () => Promise<T>): Promise<T> =>
    exclusive.run(async () => {
      if (isClosing) throw new AppError('CANCELLED', {});
      try {
        return await work();
      } finally {
        changed();
      }
    });

  exclusive
    .run(steps.recover)
    .then((count) => {
      if (count > 0) changed();
    })
    .catch(onError);

  async function readPlaces(placeIds: readonly PlaceId[]): Promise<Place[]> {
    const found: Place[] = [];
    for (let from = 0; from < placeIds.length; from += placesAtOnce)
      found.push(...(await places.some(placeIds.slice(from, from + placesAtOnce))));
    return found;
  }

  function changeOf(scope: Scope, preparedId: PreparedId, patch: PreparedPatch, version: number): RowChange {
    const stored = rows.text(scope, preparedId);
    if (stored === null) throw new AppError('NOT_FOUND', { what: `prepared ${preparedId}` });
    const image = readPreparedImage(stored.image);
    if (stored.version !== version)
      throw new AppError('CONFLICT', { detail: 'row-changed', name: image.values.name });
    const after = JSON.stringify(patchedImage(image, patch));
    return { preparedId, seq: stored.seq, before: stored.image, after };
  }

  function removalOf(scope: Scope, preparedId: PreparedId): RowChange[] {
    const stored = rows.text(scope, preparedId);
    return stored === null ? [] : [{ preparedId, seq: stored.seq, before: stored.image, after: null }];
  }

  /** Sends a slice of rows; all of them are as the check has seen them. */
  function sendSlice(scope: Scope, slice: ReadyRows['ready']): SubmissionId[] {
    const context = options.requestContext(scope);
    const commands = slice.map(({ preparedId, version }) => {
      const stored = rows.text(scope, preparedId);
      if (stored?.version !== version) throw new AppError('CONFLICT', { detail: 'row-changed' });
      const made = requestOfPrepared(readPreparedImage(stored.image), context);
      if ('issues' in made) throw new AppError('CONFLICT', { detail: 'row-changed' });
      return { input: made.input, id: preparedId };
    });
    return options.addReleased(scope, commands, () => {
      for (const { preparedId } of slice) steps.forget(preparedId);
      steps.countRevision(scope);
    }).ids;
  }

  return {
    make: (scope: Scope, templateId: TemplateId, placeIds: readonly PlaceId[]) =>
      alone(async () => {
        const template = templates.get(templateId);
        const { namePattern } = template.content;
        const [found, lists] = await Promise.all([readPlaces(placeIds), places.lists()]);
        if (rows.count(scope) + found.length > mostPrepared)
          throw new AppError('CONFLICT', { detail: 'too-many-prepared' });
        const attributes = [...new Set(found.flatMap((place) => Object.keys(place.attributes)))];
        const problem = patternProblem(namePattern, attributes);
        if (problem !== null && found.length > 0)
          throw new AppError('INVALID_INPUT', { fields: patternFields(problem) });
        const pattern = readNamePattern(namePattern);
        const parts = 'parts' in pattern ? pattern.parts : [];
        const values = templateValues(template, now().getTime());
        const listNames = new Map(lists.map(({ listId, name }) => [listId, name]));
        const changes = await inSlices(found, (place, i): RowChange => {
          const listName = listNames.get(place.listId) ?? '';
          const image = preparedOf({ template, parts, values, place, listName, number: i + 1 });
          const preparedId = preparedIdSchema.parse(options.newId());
          return { preparedId, seq: null, before: null, after: JSON.stringify(image) };
        });
        return steps.make(scope, 'make', changes);
      }),
    edit: (scope: Scope, as: PreparedStepKind, changes: readonly PreparedChange[]) =>
      alone(async () => {
        const all = await inSlices(changes, (change) =>
          change.do === 'remove'
            ? removalOf(scope, change.preparedId)
            : [changeOf(scope, change.preparedId, change.patch, change.version)],
        );
        return steps.make(scope, as, all.flat());
      }),
    clear: (scope: Scope) =>
      alone(async () => {
        const removals = await inSlices(rows.ids(scope), (preparedId) => removalOf(scope, preparedId));
        return steps.make(scope, 'remove', removals.flat());
      }),
    /**
     * Accepts rows from a package as one step, which can be undone. `began` receives the id of the step in the transaction in which
     * it begins, so that what is made after it can take it back.
     */
    acceptHanded: (scope: Scope, changes: readonly RowChange[], began: (stepId: number) => void) =>
      alone(async () => {
        const added = changes.filter(({ before }) => before === null).length;
        if (rows.count(scope) + added > mostPrepared)
          throw new AppError('CONFLICT', { detail: 'too-many-prepared' });
        return steps.make(scope, 'hand-over', changes, began);
      }),
    /** Takes a step back that was made by accepting a package, and drops it. */
    takeBack: (stepId: number) => alone(() => steps.takeBack(stepId)),
    history: steps.history,
    undo: (scope: Scope, stepId: number) => alone(() => steps.undo(scope, stepId)),
    redo: (scope: Scope, stepId: number) => alone(() => steps.redo(scope, stepId)),
    /**
     * Moves the rows without an error into the outbox, where they wait for their turn. Rows and commands change places in the same
     * transactions, so that the end of the program between two of them neither loses nor doubles one.
     */
    send: (scope: Scope, revision: number) =>
      alone(async () => {
        const checked = await options.check(scope);
        if (checked.revision !== revision || rows.revision(scope) !== revision)
          throw new AppError('CONFLICT', { detail: 'revision' });
        const ids: SubmissionId[] = [];
        for (let from = 0; from < checked.ready.length; from += commandsOfSlice) {
          ids.push(...sendSlice(scope, checked.ready.slice(from, from + commandsOfSlice)));
          await yieldToEventLoop();
        }
        steps.dropSent(scope);
        return { ids, remaining: rows.count(scope) };
      }),
    /** Resolves when what is under way has ended; nothing else is begun. */
    async close() {
      isClosing = true;
      await exclusive.idle();
    },
  };
}

/** The tasks and orders that are prepared from places. */
export type Prepared = ReturnType<typeof createPrepared>;

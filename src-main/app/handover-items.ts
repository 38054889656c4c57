import type { HandedKind, PackageChoice } from '../../src-preload/contract/handover.ts';
import type { Scope } from '../../src-preload/contract/ids.ts';
import { createHandedMaps } from '../features/maps/handed-maps.ts';
import { createHandedDrafts } from '../features/outbox/handed-drafts.ts';
import { revisionOf } from '../features/packages/classify.ts';
import { createHandoverRecordQueries } from '../features/packages/handover-record-queries.ts';
import type { HandedItems } from '../features/packages/package-lines.ts';
import type { LocalItem } from '../features/packages/review-operations.ts';
import { createHandedPlaces } from '../features/places/handed-places.ts';
import { createHandedTemplates } from '../features/plan/handed-templates.ts';
import type { Store } from '../store/store.ts';

type Marks = Pick<LocalItem, 'version' | 'updatedAt' | 'updatedBy'>;

/** Creates the reader of the items of all domains for packages. It runs on any connection. `folder` is the data folder. */
export function createHandoverItems({ store, folder }: { store: Store; folder: string }): HandedItems {
  const places = createHandedPlaces({ store });
  const templates = createHandedTemplates({ store });
  const drafts = createHandedDrafts({ store });
  const maps = createHandedMaps({ store, folder });
  const records = createHandoverRecordQueries({ store });

  const itemOf = (found: { content: unknown; marks: Marks } | null): LocalItem | null =>
    found && {
      content: found.content,
      version: found.marks.version,
      isSent: false,
      updatedAt: found.marks.updatedAt,
      updatedBy: found.marks.updatedBy,
    };

  function draftOf(id: string): LocalItem | null {
    const found = drafts.draft(id);
    return found && { content: found.content, isSent: found.isSent, ...found.marks };
  }

  function read(kind: HandedKind, id: string): LocalItem | null {
    if (kind === 'place') return itemOf(places.place(id));
    if (kind === 'list') return itemOf(places.list(id));
    if (kind === 'template') return itemOf(templates.template(id));
    // A prepared row keeps its id when it becomes a command.
    if (kind === 'prepared') {
      const command = draftOf(id);
      return command === null ? itemOf(templates.prepared(id)) : { ...command, isSent: true };
    }
    if (kind === 'draft') return draftOf(id);
    const content = maps.map(id);
    return content && { content, version: 1, updatedAt: '', updatedBy: '', isSent: false };
  }

  function* placesOfLists(listIds: readonly string[]) {
    for (const listId of listIds) yield* places.placesOf(listId);
  }

  return {
    read,
    scopeOf: (kind, id) =>
      drafts.draft(id)?.scope ?? (kind === 'prepared' ? (templates.prepared(id)?.marks.scope ?? null) : null),
    recordedState: records.recordedState,
    placesOf: places.placesOf,
    ids(kind: HandedKind, choice: PackageChoice, scope: Scope | null): Iterable<string> {
      if (kind === 'list') return choice.listIds;
      if (kind === 'place') return placesOfLists(choice.listIds);
      if (kind === 'template') return choice.templateIds;
      if (kind === 'map') return choice.mapIds;
      if (scope === null) return [];
      if (kind === 'prepared') return choice.prepared ? templates.preparedIds(scope) : [];
      return choice.drafts ? drafts.draftIds(scope) : [];
    },
    mapFile: maps.fileOf,
    *removed(choice: PackageChoice) {
      const lists = new Set<string>(choice.listIds);
      const passed = records.itemsOfPackages();
      const isGone = ({ kind, id }: (typeof passed)[number]) => read(kind, id) === null;
      const goneLists = new Set(
        passed.filter((each) => each.kind === 'list' && isGone(each)).map(({ id }) => id),
      );
      for (const each of passed) {
        const { kind, id, name, parent } = each;
        const isWanted =
          kind === 'list'
            ? choice.listIds.length > 0 && goneLists.has(id)
            : kind === 'template'
              ? choice.templateIds.length > 0
              : parent !== null && (lists.has(parent) || (lists.size > 0 && goneLists.has(parent)));
        const state = isWanted && isGone(each) ? records.recordedState(kind, id) : null;
        const revision = revisionOf(null, state);
        if (state !== null && revision !== null)
          yield { kind, id, name, revision, history: state.history.filter((other) => other !== revision) };
      }
    },
    *sent() {
      for (const id of records.draftsOfPackages()) {
        const sent = drafts.draft(id)?.sent;
        if (sent) yield { id, ...sent };
      }
    },
    sentElsewhere: records.sentElsewhere,
    events: records.events,
  };
}

import type { PackageReview } from '../../../src-preload/contract/handover.ts';
import type { MapSourceId, Scope } from '../../../src-preload/contract/ids.ts';
import type { PlaceList } from '../../../src-preload/contract/place-values.ts';
import type { Template } from '../../../src-preload/contract/templates.ts';
import { AppError } from '../../core/app-error.ts';
import type { Implementer } from '../../core/implementer.ts';
import type { Handover } from './handover.ts';

interface HandoverProcedureDeps {
  handover: Handover;
  /** Returns the name of a contract; null if it is not known. */
  contractName: (scope: Scope) => string | null;
  /** The functions that return what can be handed over. */
  offer: {
    lists: () => Promise<Pick<PlaceList, 'listId' | 'name' | 'count'>[]>;
    templates: () => Pick<Template, 'templateId' | 'content'>[];
    prepared: (scope: Scope) => number;
    drafts: (scope: Scope) => number;
    maps: () => Promise<{
      maps: { mapId: MapSourceId; name: string; sizeBytes: number; needsKey: boolean }[];
      withheldMaps: { name: string; reason: 'kind' | 'missing' }[];
    }>;
  };
}

/** The procedures of packages. */
export function handoverProcedures(
  os: Implementer,
  { handover, offer, contractName }: HandoverProcedureDeps,
) {
  /** Adds the names of contracts, which the thread of packages does not know. */
  const named = <T extends Pick<PackageReview, 'alreadyIn'>>(of: T): T => ({
    ...of,
    alreadyIn: of.alreadyIn.map((each) => ({ ...each, contractName: contractName(each.scope) })),
  });
  const of = os.handover;
  return {
    offer: of.offer.handler(async ({ input: { scope } }) => {
      const [lists, maps] = await Promise.all([offer.lists(), offer.maps()]);
      return {
        maker: handover.person(),
        lists: lists.map(({ listId, name, count }) => ({ listId, name, count })),
        templates: offer.templates().map(({ templateId, content }) => ({ templateId, name: content.name })),
        prepared: scope === null ? 0 : offer.prepared(scope),
        drafts: scope === null ? 0 : offer.drafts(scope),
        ...maps,
      };
    }),
    make: of.make.handler(({ input }) => handover.make(input)),
    progress: of.progress.handler(({ input: { id } }) => handover.progress(id)),
    read: of.read.handler(({ input: { id, offset } }) => handover.read(id, offset)),
    discard: of.discard.handler(async ({ input: { id } }) => {
      await handover.discard(id);
      return {};
    }),
    receive: of.receive.handler(({ input }) => handover.receive(input.fileName, input.sizeBytes)),
    add: of.add.handler(({ input: { id, base64 } }) => handover.add(id, base64)),
    open: of.open.handler(({ input: { id } }) => {
      handover.open(id);
      return {};
    }),
    review: of.review.handler(async ({ input: { id } }) => named(await handover.workOf(id).summary())),
    rows: of.rows.handler(({ input: { id, group, offset, limit } }) =>
      handover.workOf(id).rows(group, { offset, limit }),
    ),
    differences: of.differences.handler(({ input: { id, kind, itemId } }) =>
      handover.workOf(id).differences(kind, itemId),
    ),
    decide: of.decide.handler(async ({ input: { id, about, decision } }) => {
      const work = handover.workOf(id);
      const decided = await ('group' in about
        ? work.decideAll(about.group, decision)
        : work.decide(about.kind, about.itemId, decision));
      handover.decided();
      return { decided };
    }),
    accept: of.accept.handler(async ({ input: { id, scope } }) => {
      const { undecided } = await handover.workOf(id).summary();
      if (undecided > 0) throw new AppError('CONFLICT', { detail: 'package-undecided' });
      return named(await handover.accept(id, scope));
    }),
    trails: of.trails.handler(({ input: { ids } }) => handover.trails(ids)),
    unapproved: of.unapproved.handler(({ input: { scope } }) => handover.unapproved(scope)),
    approve: of.approve.handler(async ({ input: { ids, by } }) => ({
      approved: await handover.approve(ids, by),
    })),
  };
}

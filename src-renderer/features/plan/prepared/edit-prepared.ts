import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { PreparedId, Scope } from '../../../../src-preload/contract/ids.ts';
import {
  mostPreparedAtOnce,
  type PreparedChange,
  type PreparedPatch,
  type PreparedRow,
  type PreparedStepKind,
  preparedColumnSchema,
  withUnread,
} from '../../../../src-preload/contract/prepared.ts';
import { useApi } from '../../../kit/client/api.tsx';
import type { PatchRules, RowUpdate } from '../../../kit/ui/grid/block-edits.ts';
import { useAct, useSay } from '../../../kit/ui/use-act.ts';
import { preparedStore } from './prepared-store.ts';

const longestUnread = 200;

function placed(geometry: PreparedPatch['geometry']): Partial<PreparedRow> {
  if (geometry === undefined) return {};
  if (geometry === null) return { place: 'none', longitude: null, latitude: null, altitudeMetres: null };
  const { longitude, latitude, altitudeMetres } = geometry;
  return { place: 'point', longitude, latitude, altitudeMetres, vertices: null, positionText: null };
}

/** The rules that convert cell texts to patches of prepared rows. */
export const preparedRules: PatchRules<PreparedRow, PreparedPatch> = {
  patched(row, { geometry, positionText, unread = {}, ...fields }) {
    const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
    return {
      ...row,
      ...placed(geometry),
      ...(positionText === undefined ? {} : { positionText }),
      values: { ...row.values, ...given, unread: withUnread(row.values.unread, unread) },
      version: row.version + 1,
    };
  },
  joined: (one, other) => ({
    ...one,
    ...other,
    ...(one.unread || other.unread ? { unread: { ...one.unread, ...other.unread } } : {}),
  }),
  // Kept in the row, also across restarts and for others who get it: it must not be sent with what the cell had before.
  unread(text, column, { place }) {
    const kept = text.slice(0, longestUnread);
    if (column === 'position' && place === 'none') return { positionText: kept };
    const known = preparedColumnSchema.safeParse(column).data;
    return known === undefined ? null : { unread: { [known]: kept } };
  },
};

/** Returns the latest version of a row, including an edit that the main process has not answered yet. */
export function latestPrepared(row: PreparedRow): PreparedRow {
  const pending = preparedStore.getState().pending.get(row.preparedId);
  return pending !== undefined && pending.version > row.version ? pending : row;
}

type Update = RowUpdate<PreparedRow, PreparedPatch>;
/** The kinds of edits of prepared rows. */
export type PreparedEditKind = Exclude<PreparedStepKind, 'make' | 'hand-over'>;

/** Shows these edits until `isKept` is false; a later edit of the same row stays. */
function setPending(updates: readonly Update[], isKept: boolean) {
  const pending = new Map(preparedStore.getState().pending);
  for (const { row, patch } of updates)
    if (isKept) pending.set(row.preparedId, preparedRules.patched(row, patch));
    else if (pending.get(row.preparedId)?.version === row.version + 1) pending.delete(row.preparedId);
  preparedStore.setState({ pending });
}

/** Returns the functions that edit prepared rows. Each call is one undo step. */
export function usePreparedEdits(scope: Scope) {
  const { t } = useTranslation();
  const { client, query } = useApi();
  const act = useAct();
  const say = useSay();
  const queries = useQueryClient();
  return useMemo(() => {
    /** The last checks are now outdated, so nothing can be sent until they have run again. */
    async function edit(as: PreparedEditKind, changes: PreparedChange[]) {
      preparedStore.setState(({ editing, begun }) => ({ editing: editing + 1, begun: begun + 1 }));
      try {
        const { revision } = await client.prepared.edit({ scope, as, changes });
        preparedStore.setState({ editedTo: { scope, revision } });
      } finally {
        // Invalidated before the edit ends, so that the old result never looks current.
        void queries.invalidateQueries({ queryKey: query.prepared.check.key() });
        preparedStore.setState(({ editing }) => ({ editing: editing - 1 }));
      }
    }
    return {
      /** Returns false and shows a notice if an edit affects too many rows. */
      isBounded(count: number) {
        const isWithin = count <= mostPreparedAtOnce;
        if (!isWithin)
          say({ message: t('prepared.tooMany', { count: mostPreparedAtOnce }), color: 'orange' });
        return isWithin;
      },
      /** Changes fields of rows; resolves once the main process has answered. */
      async update(as: PreparedEditKind, updates: readonly Update[]) {
        // The version of an unchanged row does not increase.
        const real = updates.filter(
          ({ row, patch }) =>
            JSON.stringify({ ...preparedRules.patched(row, patch), version: 0 }) !==
            JSON.stringify({ ...row, version: 0 }),
        );
        if (real.length === 0) return;
        setPending(real, true);
        try {
          await edit(
            as,
            real.map(({ row: { preparedId, version }, patch }) => ({
              do: 'update',
              preparedId,
              version,
              patch,
            })),
          );
          // The rows are read again before their own edits are dropped. Kept any longer, an edit would be shown over a row that a step of the
          // history has made anew, with a version that is lower.
          await queries.invalidateQueries({ queryKey: query.prepared.page.key() });
        } finally {
          setPending(real, false);
        }
      },
      /** Applies the corrections that the checks propose. */
      mend: (mends: readonly { preparedId: PreparedId; version: number; patch: PreparedPatch }[]) =>
        act(() =>
          edit(
            'mend',
            mends.map((mend) => ({ do: 'update', ...mend })),
          ),
        ),
      remove: (preparedIds: readonly PreparedId[], as: PreparedEditKind = 'remove') =>
        act(async () => {
          if (preparedIds.length === 0) return;
          await edit(
            as,
            preparedIds.map((preparedId) => ({ do: 'remove', preparedId })),
          );
          const { chosen } = preparedStore.getState();
          preparedStore.setState({ chosen: new Set([...chosen].filter((id) => !preparedIds.includes(id))) });
        }),
    };
  }, [t, client, query, queries, act, say, scope]);
}

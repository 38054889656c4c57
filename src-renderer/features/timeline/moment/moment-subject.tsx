import { skipToken, useQueries } from '@tanstack/react-query';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { contractIdSchema } from '../../../../src-preload/contract/ids.ts';
import { timelineKindSchema } from '../../../../src-preload/contract/timeline.ts';
import { useActiveScope, useApi } from '../../../kit/client/api.tsx';
import { formatUtc } from '../../../kit/i18n/format.ts';
import { declareSubject } from '../../../kit/lists/subject.ts';
import type { MarkDescription } from '../../../map/described-mark.ts';
import { nameOf } from './entry-row.tsx';
import { KindMark } from './marks.tsx';

/** Each moment needs a call of its own, so few are described. */
const maxMoments = 40;
const isoOf = (minute: number) => new Date(minute * 60_000).toISOString();

/** Describes moments of the time map: the subject, what happened, and when. */
const describedMoments: MarkDescription = {
  objectName: 'timeline.what',
  useDescribed(asked) {
    const { t, i18n } = useTranslation();
    const { query } = useApi();
    const scope = useActiveScope();
    const moments = asked.slice(0, maxMoments);
    const answers = useQueries({
      queries: moments.map(({ key, minute = 0 }) => {
        // The key begins with the kind and the contract.
        const [kind, contract] = String(key).split(' ');
        const input = scope && {
          connectionId: scope.connectionId,
          project: null,
          offset: 0,
          limit: 500,
          kinds: timelineKindSchema.options.filter((each) => each === kind),
          contractIds: [contract ? contractIdSchema.parse(contract) : null],
          span: { from: isoOf(minute), to: isoOf(minute + 1) },
        };
        return query.timeline.list.queryOptions({ input: input ?? skipToken });
      }),
    });
    if (answers.some(({ isPending }) => isPending)) return undefined;
    return answers.flatMap(({ data }, i) => {
      const entry = data?.rows.find(({ key }) => key === moments[i]?.key);
      if (!entry) return [];
      return [
        {
          key: entry.key,
          name: nameOf(t, entry),
          status: t(`timeline.kind.${entry.kind}`),
          time: formatUtc(i18n.language, entry.at),
          mark: <KindMark kind={entry.kind} />,
        },
      ];
    });
  },
  // Moments are never clustered.
  kindText: () => '',
};

const EntryDetailsPane = lazy(() =>
  import('./entry-details.tsx').then((module) => ({ default: module.EntryDetailsPane })),
);

/** The subject of timeline entries. The time map draws them itself, and a selection of one is not saved. */
export const momentSubject = declareSubject('moment', {
  keys: z.string(),
  ofAllContracts: true,
  details: (entryKey) => ({ key: entryKey, pane: <EntryDetailsPane entryKey={entryKey} /> }),
  described: describedMoments,
});

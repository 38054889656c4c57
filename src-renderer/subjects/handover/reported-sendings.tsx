import { Alert, Text } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { HandedEvent } from '../../../src-preload/contract/handover.ts';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import { useApi } from '../../client/api.tsx';

const idsAtOnce = 200;

/** What a package has said of a draft: who has sent it, and what it has become. */
export type ReportedSending = Pick<HandedEvent, 'by' | 'remoteId'>;

/** Returns who has sent drafts elsewhere, by the id of the draft, as far as packages have said it. */
export function useReportedSendings(ids: readonly string[]): ReadonlyMap<string, ReportedSending> {
  const { query } = useApi();
  const pages = Array.from({ length: Math.ceil(ids.length / idsAtOnce) }, (_, page) =>
    ids.slice(page * idsAtOnce, (page + 1) * idsAtOnce),
  );
  const answers = useQueries({
    queries: pages.map((page) => query.handover.trails.queryOptions({ input: { ids: page } })),
  });
  return new Map(
    answers.flatMap(({ data = [] }) =>
      data.flatMap(({ id, events }) => {
        const sent = events.find(({ what }) => what === 'sent');
        return sent === undefined ? [] : [[id, sent] as const];
      }),
    ),
  );
}

/** Returns who has sent prepared rows of a contract elsewhere, by the id of the row. */
export function useReportedPrepared(scope: Scope): ReadonlyMap<string, ReportedSending> {
  const { query } = useApi();
  const sent = useQuery(query.handover.unapproved.queryOptions({ input: { scope } })).data?.sent;
  return useMemo(() => new Map(sent?.map((each) => [each.id, each])), [sent]);
}

/** Says that somebody else has sent rows that wait here, and what happens if they are sent all the same. */
export function ReportedNote({ sendings }: { sendings: readonly ReportedSending[] }) {
  const { t } = useTranslation();
  if (sendings.length === 0) return null;
  const people = [...new Set(sendings.map(({ by }) => by))].slice(0, 20).join(', ');
  return (
    <Alert p="xs" role="note" color="orange">
      <Text size="xs">{t('handover.elsewhere.reported', { count: sendings.length, people })}</Text>
    </Alert>
  );
}

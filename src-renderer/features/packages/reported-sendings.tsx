import { Alert, Text } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { HandedEvent } from '../../../src-preload/contract/handover.ts';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import { useApi } from '../../kit/client/api.tsx';

const idsAtOnce = 200;

/** What a package reported about a draft: who sent it, and the id of the result. */
export type ReportedSending = Pick<HandedEvent, 'by' | 'remoteId'>;

/** Returns the reported sendings by draft id. */
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

/** Returns the reported sendings of the prepared rows of a contract, by row id. */
export function useReportedPrepared(scope: Scope): ReadonlyMap<string, ReportedSending> {
  const { query } = useApi();
  const sent = useQuery(query.handover.unapproved.queryOptions({ input: { scope } })).data?.sent;
  return useMemo(() => new Map(sent?.map((each) => [each.id, each])), [sent]);
}

/** Warns that somebody else has already sent rows that wait here, and what happens if they are sent anyway. */
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

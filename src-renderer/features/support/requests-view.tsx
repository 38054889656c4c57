import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RequestFilter } from '../../../src-preload/contract/activity.ts';
import { useApi } from '../../kit/client/api.tsx';
import { usePagedList } from '../../kit/ui/paged-list.ts';
import { useLastKnown } from '../../kit/ui/paged-rows.ts';
import { useAct } from '../../kit/ui/use-act.ts';
import classes from './activity.module.css';
import { RequestDetailsView } from './request-details.tsx';
import { RequestFilters } from './request-filters.tsx';
import { RequestList } from './request-list.tsx';

const searchPauseMs = 200;
const all: RequestFilter = { text: '', failedOnly: false, origin: null, upTo: null };

/** Shows the requests that Nadir has sent to the services, live, newest first. */
export function RequestsView() {
  const { t } = useTranslation();
  const { client, query } = useApi();
  const act = useAct();
  const [filter, setFilter] = useState(all);
  const [selected, setSelected] = useState<number | null>(null);
  const [text] = useDebouncedValue(filter.text, searchPauseMs);
  const terms = { filter: { ...filter, text } };
  const list = usePagedList({
    terms,
    page: (range) => query.activity.requests.queryOptions({ input: { ...terms, ...range } }),
  });
  const known = useLastKnown(list.answered[0]);
  const clear = async () => {
    await client.activity.clearRequests();
    setSelected(null);
  };
  return (
    <div className={classes.view}>
      <Text size="sm" c="var(--nadir-quiet)" mb="sm">
        {t('activity.about')}
      </Text>
      <RequestFilters
        filter={filter}
        change={(patch) => setFilter((before) => ({ ...before, ...patch }))}
        origins={known?.origins ?? []}
        total={list.total ?? 0}
        newestId={known?.newestId ?? 0}
        onClear={() => act(clear)}
      />
      <div className={classes.columns}>
        <RequestList
          list={list}
          filtered={filter.text !== '' || filter.failedOnly || filter.origin !== null}
          selected={selected}
          onSelect={setSelected}
        />
        <section className={classes.details} aria-label={t('shell.details')} tabIndex={-1}>
          {selected === null ? (
            <Text size="sm" c="var(--nadir-quiet)">
              {t('activity.select')}
            </Text>
          ) : (
            <RequestDetailsView id={selected} />
          )}
        </section>
      </div>
    </div>
  );
}

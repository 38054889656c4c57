import { Progress, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../../kit/client/api.tsx';
import { formatShare } from '../../../kit/i18n/format.ts';

const everyMs = 700;
/** The progress is polled this often before there is any: the index is only built after the first query of the list. */
const firstQuestions = 4;

/** Shows the progress of the search index: a large library has none at its first start, and the list waits for it. */
export function IndexProgress() {
  const { t, i18n } = useTranslation();
  const share = useQuery({
    ...useApi().query.library.indexShare.queryOptions(),
    refetchInterval: ({ state }) =>
      typeof state.data === 'number' || state.dataUpdateCount < firstQuestions ? everyMs : false,
  }).data;
  if (typeof share !== 'number') return null;
  const text = t('find.preparing', { share: formatShare(i18n.language, share) });
  return (
    <div role="status">
      <Text size="xs" c="var(--nadir-quiet)" mt={8}>
        {text}
      </Text>
      <Progress size="xs" mt={4} value={100 * share} aria-label={text} />
    </div>
  );
}

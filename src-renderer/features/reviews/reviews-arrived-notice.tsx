import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Notice } from '../../../src-preload/contract/app.ts';
import { unpackIds } from '../../../src-preload/contract/packed-places.ts';
import { useApi } from '../../kit/client/api.tsx';
import { formatUtc } from '../../kit/i18n/format.ts';
import { useAct } from '../../kit/ui/use-act.ts';
import { startQueue } from './review-actions.ts';

/** The button of the notice about new reviews by others: it opens their scenes as a queue. */
export function ReviewsArrivedNotice({ notice: { id, data, at } }: { notice: Notice }) {
  const { t, i18n } = useTranslation();
  const { client } = useApi();
  const act = useAct();
  return (
    <Button
      size="xs"
      onClick={() =>
        act(async () => {
          const name = t('reviews.arrived.queue', { names: data.names, at: formatUtc(i18n.language, at) });
          await startQueue(client, name.slice(0, 200), async () => unpackIds(data.ids ?? ''));
          await client.app.dismissNotice({ id });
        })
      }
    >
      {t('reviews.arrived.show')}
    </Button>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { batchEnd } from '../../src-preload/contract/batch-end.ts';
import { transfersStore } from '../features/downloads/transfers-store.ts';
import { useApi, useSettings } from '../kit/client/api.tsx';

/**
 * Shows a browser notification at the end of a batch if the host cannot show one, the user has permitted it and the
 * window has no focus.
 */
export function useBatchNotice() {
  const { t } = useTranslation();
  const { query } = useApi();
  const wanted = useSettings()?.downloads.notifyWhenDone ?? false;
  const hostTells = useQuery(query.app.info.queryOptions()).data?.capabilities.notify ?? true;
  useEffect(() => {
    if (!wanted || hostTells) return;
    return transfersStore.subscribe((state, before) => {
      const end = batchEnd(before.summary, state.summary);
      if (!end || document.hasFocus() || Notification.permission !== 'granted') return;
      const body = [
        ...(end.done > 0 ? [t('downloads.batchDone.body', { count: end.done })] : []),
        ...(end.failed > 0 ? [t('downloads.batchDone.failed', { count: end.failed })] : []),
      ].join(' ');
      new Notification(t('downloads.batchDone.title'), { body });
    });
  }, [wanted, hostTells, t]);
}

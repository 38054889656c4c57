import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { numberText } from '../../../src-preload/contract/read-number.ts';
import { useSay } from '../../kit/ui/use-act.ts';

/** Returns the function that says which altitude a place lost when it was moved; null for none. */
export function useSayLostAltitude(): (metres: number | null) => void {
  const { t } = useTranslation();
  const say = useSay();
  return useCallback(
    (metres) => {
      if (metres === null) return;
      say({
        title: t('place.altitudeLost.title', { metres: numberText(metres) }),
        message: t('place.altitudeLost.message'),
        color: 'orange',
      });
    },
    [t, say],
  );
}

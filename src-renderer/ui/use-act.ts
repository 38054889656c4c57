import { notifications } from '@mantine/notifications';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText, hasErrorCode } from '../i18n/error-text.ts';

/** Says something in the corner for a while. */
export function useSay() {
  const { t } = useTranslation();
  return useCallback(
    (what: { title?: string; message: string; color: string }) =>
      void notifications.show({ ...what, closeButtonProps: { 'aria-label': t('common.close') } }),
    [t],
  );
}

/** Runs a command whose button has no place of its own for a failure: it is told in the corner. */
export function useAct() {
  const { t } = useTranslation();
  const say = useSay();
  return useCallback(
    (run: () => Promise<unknown>) => {
      run().catch((error: unknown) => {
        if (hasErrorCode(error, 'CANCELLED')) return;
        const { title, hint } = errorText(t, error);
        say({ title, message: hint, color: 'orange' });
      });
    },
    [t, say],
  );
}

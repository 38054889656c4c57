import { notifications } from '@mantine/notifications';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText, hasErrorCode } from '../i18n/error-text.ts';

/** Returns a function that shows a notification in the corner for a short time. */
export function useSay() {
  const { t } = useTranslation();
  return useCallback(
    (what: { title?: string; message: string; color: string }) =>
      void notifications.show({ ...what, closeButtonProps: { 'aria-label': t('common.close') } }),
    [t],
  );
}

/**
 * Returns a function that runs a command and shows its failure as a notification. It is for buttons that have
 * no room for an error of their own; a cancelled command shows nothing.
 */
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

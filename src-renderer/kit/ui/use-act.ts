import { notifications, notificationsStore } from '@mantine/notifications';
import { useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText, hasErrorCode } from '../i18n/error-text.ts';

/** How long a notification is shown, in milliseconds. */
const shownMs = 4_000;

/** Names of scenes and paths have no blank where a line could break. */
const wrapped = { title: { overflowWrap: 'anywhere' }, description: { overflowWrap: 'anywhere' } } as const;

/** Returns how often a notification was shown that is still visible or queued; 0 for none. */
function timesShown(id: string): number {
  const { notifications: shown, queue } = notificationsStore.getState();
  const same = [...shown, ...queue].find((each) => each.id === id);
  const times: unknown = same?.['data-times'];
  return typeof times === 'number' ? times : 0;
}

/**
 * Returns a function that shows a notification over the map for a short time. A repeated notification is not shown
 * twice: it stays longer and shows the number of repetitions.
 */
export function useSay() {
  const { t } = useTranslation();
  return useCallback(
    (what: { title?: string; message: string; color: string }) => {
      const id = JSON.stringify([what.color, what.title, what.message]);
      const times = timesShown(id) + 1;
      const notice = {
        ...what,
        id,
        'data-times': times,
        message: times === 1 ? what.message : t('common.repeated', { message: what.message, times }),
        styles: wrapped,
        closeButtonProps: { 'aria-label': t('common.close') },
        // The notification restarts its timer only if this number changes.
        autoClose: shownMs + times,
      };
      if (times === 1) notifications.show(notice);
      else notifications.update(notice);
    },
    [t],
  );
}

/**
 * Returns a function that runs a command and shows its failure as a notification, for buttons without space for an
 * error. A cancelled command shows nothing.
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

/** As `useAct`, for buttons that make something: while a command runs, the next press does nothing. */
export function useActOnce() {
  const act = useAct();
  const isRunning = useRef(false);
  return useCallback(
    (run: () => Promise<unknown>) =>
      act(async () => {
        if (isRunning.current) return;
        isRunning.current = true;
        try {
          await run();
        } finally {
          isRunning.current = false;
        }
      }),
    [act],
  );
}

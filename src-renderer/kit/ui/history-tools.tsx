import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Tool } from './tool-button.tsx';
import { useHistoryKeys } from './use-history-keys.ts';

/** A step that can be undone or redone: what it did, or null if there is none, and the function that swaps it. */
export interface HistorySide {
  text: string | null;
  run: () => void;
}

/**
 * The buttons for undo and redo, labelled with their steps, and the keys for both. A press always asks main, because
 * the edit before it may not be known here yet.
 */
export function HistoryTools({ undo, redo }: { undo: HistorySide; redo: HistorySide }) {
  const { t } = useTranslation();
  useHistoryKeys({ undo, redo });
  return (
    <>
      <Tool
        label={undo.text === null ? t('places.nothingTo.undo') : t('places.swap.undo', { what: undo.text })}
        icon={IconArrowBackUp}
        looksDisabled={undo.text === null}
        onClick={undo.run}
      />
      <Tool
        label={redo.text === null ? t('places.nothingTo.redo') : t('places.swap.redo', { what: redo.text })}
        icon={IconArrowForwardUp}
        looksDisabled={redo.text === null}
        onClick={redo.run}
      />
    </>
  );
}

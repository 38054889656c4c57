import { useTranslation } from 'react-i18next';
import { useDrops } from './file-drop.ts';
import { useSay } from './use-act.ts';

/**
 * Handles file drops for the whole window: passes the dropped files to the screen that accepts them; shows a message if
 * there is none.
 */
export function FileDrops() {
  const { t } = useTranslation();
  const say = useSay();
  useDrops(() => say({ title: t('shell.drop.title'), message: t('shell.drop.hint'), color: 'orange' }));
  return null;
}

import { IconFileImport } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { importScenes } from '../../kit/state/scene-import-store.ts';
import { Tool } from '../../kit/ui/tool-button.tsx';

/** The button that opens the import of scenes. */
export function ImportTool() {
  const { t } = useTranslation();
  return <Tool label={t('sceneImport.open')} icon={IconFileImport} onClick={() => importScenes()} />;
}

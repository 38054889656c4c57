import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { importScenes } from '../../kit/state/scene-import-store.ts';

/** The button of the notice about an import that waits: it opens the import, which says why and can be continued. */
export function UnfinishedNotice() {
  const { t } = useTranslation();
  return (
    <Button size="xs" onClick={() => importScenes()}>
      {t('sceneImport.showUnfinished')}
    </Button>
  );
}

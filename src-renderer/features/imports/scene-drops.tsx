import { Button, Stack, Text } from '@mantine/core';
import { lazy, Suspense, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { importScenes, sceneImportStore } from '../../kit/state/scene-import-store.ts';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { useDropClaim } from '../../kit/ui/file-drop.ts';
import { useOnceTrue } from '../../kit/ui/use-once-true.ts';
import { droppedKind } from './dropped-scenes.ts';

const ImportScenes = lazy(() =>
  import('./import-scenes.tsx').then((module) => ({ default: module.ImportScenes })),
);

interface Asked {
  files: readonly File[];
  asMaps: () => void;
}

/**
 * Imports dropped files that are scenes by content, and asks about GeoTIFFs, which may be maps. The import dialog is loaded when it first
 * opens.
 */
export function SceneDrops() {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<Asked | null>(null);
  const isOpen = useStore(sceneImportStore, (state) => state.isOpen);
  const claim = useCallback(async (files: readonly File[], others: () => void) => {
    if (sceneImportStore.getState().isOpen) return importScenes(files);
    const kind = await droppedKind(files);
    if (kind === 'scenes') importScenes(files);
    else if (kind === 'rasters') setAsked({ files, asMaps: others });
    else others();
  }, []);
  useDropClaim(claim);
  const close = () => setAsked(null);
  return (
    <>
      <Dialog opened={asked !== null} onClose={close} title={t('sceneImport.drop.title')}>
        <Stack gap="sm">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {t('sceneImport.drop.ask', {
              name: asked?.files[0]?.name ?? '',
              count: asked?.files.length ?? 0,
            })}
          </Text>
          <Button
            data-autofocus
            onClick={() => {
              if (asked) importScenes(asked.files);
              close();
            }}
          >
            {t('sceneImport.drop.scenes')}
          </Button>
          <Button
            variant="default"
            onClick={() => {
              asked?.asMaps();
              close();
            }}
          >
            {t('sceneImport.drop.maps')}
          </Button>
        </Stack>
      </Dialog>
      {useOnceTrue(isOpen) && (
        <Suspense fallback={null}>
          <ImportScenes />
        </Suspense>
      )}
    </>
  );
}

import { Button, Stack, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { referenceStore } from '../../../kit/state/own-maps-store.ts';
import { Dialog } from '../../../kit/ui/dialog.tsx';
import { useDropOffer } from '../../../kit/ui/file-drop.ts';

/** Loaded on demand, because few sessions need the file parsers. */
const AddReference = lazy(() =>
  import('./add-reference.tsx').then((module) => ({ default: module.AddReference })),
);

/** Returns true for files that can be places or a layer; tables, texts and photos are always places. */
const isDrawable = (name: string) =>
  /\.(?:geojson|geojsonl|json|kml|kmz|gpx|zip|shp|dbf|shx|prj|cpg|gpkg)$/i.test(name);

interface Asked {
  files: readonly File[];
  asPlaces: () => void;
}

/**
 * Asks whether dropped files are places or a reference layer that is only drawn. On a screen without an import of places they become a
 * layer.
 */
export function ReferenceDrops() {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [dropped, setDropped] = useState<readonly File[]>([]);
  const isOpen = useStore(referenceStore, (state) => state.isOpen);
  // Once opened it stays mounted, so that the parsed files are still there when it opens again.
  const [wasOpen, setWasOpen] = useState(false);
  if (isOpen && !wasOpen) setWasOpen(true);
  const asReference = (files: readonly File[]) => {
    setAsked(null);
    setDropped(files);
    referenceStore.setState({ isOpen: true });
  };
  useDropOffer((files, others) => {
    if (others === null) asReference(files);
    else setAsked({ files, asPlaces: others });
  }, isDrawable);
  const [first] = asked?.files ?? [];
  return (
    <>
      <Dialog opened={asked !== null} onClose={() => setAsked(null)} title={t('ownMaps.dropTitle')}>
        <Stack gap="sm">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {t('ownMaps.dropAsk', { name: first?.name ?? '', count: asked?.files.length ?? 0 })}
          </Text>
          <Button
            data-autofocus
            onClick={() => {
              asked?.asPlaces();
              setAsked(null);
            }}
          >
            {t('ownMaps.dropAsPlaces')}
          </Button>
          <Button variant="default" onClick={() => asked && asReference(asked.files)}>
            {t('ownMaps.dropAsReference')}
          </Button>
        </Stack>
      </Dialog>
      {wasOpen && (
        <Suspense fallback={null}>
          <AddReference dropped={dropped} />
        </Suspense>
      )}
    </>
  );
}

import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { MapSourceId } from '../../../../src-preload/contract/ids.ts';
import type { MapSource } from '../../../../src-preload/contract/maps.ts';
import { type Api, useApi } from '../../../kit/client/api.tsx';
import { openOwnMaps, referenceStore, zoomToOwnMap } from '../../../kit/state/own-maps-store.ts';
import { useSay } from '../../../kit/ui/use-act.ts';
import { ImportDialog, useImport } from '../../places/import/import-dialog.tsx';
import type { ImportLimits, ImportRun, ImportTarget } from '../../places/import/import-target.ts';
import { batchesOfReference, referenceFeatureOf } from './reference-features.ts';

const limits: ImportLimits = {
  accepts: 'drawn',
  maxFeatures: 500_000,
  selectsEach: false,
  keepsAttributes: true,
};

const withoutEnding = (name: string) => name.replace(/\.[a-z0-9]{1,10}$/i, '');

/** Returns an import run that creates a layer per file; a layer is listed once it is complete. */
function beginLayers(
  { client }: Pick<Api, 'client'>,
  pasted: string,
  onAdded: (own: MapSource) => void,
): ImportRun {
  const { maps } = client;
  /** The layers that are being written, by file name. */
  const layers = new Map<string, MapSourceId>();
  const layerOf = async (fileName: string) => {
    const existing = layers.get(fileName);
    if (existing !== undefined) return existing;
    const { id } = await maps.beginReference({ name: fileName.slice(0, 120) });
    layers.set(fileName, id);
    return id;
  };
  return {
    async add(features) {
      const byFile = Map.groupBy(features, ({ fileName }) =>
        fileName === null ? pasted : withoutEnding(fileName),
      );
      for (const [fileName, own] of byFile) {
        const id = await layerOf(fileName);
        for (const batch of batchesOfReference(own.map(referenceFeatureOf)))
          await maps.addReference({ id, features: batch });
      }
    },
    async finish() {
      for (const [fileName, id] of layers) {
        onAdded(await maps.finishReference({ id }));
        layers.delete(fileName);
      }
    },
    async cancel() {
      for (const id of layers.values()) await maps.discardReference({ id }).catch(() => undefined);
    },
  };
}

/** The dialog that imports files as reference layers: their features are drawn and can be identified, but nothing is planned with them. */
export function AddReference({ dropped }: { dropped: readonly File[] }) {
  const { t } = useTranslation();
  const api = useApi();
  const say = useSay();
  const isOpen = useStore(referenceStore, (state) => state.isOpen);
  const state = useImport(limits);
  const taken = useRef<readonly File[]>([]);
  const last = useRef<MapSource>(null);
  useEffect(() => {
    if (dropped.length === 0 || taken.current === dropped) return;
    taken.current = dropped;
    state.addFiles(dropped);
  }, [dropped, state]);
  const close = () => referenceStore.setState({ isOpen: false });
  const target: ImportTarget = {
    limits,
    title: t('ownMaps.addReference'),
    // A feature without a name has no label on the map either.
    numbered: () => '',
    addLabel: (count) => t('ownMaps.referenceAdd', { count }),
    blocked: null,
    begin: async () =>
      beginLayers(api, t('import.textName'), (own) => {
        last.current = own;
      }),
    onDone(count, isAll) {
      if (last.current === null) return;
      say({ message: t('ownMaps.referenceDone', { count, name: last.current.name }), color: 'teal' });
      if (!isAll) return;
      close();
      openOwnMaps();
      zoomToOwnMap(last.current);
    },
  };
  return (
    <ImportDialog
      state={state}
      target={target}
      opened={isOpen}
      takesDrops={isOpen}
      onOpen={() => referenceStore.setState({ isOpen: true })}
      onClose={close}
    />
  );
}

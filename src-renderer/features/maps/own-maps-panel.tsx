import { Button, CloseButton, Group, Text } from '@mantine/core';
import { IconFilePlus, IconShape, IconWorldPlus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { MapSourceId } from '../../../src-preload/contract/ids.ts';
import type { MapSource } from '../../../src-preload/contract/maps.ts';
import { useApi } from '../../kit/client/api.tsx';
import { openOwnMaps, ownMapsStore, referenceStore, zoomToOwnMap } from '../../kit/state/own-maps-store.ts';
import { ConfirmDialog } from '../../kit/ui/confirm-dialog.tsx';
import type { NadirMap } from '../../map/nadir-map.ts';
import type { DrawnMap } from '../../map/own-maps/own-maps-layers.ts';
import { AddAddressDialog } from './add-address.tsx';
import { AddFileDialog } from './add-file.tsx';
import { MapAreasDialog } from './map-areas.tsx';
import { OwnMapRow } from './own-map-row.tsx';
import classes from './own-maps.module.css';

interface OwnMapsPanelProps {
  map: NadirMap | null;
  maps: readonly DrawnMap[];
  onClose(): void;
}

/** Returns the text that says what is deleted with a map. */
function removalText(t: TFunction, own: MapSource): string {
  const { name, address, areas, hosts, kind, isCopied } = own;
  const count = areas.length;
  if (hosts.length > 0 && address.includes('{key}')) return t('ownMaps.removeServer', { name, count });
  if (hosts.length > 0)
    return count > 0 ? t('ownMaps.removeOpenServer', { name, count }) : t('ownMaps.removeOnly', { name });
  if (kind === 'reference') return t('ownMaps.removeReference', { name });
  return isCopied ? t('ownMaps.removeCopy', { name }) : t('ownMaps.removeFile', { name });
}

function RemoveDialog({ own, onClose }: { own: MapSource | undefined; onClose: () => void }) {
  const { t } = useTranslation();
  const { client } = useApi();
  const remove = useMutation({
    mutationFn: async () => {
      if (own) await client.maps.remove({ id: own.id });
    },
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      opened={own !== undefined}
      title={t('ownMaps.removeTitle')}
      confirmLabel={t('common.remove')}
      command={{ ...remove, mutate: () => remove.mutate() }}
      onClose={onClose}
    >
      {own && removalText(t, own)}
    </ConfirmDialog>
  );
}

/** The list of the user's own maps, the highest first, with the buttons that add one. */
export function OwnMapsPanel({ map, maps, onClose }: OwnMapsPanelProps) {
  const { t } = useTranslation();
  const adding = useStore(ownMapsStore, (state) => state.adding);
  const [removing, setRemoving] = useState<MapSourceId | null>(null);
  const [areasOf, setAreasOf] = useState<MapSourceId | null>(null);
  const sources = maps.map(({ own }) => own);
  const withAreas = sources.find(({ id }) => id === areasOf);
  return (
    <section
      className={classes.panel}
      aria-label={t('ownMaps.title')}
      data-testid="own-maps"
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose();
      }}
    >
      <Group justify="space-between" wrap="nowrap">
        <Text component="h2" size="sm" fw={600} m={0}>
          {t('ownMaps.title')}
        </Text>
        <CloseButton size="sm" aria-label={t('ownMaps.close')} onClick={onClose} data-autofocus />
      </Group>
      {maps.length === 0 ? (
        <Text size="xs" c="var(--nadir-quiet)">
          {t('ownMaps.empty')}
        </Text>
      ) : (
        <ol className={classes.list}>
          {maps.map(({ own, raster }, index) => (
            <OwnMapRow
              key={own.id}
              own={own}
              raster={raster}
              map={map}
              index={index}
              count={maps.length}
              onZoomTo={() => zoomToOwnMap(own)}
              onAreas={() => setAreasOf(own.id)}
              onRemove={() => setRemoving(own.id)}
            />
          ))}
        </ol>
      )}
      <Group gap={6}>
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconFilePlus size={14} aria-hidden />}
          onClick={() => openOwnMaps('file')}
        >
          {t('ownMaps.addFile')}
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconWorldPlus size={14} aria-hidden />}
          onClick={() => openOwnMaps('address')}
        >
          {t('ownMaps.addAddress')}
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconShape size={14} aria-hidden />}
          onClick={() => referenceStore.setState({ isOpen: true })}
        >
          {t('ownMaps.addReference')}
        </Button>
      </Group>
      <AddFileDialog />
      <AddAddressDialog opened={adding === 'address'} onClose={() => openOwnMaps()} />
      <RemoveDialog own={sources.find(({ id }) => id === removing)} onClose={() => setRemoving(null)} />
      {withAreas && <MapAreasDialog own={withAreas} map={map} onClose={() => setAreasOf(null)} />}
    </section>
  );
}

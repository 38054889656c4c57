import { Button, Checkbox, Group, NumberInput, Progress, Stack, Text, TextInput } from '@mantine/core';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapArea, MapBox, MapSource } from '../../../src-preload/contract/maps.ts';
import { useApi } from '../../kit/client/api.tsx';
import { errorText } from '../../kit/i18n/error-text.ts';
import { formatBytes, formatNumber } from '../../kit/i18n/format.ts';
import { ConfirmDialog } from '../../kit/ui/confirm-dialog.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import { useAct } from '../../kit/ui/use-act.ts';
import { useCommand } from '../../kit/ui/use-command.ts';
import { useFocusBack } from '../../kit/ui/use-focus-back.ts';
import type { NadirMap } from '../../map/nadir-map.ts';
import classes from './own-maps.module.css';
import { useUpdateMap } from './use-own-maps.ts';

/** The default number of zooms below the widest one, because each has four times the tiles of the one before. */
const defaultZooms = 4;

function AreaRow({ area }: { area: MapArea }) {
  const { t, i18n } = useTranslation();
  const { client } = useApi();
  const act = useAct();
  const { state, name, doneCount, tileCount } = area;
  const [isRemoving, setRemoving] = useState(false);
  const remove = useCommand({
    mutationFn: () => client.maps.removeArea({ id: area.id }),
    onSuccess: () => setRemoving(false),
  });
  const percent = tileCount === 0 ? 0 : (100 * doneCount) / tileCount;
  return (
    <li className={classes.area} data-testid="map-area" data-state={state}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Group gap={4} wrap="nowrap">
          {state === 'saving' && (
            <Button
              size="compact-xs"
              variant="default"
              onClick={() => act(() => client.maps.pauseArea({ id: area.id }))}
            >
              {t('downloads.pause')}
            </Button>
          )}
          {(state === 'paused' || state === 'failed') && (
            <Button
              size="compact-xs"
              variant="default"
              onClick={() => act(() => client.maps.resumeArea({ id: area.id }))}
            >
              {t('downloads.resume')}
            </Button>
          )}
          <Button
            size="compact-xs"
            variant="default"
            aria-label={t('ownMaps.removeArea', { name })}
            onClick={() => setRemoving(true)}
          >
            {t('common.remove')}
          </Button>
        </Group>
      </Group>
      {state !== 'complete' && (
        <Progress value={percent} size="sm" my={4} aria-label={t('ownMaps.progressOf', { name })} />
      )}
      <Text size="xs" c="var(--nadir-quiet)">
        {t(`ownMaps.areaState.${state}`, {
          done: formatNumber(i18n.language, doneCount, 0),
          tiles: formatNumber(i18n.language, tileCount, 0),
          size: formatBytes(i18n.language, area.bytes),
        })}
      </Text>
      {area.error !== null && (
        <Text size="xs" role="status">
          {errorText(t, area.error).hint}
        </Text>
      )}
      <ConfirmDialog
        opened={isRemoving}
        title={t('ownMaps.removeAreaTitle')}
        confirmLabel={t('common.remove')}
        command={{ ...remove, mutate: () => remove.mutate() }}
        onClose={() => setRemoving(false)}
      >
        {t('ownMaps.removeAreaText', { name, size: formatBytes(i18n.language, area.bytes) })}
      </ConfirmDialog>
    </li>
  );
}

function NewAreaForm({ own, box }: { own: MapSource; box: MapBox }) {
  const { t, i18n } = useTranslation();
  const { client, query } = useApi();
  const [name, setName] = useState('');
  const [minZoom, setMinZoom] = useState(own.minZoom);
  const [maxZoom, setMaxZoom] = useState(Math.min(own.maxZoom, own.minZoom + defaultZooms));
  const isRange = minZoom <= maxZoom;
  const request = { sourceId: own.id, box, minZoom, maxZoom };
  const estimate = useQuery(query.maps.estimateArea.queryOptions({ input: isRange ? request : skipToken }));
  const save = useCommand({
    mutationFn: () => client.maps.saveArea({ ...request, name: name.trim() || own.name }),
    onSuccess: () => setName(''),
  });
  const { data } = estimate;
  const isTooLarge = data !== undefined && data.tileCount > data.mostTiles;
  const values = data && {
    tiles: formatNumber(i18n.language, data.tileCount, 0),
    size: formatBytes(i18n.language, data.bytes),
    most: formatNumber(i18n.language, data.mostTiles, 0),
  };
  const text = values && (isTooLarge ? t('ownMaps.estimateTooLarge', values) : t('ownMaps.estimate', values));
  const zoomField = (label: string, value: number, set: (value: number) => void) => (
    <NumberInput
      label={label}
      min={own.minZoom}
      max={own.maxZoom}
      clampBehavior="strict"
      allowDecimal={false}
      value={value}
      onChange={(next) => typeof next === 'number' && set(next)}
    />
  );
  return (
    <form
      noValidate
      aria-label={t('ownMaps.newArea')}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Stack gap="xs">
        <TextInput
          label={t('label.name')}
          placeholder={own.name}
          maxLength={120}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Group grow>
          {zoomField(t('ownMaps.minZoom'), minZoom, setMinZoom)}
          {zoomField(t('ownMaps.maxZoom'), maxZoom, setMaxZoom)}
        </Group>
        <Text size="sm" role="status" data-testid="area-estimate">
          {text}
        </Text>
        {estimate.isError && <ErrorNote error={estimate.error} />}
        {save.isError && <ErrorNote error={save.error} />}
        <Group justify="flex-end">
          <Button
            type="submit"
            loading={save.isPending}
            disabled={!own.offlineAllowed || !isRange || data === undefined || isTooLarge}
          >
            {t('ownMaps.saveArea')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The dialog of the areas of a map that are stored on this computer, which also stores the area in view. */
export function MapAreasDialog({
  own,
  map,
  onClose,
}: {
  own: MapSource;
  map: NadirMap | null;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { wanted, update } = useUpdateMap(own.id);
  useFocusBack();
  // The dialog covers the map, so this is the view from before it was opened.
  const [box] = useState(() => map?.viewBox() ?? null);
  return (
    <Dialog opened onClose={onClose} title={t('ownMaps.offlineOf', { name: own.name })} size="lg">
      <Stack gap="sm">
        <Text size="sm">{t('ownMaps.offlineHint')}</Text>
        <Checkbox
          label={t('ownMaps.terms')}
          checked={wanted.offlineAllowed ?? own.offlineAllowed}
          onChange={(event) => update({ offlineAllowed: event.currentTarget.checked })}
        />
        {box && <NewAreaForm own={own} box={box} />}
        {own.areas.length > 0 && (
          <ul className={classes.list} aria-label={t('ownMaps.savedAreas')}>
            {own.areas.map((area) => (
              <AreaRow key={area.id} area={area} />
            ))}
          </ul>
        )}
      </Stack>
    </Dialog>
  );
}

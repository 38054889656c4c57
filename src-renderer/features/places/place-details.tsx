import { Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlaceId } from '../../../src-preload/contract/ids.ts';
import type { PlaceEditKind } from '../../../src-preload/contract/place-steps.ts';
import { type Place, type PlacePatch, placeBounds } from '../../../src-preload/contract/place-values.ts';
import { numberText } from '../../../src-preload/contract/read-number.ts';
import { areaKm2, boxOf, verticesOf } from '../../../src-shared/geometry/area.ts';
import type { LonLat } from '../../../src-shared/geometry/lon-lat.ts';
import { useApi, useSettings } from '../../kit/client/api.tsx';
import { hasErrorCode } from '../../kit/i18n/error-text.ts';
import { formatKm2 } from '../../kit/i18n/format-km2.ts';
import { validationMessage } from '../../kit/i18n/validation-message.ts';
import { closeDetails } from '../../kit/lists/close-details.ts';
import { zoomToBox, zoomToPoint } from '../../kit/state/map-store.ts';
import { select, selectedOf } from '../../kit/state/selection.ts';
import { CommitField } from '../../kit/ui/commit-field.tsx';
import { DetailsHead } from '../../kit/ui/details-head.tsx';
import { Facts } from '../../kit/ui/facts.tsx';
import { Loaded } from '../../kit/ui/loaded.tsx';
import { MapEdgeNote } from '../../kit/ui/map-edge-note.tsx';
import { TimeText } from '../../kit/ui/time-text.tsx';
import { useAct } from '../../kit/ui/use-act.ts';
import { latestRow, rowOfPlace, usePlaceEdits } from './edit-places.ts';
import { movePoint } from './moved-point.ts';
import { PlaceActions } from './place-actions.tsx';
import { PlaceAttributes } from './place-attributes.tsx';
import { displayedPosition, readAltitude, readBounded, readTags } from './place-fields.ts';
import { PlacePositionField } from './place-position-field.tsx';
import { useSayLostAltitude } from './use-say-lost-altitude.ts';

type Change = (patch: PlacePatch, as?: PlaceEditKind) => void;

/** Returns the function that changes this place. */
function useChange(place: Place): Change {
  const act = useAct();
  const edits = usePlaceEdits();
  return (patch, as = 'change') =>
    act(() => edits.update(as, [{ row: latestRow(rowOfPlace(place)), patch }]));
}

/** The position: a field for a point, figures for an area. */
function Position({ place, change }: { place: Place; change: Change }) {
  const { t, i18n } = useTranslation();
  const format = useSettings()?.coordinateFormat ?? 'dd';
  const sayLost = useSayLostAltitude();
  const { geometry } = place;
  if (geometry?.kind === 'area')
    return (
      <Facts
        facts={[
          [t('places.column.kind'), t('places.kind.area')],
          [
            t('label.size'),
            t('orderForm.areaSize', {
              size: formatKm2(i18n.language, areaKm2(geometry.rings)),
              vertices: t('orderForm.vertices', { count: verticesOf(geometry.rings) }),
            }),
          ],
        ]}
      />
    );
  const altitude = geometry?.altitudeMetres ?? null;
  const move = (at: LonLat, namedMetres: number | null) => {
    const { point, lostMetres } = movePoint(geometry, at, namedMetres);
    change({ geometry: point }, 'move');
    sayLost(lostMetres);
  };
  return (
    <>
      <PlacePositionField
        value={displayedPosition(rowOfPlace(place), format)}
        format={format}
        onMove={move}
      />
      {geometry && <MapEdgeNote latitude={geometry.latitude} />}
      {geometry && (
        <CommitField
          label={t('place.altitudeLabel')}
          value={altitude === null ? '' : numberText(altitude)}
          onCommit={(text) => {
            const read = readAltitude(text);
            if ('problem' in read) return validationMessage(t, read.problem.message, read.problem.values);
            change({ geometry: { ...geometry, altitudeMetres: read.value } });
            return null;
          }}
        />
      )}
    </>
  );
}

function Fields({ place, change }: { place: Place; change: Change }) {
  const { t } = useTranslation();
  const { query } = useApi();
  const lists = useQuery(query.places.lists.queryOptions()).data ?? [];
  const bounded = (text: string, maxLength: number, patch: PlacePatch) => {
    const read = readBounded(text, maxLength);
    if ('problem' in read) return validationMessage(t, read.problem.message, read.problem.values);
    change(patch);
    return null;
  };
  return (
    <>
      <CommitField
        label={t('label.name')}
        value={place.name}
        onCommit={(text) => bounded(text, placeBounds.name, { name: text })}
      />
      <Position place={place} change={change} />
      <CommitField
        label={t('places.column.tags')}
        description={t('places.tagsHint')}
        value={place.tags.join(', ')}
        onCommit={(text) => {
          const read = readTags(text);
          if ('problem' in read) return validationMessage(t, read.problem.message, read.problem.values);
          change({ tags: read.value });
          return null;
        }}
      />
      <CommitField
        label={t('places.column.notes')}
        isMultiline
        value={place.notes}
        onCommit={(text) => bounded(text, placeBounds.notes, { notes: text })}
      />
      <Select
        label={t('places.column.list')}
        data={lists.map(({ listId, name }) => ({ value: listId, label: name }))}
        value={place.listId}
        allowDeselect={false}
        onChange={(value) => {
          const list = lists.find(({ listId }) => listId === value);
          if (list) change({ listId: list.listId });
        }}
        comboboxProps={{ withinPortal: true }}
      />
    </>
  );
}

/** The source of a place, and who changed it when. */
function Provenance({ place }: { place: Place }) {
  const { t } = useTranslation();
  const { source } = place;
  return (
    <Facts
      facts={[
        ...(source === null
          ? []
          : [
              [
                t('places.column.source'),
                source.line === null
                  ? source.fileName
                  : t('places.sourceLine', { file: source.fileName, line: source.line }),
              ] as const,
            ]),
        [t('label.created'), <TimeText key="created" at={place.createdAt} fz="inherit" />],
        [t('places.column.updated'), <TimeText key="updated" at={place.updatedAt} fz="inherit" />],
        [t('places.column.updatedBy'), place.updatedBy === '' ? '—' : place.updatedBy],
      ]}
    />
  );
}

function Details({ place }: { place: Place }) {
  const { t } = useTranslation();
  const change = useChange(place);
  const { geometry } = place;
  const zoom =
    geometry === null
      ? null
      : () =>
          geometry.kind === 'area'
            ? zoomToBox(boxOf(geometry.rings))
            : zoomToPoint([geometry.longitude, geometry.latitude]);
  return (
    <Stack gap="sm" p="sm">
      <DetailsHead
        title={place.name === '' ? t('places.unnamed') : place.name}
        onZoom={zoom}
        onClose={() => closeDetails('place')}
      />
      <PlaceActions place={place} />
      {geometry === null && (
        <Text size="xs" role="note" c="var(--nadir-warning)">
          {t('places.noPosition')}
        </Text>
      )}
      <Fields place={place} change={change} />
      <PlaceAttributes attributes={place.attributes} onChange={change} />
      <Provenance place={place} />
    </Stack>
  );
}

/** The details of a place. Each field is saved when it loses the focus. */
export function PlaceDetailsPane({ placeId }: { placeId: PlaceId }) {
  const { query } = useApi();
  const result = useQuery(query.places.get.queryOptions({ input: { placeId } }));
  // The place was removed, perhaps by an undo.
  const isGone = result.isError && hasErrorCode(result.error, 'NOT_FOUND');
  useEffect(() => {
    if (isGone && selectedOf('place') === placeId) select('place', null);
  }, [isGone, placeId]);
  if (isGone) return null;
  return <Loaded of={result}>{(place) => <Details place={place} />}</Loaded>;
}

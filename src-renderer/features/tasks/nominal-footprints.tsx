import { useDebouncedValue } from '@mantine/hooks';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { TaskId } from '../../../src-preload/contract/ids.ts';
import type { LonLat } from '../../../src-shared/geometry/lon-lat.ts';
import { useActiveScope, useApi } from '../../kit/client/api.tsx';
import { formatNumber } from '../../kit/i18n/format.ts';
import { placeOf } from '../../kit/lists/use-place-text.ts';
import { type NominalReason, showNominal } from '../../kit/state/map-store.ts';
import { useHovered, useSelected } from '../../kit/state/selection.ts';
import { useNominalSizeOf, useStoredSizes } from './nominal-size.ts';

/** The delay in milliseconds before a hovered task is drawn, because the pointer passes over many tasks. */
const hoverMs = 250;

/** Draws the nominal footprint of a product around a place while mounted; nothing if either is missing. */
export function useNominalFootprint(
  reason: NominalReason,
  { at, product }: { at: LonLat | null; product: string | number | null },
) {
  const { t, i18n } = useTranslation();
  const size = useNominalSizeOf()(product);
  const [longitude, latitude] = at ?? [null, null];
  const [widthKm, heightKm] = [size?.widthKm ?? null, size?.heightKm ?? null];
  const label =
    widthKm === null || heightKm === null
      ? ''
      : t('map.nominal', {
          width: formatNumber(i18n.language, widthKm, 1),
          height: formatNumber(i18n.language, heightKm, 1),
        });
  useEffect(() => {
    if (longitude === null || latitude === null || widthKm === null || heightKm === null) return;
    showNominal(reason, { at: [longitude, latitude], widthKm, heightKm, label });
    return () => showNominal(reason, null);
  }, [reason, longitude, latitude, widthKm, heightKm, label]);
}

function FootprintOf({ reason, taskId }: { reason: NominalReason; taskId: TaskId }) {
  const { query } = useApi();
  const scope = useActiveScope();
  const task = useQuery(
    query.tasking.get.queryOptions({ input: scope ? { scope, taskId } : skipToken }),
  ).data;
  useNominalFootprint(reason, { at: task ? placeOf(task) : null, product: task?.productPk ?? null });
  return null;
}

/** Draws the nominal footprints of the selected and the hovered task, if the user has set a size for their products. */
export function NominalFootprints() {
  const isAnySet = Object.values(useStoredSizes()).some((sizes) => Object.keys(sizes).length > 0);
  const selected = useSelected('task');
  const [hovered] = useDebouncedValue(useHovered('task'), hoverMs);
  if (!isAnySet) return null;
  return (
    <>
      {selected !== null && <FootprintOf reason="selected" taskId={selected} />}
      {hovered !== null && hovered !== selected && <FootprintOf reason="hovered" taskId={hovered} />}
    </>
  );
}

import { useQueries } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Scope } from '../../../../src-preload/contract/ids.ts';
import { mercatorX, mercatorY } from '../../../../src-shared/geometry/mercator.ts';
import { useActiveScope, useApi } from '../../../kit/client/api.tsx';
import { mapStore } from '../../../kit/state/map-store.ts';
import type { PreviewPlaces } from '../../../kit/state/subject-marks.ts';
import { TableStage } from '../../../kit/ui/table-stage.tsx';
import { usePlanMode } from '../use-plan-mode.ts';
import { preparedStore } from './prepared-store.ts';
import { PreparedTable } from './prepared-table.tsx';
import { usePreparedCheck, usePreparedRows } from './use-prepared-rows.ts';

const rowsAtOnce = 500;
/** Rows beyond these pages have no marks, because each page is read from main. */
const maxPages = 20;

interface PlacedRow {
  longitude: number | null;
  latitude: number | null;
}

/** Returns the points of rows, and the middles of areas, in the form of unsent places on the map. */
function pointsOf(rows: readonly PlacedRow[]): PreviewPlaces {
  const placed = rows.flatMap(({ longitude, latitude }) =>
    longitude === null || latitude === null ? [] : [[longitude, latitude] as const],
  );
  return {
    x: Float64Array.from(placed, ([longitude]) => mercatorX(longitude)),
    y: Float64Array.from(placed, ([, latitude]) => mercatorY(latitude)),
    flat: new Float64Array(),
    starts: Uint32Array.of(0),
    boxes: new Float64Array(),
  };
}

/** Joins the pages. It is defined once, so that it runs only for new pages. */
const rowsOf = (pages: readonly { data: { rows: PlacedRow[] } | undefined }[]): PlacedRow[] =>
  pages.flatMap(({ data }) => data?.rows ?? []);

/** Shows the places of the prepared rows on the map while their table is open. */
function usePreparedOnMap(scope: Scope, total: number) {
  const { query } = useApi();
  const pages = Math.min(maxPages, Math.ceil(total / rowsAtOnce));
  const rows = useQueries({
    queries: Array.from({ length: pages }, (_, page) =>
      query.prepared.page.queryOptions({ input: { scope, offset: page * rowsAtOnce, limit: rowsAtOnce } }),
    ),
    combine: rowsOf,
  });
  useEffect(() => {
    mapStore.setState({ preview: rows.length > 0 ? [pointsOf(rows)] : null });
  }, [rows]);
  useEffect(() => () => mapStore.setState({ preview: null }), []);
}

function Stage({ scope }: { scope: Scope }) {
  const { t } = useTranslation();
  const share = useStore(preparedStore, ({ tableShare }) => tableShare);
  const rows = usePreparedRows(scope);
  const check = usePreparedCheck(scope);
  usePreparedOnMap(scope, rows.total ?? 0);
  if ((rows.total ?? 0) === 0) return null;
  return (
    <TableStage
      label={t('prepared.table')}
      handleLabel={t('places.resizeTable')}
      share={share}
      onShare={(tableShare) => preparedStore.setState({ tableShare })}
    >
      <PreparedTable scope={scope} rows={rows} check={check} />
    </TableStage>
  );
}

/** The table of the rows that are prepared from places, below the map. */
export function PreparedStage() {
  const scope = useActiveScope();
  const mode = usePlanMode();
  return scope !== null && mode === 'prepared' ? (
    <Stage key={`${scope.connectionId} ${scope.contractId}`} scope={scope} />
  ) : null;
}

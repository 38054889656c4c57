import { useQueries } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Scope } from '../../../../src-preload/contract/ids.ts';
import { useApi } from '../../../client/api.tsx';
import { mercatorX, mercatorY } from '../../../geometry/mercator.ts';
import { mapStore } from '../../../state/map-store.ts';
import type { PreviewPlaces } from '../../../state/subject-marks.ts';

const rowsAtOnce = 500;
/** More rows have no marks: each page is read from main. */
const mostPages = 20;

interface PlacedRow {
  longitude: number | null;
  latitude: number | null;
}

/** Returns the points of rows, and the middles of those that are areas, as the map draws what is not sent yet. */
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

/** Joins the pages; the same function each time, so that it runs for new pages only. */
const rowsOf = (pages: readonly { data: { rows: PlacedRow[] } | undefined }[]): PlacedRow[] =>
  pages.flatMap(({ data }) => data?.rows ?? []);

/** Shows where the prepared rows are on the map while their table is open. */
export function usePreparedOnMap(scope: Scope, total: number) {
  const { query } = useApi();
  const pages = Math.min(mostPages, Math.ceil(total / rowsAtOnce));
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

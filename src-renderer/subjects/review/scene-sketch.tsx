import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { RemarkGeometry } from '../../../src-preload/contract/reviews.ts';
import { readGeometryText } from '../../formats/read-geometry-text.ts';
import type { LonLat } from '../../geometry/lon-lat.ts';
import { mercatorX, mercatorY, worldMetres } from '../../geometry/mercator.ts';
import classes from './report-page.module.css';

interface SceneSketchProps {
  /** GeoJSON text; null if the scene has none. */
  footprint: string | null;
  remarks: readonly RemarkGeometry[];
}

const sidePx = 200;
const marginPx = 14;

function ringsOf(footprint: string | null): readonly (readonly LonLat[])[] {
  const geometry = footprint === null ? null : readGeometryText(footprint);
  return geometry?.kind === 'area' ? geometry.polygons.flat() : [];
}

/** Returns where a place is on the sketch: all rings fit in it, and remarks beside the scene may be outside. */
function placer(rings: readonly (readonly LonLat[])[]) {
  const all = rings.flat();
  const [west = 0] = all.map(([longitude]) => mercatorX(longitude));
  // A footprint over the antimeridian goes on in the copy of the world in which it begins.
  const near = (longitude: number) => {
    const x = mercatorX(longitude);
    return x + worldMetres * Math.round((west - x) / worldMetres);
  };
  const xs = all.map(([longitude]) => near(longitude));
  const ys = all.map(([, latitude]) => mercatorY(latitude));
  const [left, right] = [xs.reduce((a, b) => Math.min(a, b)), xs.reduce((a, b) => Math.max(a, b))];
  const [bottom, top] = [ys.reduce((a, b) => Math.min(a, b)), ys.reduce((a, b) => Math.max(a, b))];
  const scale = (sidePx - 2 * marginPx) / Math.max(right - left, top - bottom, 1);
  return ([longitude, latitude]: LonLat) => ({
    x: sidePx / 2 + (near(longitude) - (left + right) / 2) * scale,
    y: sidePx / 2 - (mercatorY(latitude) - (bottom + top) / 2) * scale,
  });
}

/** The outline of a scene without a preview, with the drawn remarks at their places. */
export function SceneSketch({ footprint, remarks }: SceneSketchProps) {
  const { t } = useTranslation();
  const rings = useMemo(() => ringsOf(footprint), [footprint]);
  if (rings.flat().length === 0)
    return <div className={classes.noPicture}>{t('reviews.report.noPicture')}</div>;
  const at = placer(rings);
  const pathOf = (places: readonly LonLat[]) =>
    places
      .map((place, i) => {
        const { x, y } = at(place);
        return `${i === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
      })
      .join('');
  return (
    <svg
      className={classes.sketch}
      viewBox={`0 0 ${sidePx} ${sidePx}`}
      role="img"
      aria-label={t('reviews.report.sketch')}
    >
      <path
        d={rings.map((ring) => `${pathOf(ring)}Z`).join('')}
        fill="#006972"
        fillOpacity={0.1}
        stroke="#006972"
        strokeWidth={1.6}
        fillRule="evenodd"
      />
      {remarks.map((geometry, i) => {
        const key = `${i} ${geometry.type}`;
        if (geometry.type === 'Point') {
          const { x, y } = at(geometry.coordinates);
          return <circle key={key} cx={x} cy={y} r={4} fill="#c2410c" stroke="#fff" strokeWidth={1.2} />;
        }
        const isArea = geometry.type === 'Polygon';
        const places = isArea ? geometry.coordinates[0] : geometry.coordinates;
        return (
          <path
            key={key}
            d={pathOf(places)}
            fill={isArea ? '#c2410c' : 'none'}
            fillOpacity={0.15}
            stroke="#c2410c"
            strokeWidth={1.6}
          />
        );
      })}
    </svg>
  );
}

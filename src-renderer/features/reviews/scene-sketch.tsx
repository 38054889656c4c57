import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { RemarkGeometry } from '../../../src-preload/contract/reviews.ts';
import type { LonLat } from '../../../src-shared/geometry/lon-lat.ts';
import { mercatorX, mercatorY, worldMetres } from '../../../src-shared/geometry/mercator.ts';
import { readGeometryText } from '../../formats/read-geometry-text.ts';
import classes from './report-page.module.css';

/** A remark with its number in the report. */
export interface NumberedRemark {
  number: number;
  geometry: RemarkGeometry;
}

interface SceneSketchProps {
  /** GeoJSON; null if the scene has no footprint. */
  footprint: string | null;
  remarks: readonly NumberedRemark[];
}

/** The side of the square in which a sketch or a picture with remarks is drawn. */
export const sidePx = 200;
const marginPx = 16;
/** Lines and areas smaller than this get a dot, to be visible. */
const smallestPx = 6;
const colour = '#c2410c';

function ringsOf(footprint: string | null): readonly (readonly LonLat[])[] {
  const geometry = footprint === null ? null : readGeometryText(footprint);
  return geometry?.kind === 'area' ? geometry.polygons.flat() : [];
}

/** Returns the vertices of a remark. */
export const placesOf = (geometry: RemarkGeometry): readonly LonLat[] => {
  if (geometry.type === 'Point') return [geometry.coordinates];
  return geometry.type === 'LineString' ? geometry.coordinates : geometry.coordinates[0];
};

/** Returns the minimum and the maximum. */
const rangeOf = (values: readonly number[]): [number, number] => [
  values.reduce((a, b) => Math.min(a, b)),
  values.reduce((a, b) => Math.max(a, b)),
];

/** Returns a function that converts a place to the coordinates of a sketch that contains all these places. */
function placer(all: readonly LonLat[]) {
  const [west = 0] = all.map(([longitude]) => mercatorX(longitude));
  // Continues a footprint across the antimeridian in the copy of the world where it starts.
  const near = (longitude: number) => {
    const x = mercatorX(longitude);
    return x + worldMetres * Math.round((west - x) / worldMetres);
  };
  const [left, right] = rangeOf(all.map(([longitude]) => near(longitude)));
  const [bottom, top] = rangeOf(all.map(([, latitude]) => mercatorY(latitude)));
  const scale = (sidePx - 2 * marginPx) / Math.max(right - left, top - bottom, 1);
  return ([longitude, latitude]: LonLat) => ({
    x: sidePx / 2 + (near(longitude) - (left + right) / 2) * scale,
    y: sidePx / 2 - (mercatorY(latitude) - (bottom + top) / 2) * scale,
  });
}

interface DrawnProps {
  remark: NumberedRemark;
  at: (place: LonLat) => { x: number; y: number };
}

/** Returns points of the sketch as an SVG path. */
const pathOf = (places: readonly { x: number; y: number }[]) =>
  places.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');

/** The shape of a remark. */
function Drawn({ remark: { geometry }, at }: DrawnProps) {
  const places = placesOf(geometry).map(at);
  const [first] = places;
  if (first === undefined) return null;
  const [left, right] = rangeOf(places.map(({ x }) => x));
  const [top, bottom] = rangeOf(places.map(({ y }) => y));
  if (Math.max(right - left, bottom - top) < smallestPx)
    return <circle cx={first.x} cy={first.y} r={3.5} fill={colour} stroke="#fff" strokeWidth={1.2} />;
  const isArea = geometry.type === 'Polygon';
  return (
    <path
      d={`${pathOf(places)}${isArea ? 'Z' : ''}`}
      fill={isArea ? colour : 'none'}
      fillOpacity={0.15}
      stroke={colour}
      strokeWidth={1.8}
      strokeLinejoin="round"
      data-shape={geometry.type}
    />
  );
}

/** The number of a remark, beside its first vertex and within the sketch. */
function NumberOf({ remark: { number, geometry }, at }: DrawnProps) {
  const [first] = placesOf(geometry).map(at);
  if (first === undefined) return null;
  const isAtEnd = first.x > sidePx - 24;
  return (
    <text
      x={first.x + (isAtEnd ? -6 : 6)}
      y={Math.max(11, first.y - 3)}
      textAnchor={isAtEnd ? 'end' : 'start'}
      fontSize={12}
      fontWeight={650}
      fill="#7c2d12"
      stroke="#fff"
      strokeWidth={2.6}
      paintOrder="stroke"
    >
      {number}
    </text>
  );
}

interface DrawnRemarksProps {
  remarks: readonly NumberedRemark[];
  at: DrawnProps['at'];
}

/** The shapes of remarks with their numbers above all of them. */
export function DrawnRemarks({ remarks, at }: DrawnRemarksProps) {
  return (
    <>
      {remarks.map((remark) => (
        <Drawn key={remark.number} remark={remark} at={at} />
      ))}
      {remarks.map((remark) => (
        <NumberOf key={remark.number} remark={remark} at={at} />
      ))}
    </>
  );
}

/** The outline of a scene with its numbered remarks. */
export function SceneSketch({ footprint, remarks }: SceneSketchProps) {
  const { t } = useTranslation();
  const rings = useMemo(() => ringsOf(footprint), [footprint]);
  const all = [...rings.flat(), ...remarks.flatMap(({ geometry }) => placesOf(geometry))];
  if (all.length === 0) return <div className={classes.noPicture}>{t('reviews.report.noPicture')}</div>;
  const at = placer(all);
  return (
    <svg
      className={classes.sketch}
      viewBox={`0 0 ${sidePx} ${sidePx}`}
      role="img"
      aria-label={t('reviews.report.sketch')}
    >
      <path
        d={rings.map((ring) => `${pathOf(ring.map(at))}Z`).join('')}
        fill="#006972"
        fillOpacity={0.1}
        stroke="#006972"
        strokeWidth={1.6}
        fillRule="evenodd"
      />
      <DrawnRemarks remarks={remarks} at={at} />
    </svg>
  );
}

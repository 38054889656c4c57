import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LonLat } from '../../geometry/lon-lat.ts';
import { basemapPicture, type PictureView } from '../../map/basemap-picture.ts';
import classes from './field-sheet.module.css';
import type { SheetPlace } from './sheet-place.ts';
import { overviewOf, pixelOf, scaleBarOf, viewOf } from './sheet-view.ts';
import { spreadLabels } from './spread-labels.ts';

/** The radius of a numbered label, in pixels, by the number of its digits. */
const radiiPx = [8, 8, 9, 11] as const;
const northLetter = 'N';

/** Returns the URL of the basemap picture; null while it is being drawn, empty if drawing failed. */
function usePicture(view: PictureView | null, hasGraticule: boolean): string | null {
  const { language } = useTranslation().i18n;
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (view === null) return;
    const ended = new AbortController();
    let url: string | null = null;
    basemapPicture(view, { language, hasGraticule, signal: ended.signal }).then(
      (picture) => {
        if (ended.signal.aborted) return;
        url = URL.createObjectURL(picture);
        setAddress(url);
      },
      // Without a basemap the places are printed all the same.
      () => setAddress(ended.signal.aborted ? null : ''),
    );
    return () => {
      ended.abort();
      setAddress(null);
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [view, language, hasGraticule]);
  return address;
}

const partsText = (view: PictureView, parts: readonly (readonly LonLat[])[], end: string) =>
  parts
    .map((part) => {
      const places = part.map((vertex) => {
        const { x, y } = pixelOf(view, vertex);
        return `${x.toFixed(1)} ${y.toFixed(1)}`;
      });
      return `M${places.join('L')}${end}`;
    })
    .join('');

/** Returns the areas and the lines of places as SVG paths. */
const pathsOf = (view: PictureView, places: readonly SheetPlace[]) => ({
  areas: places
    .map(({ geometry }) => (geometry.kind === 'area' ? partsText(view, geometry.polygons.flat(), 'Z') : ''))
    .join(''),
  lines: places
    .map(({ geometry }) => (geometry.kind === 'line' ? partsText(view, geometry.parts, '') : ''))
    .join(''),
});

function Labels({ view, places }: { view: PictureView; places: readonly SheetPlace[] }) {
  const radiusPx = radiiPx[String(places.length).length] ?? 11;
  const labels = useMemo(
    () =>
      spreadLabels(
        places.map(({ middle }) => pixelOf(view, middle)),
        { ...view, radiusPx },
      ),
    [view, places, radiusPx],
  );
  const lines = labels.map(({ place, at }) =>
    at === place ? '' : `M${place.x.toFixed(1)} ${place.y.toFixed(1)}L${at.x.toFixed(1)} ${at.y.toFixed(1)}`,
  );
  const numbers = labels.map(({ at }, i) => (
    <g key={places[i]?.number}>
      <circle cx={at.x} cy={at.y} r={radiusPx} fill="#006972" stroke="#fff" strokeWidth={1.2} />
      <text
        x={at.x}
        y={at.y}
        dy="0.36em"
        textAnchor="middle"
        fontSize={radiusPx * 1.15}
        fontWeight={650}
        fill="#fff"
      >
        {places[i]?.number}
      </text>
    </g>
  ));
  return (
    <>
      {/* Below all labels, because a leader line may cross some of them. Its round end marks the place. */}
      <path d={lines.join('')} fill="none" stroke="#111" strokeWidth={1} markerStart="url(#place)" />
      <defs>
        <marker id="place" viewBox="-3 -3 6 6" markerWidth={5} markerHeight={5}>
          <circle r={3} fill="#111" />
        </marker>
      </defs>
      {numbers}
    </>
  );
}

function ScaleBar({ view }: { view: PictureView }) {
  const { i18n } = useTranslation();
  const { metres, px } = scaleBarOf(view);
  const inKm = metres >= 1_000;
  const text = new Intl.NumberFormat(i18n.language, {
    style: 'unit',
    unit: inKm ? 'kilometer' : 'meter',
    maximumFractionDigits: 2,
  }).format(inKm ? metres / 1_000 : metres);
  const [x, y] = [14, view.heightPx - 14];
  return (
    <g>
      <rect x={x - 6} y={y - 22} width={px + 12} height={30} fill="#fff" fillOpacity={0.85} />
      <path d={`M${x} ${y - 5}v5h${px}v-5`} fill="none" stroke="#111" strokeWidth={1.6} />
      <text x={x + px / 2} y={y - 8} textAnchor="middle" fontSize={11} fill="#111">
        {text}
      </text>
    </g>
  );
}

function NorthArrow({ view }: { view: PictureView }) {
  const x = view.widthPx - 20;
  return (
    <g>
      {/* Covers the degree labels of meridians behind the arrow. */}
      <circle cx={x} cy={40} r={17} fill="#fff" fillOpacity={0.85} />
      <path d={`M${x} 25l5.5 14l-5.5 -3.5l-5.5 3.5z`} fill="#111" />
      <text x={x} y={52} textAnchor="middle" fontSize={11} fontWeight={650} fill="#111">
        {northLetter}
      </text>
    </g>
  );
}

function Overview({ view, around }: { view: PictureView; around: PictureView }) {
  const address = usePicture(around, false);
  const share = view.resolution / around.resolution;
  const width = Math.max(4, view.widthPx * share);
  const height = Math.max(4, view.heightPx * share);
  return (
    <div className={classes.overview}>
      {address && <img src={address} alt="" />}
      <svg viewBox={`0 0 ${around.widthPx} ${around.heightPx}`} aria-hidden="true">
        <rect
          x={(around.widthPx - width) / 2}
          y={(around.heightPx - height) / 2}
          width={width}
          height={height}
          fill="none"
          stroke="#b04a00"
          strokeWidth={1.6}
        />
      </svg>
    </div>
  );
}

interface SheetMapProps {
  places: readonly SheetPlace[];
  /** Called with true when the basemap has been drawn, and with false when another one is being drawn. */
  onReady: (isReady: boolean) => void;
}

/** A map with numbered places, a scale bar, a north arrow and an overview map. */
export function SheetMap({ places, onReady }: SheetMapProps) {
  const { t } = useTranslation();
  const nextView = viewOf(places);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other attributes of the same places need no other picture
  const view = useMemo(() => nextView, [nextView.x, nextView.y, nextView.resolution]);
  const around = useMemo(() => overviewOf(view), [view]);
  const address = usePicture(view, true);
  useEffect(() => onReady(address !== null), [address, onReady]);
  const { areas, lines } = useMemo(() => pathsOf(view, places), [places, view]);
  return (
    <figure className={classes.map}>
      <div
        className={classes.picture}
        role="img"
        aria-label={t('fieldSheet.map', { count: places.length })}
        data-testid="sheet-map"
        data-rendered={address !== null}
      >
        {address && <img src={address} alt="" />}
        <svg viewBox={`0 0 ${view.widthPx} ${view.heightPx}`} aria-hidden="true">
          <path
            d={areas}
            fill="#006972"
            fillOpacity={0.14}
            stroke="#006972"
            strokeWidth={1.6}
            fillRule="evenodd"
          />
          <path d={lines} fill="none" stroke="#006972" strokeWidth={1.6} />
          <Labels view={view} places={places} />
          <ScaleBar view={view} />
          <NorthArrow view={view} />
        </svg>
        {around && <Overview view={view} around={around} />}
      </div>
      <figcaption className={classes.source}>
        {address === '' ? t('fieldSheet.noBasemap') : t('map.attribution')}
      </figcaption>
    </figure>
  );
}

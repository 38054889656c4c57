import type { TFunction } from 'i18next';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LonLat } from '../../../../src-shared/geometry/lon-lat.ts';
import { basemapPicture, type PictureView } from '../../../map/basemap-picture.ts';
import { type DrawnContent, drawContent } from '../../../map/layers-picture.ts';
import { type MapContent, mapContentStore } from '../../../map/map-content-store.ts';
import type { DrawnMap } from '../../../map/own-maps/own-maps-layers.ts';
import { shownRastersStore } from '../../../viewer/compare/shown-rasters.ts';
import { type RasterNote, rasterNotes } from './content-caption.ts';
import classes from './field-sheet.module.css';
import type { SheetPlace } from './sheet-place.ts';
import { overviewOf, pixelOf, scaleBarOf, viewOf } from './sheet-view.ts';
import { spreadLabels } from './spread-labels.ts';

/** The radius of a numbered label, in pixels, by the number of its digits. */
const radiiPx = [8, 8, 9, 11] as const;
const northLetter = 'N';

/** A picture of the map. */
interface SheetPicture {
  /** The URL of the picture; empty if drawing failed. */
  address: string;
  notes: readonly RasterNote[];
  maps: readonly DrawnMap[];
  /** False if a part of the own maps or of a raster could not be drawn. */
  isComplete: boolean;
}

const noPicture: SheetPicture = { address: '', notes: [], maps: [], isComplete: true };
const noContent: MapContent = { maps: [], rasters: [] };

/** Draws the basemap with the content of the map; without the content if a raster cannot be read. */
async function drawSheetPicture(
  view: PictureView,
  content: MapContent,
  {
    t,
    language,
    hasGraticule,
    signal,
  }: { t: TFunction; language: string; hasGraticule: boolean; signal: AbortSignal },
): Promise<SheetPicture> {
  const shown = shownRastersStore.getState();
  let drawn: DrawnContent = { rasters: [], isComplete: true };
  const draw = (drawBetween?: (context: CanvasRenderingContext2D, ratio: number) => Promise<void>) =>
    basemapPicture(view, {
      language,
      hasGraticule,
      signal,
      ...(drawBetween === undefined ? {} : { drawBetween }),
    });
  const withContent = () =>
    draw(async (context, ratio) => {
      drawn = await drawContent(content, { context, view, ratio, signal });
    });
  const isEmpty = content.maps.length === 0 && content.rasters.length === 0;
  const picture = await (isEmpty ? draw() : withContent());
  return {
    address: URL.createObjectURL(picture),
    notes: rasterNotes({ t, language }, drawn, shown),
    maps: content.maps,
    isComplete: drawn.isComplete,
  };
}

/** Returns the picture of a view; null while it is being drawn. */
function usePicture(
  view: PictureView | null,
  { hasGraticule, hasContent }: { hasGraticule: boolean; hasContent: boolean },
): SheetPicture | null {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const [picture, setPicture] = useState<SheetPicture | null>(null);
  useEffect(() => {
    if (view === null) return;
    const ended = new AbortController();
    const { signal } = ended;
    let url = '';
    const content = (hasContent ? mapContentStore.getState().read?.() : null) ?? noContent;
    const draw = (each: MapContent) => drawSheetPicture(view, each, { t, language, hasGraticule, signal });
    draw(content)
      // A raster that cannot be read must not keep the sheet from being printed, and the sheet says so.
      .catch(async () => {
        signal.throwIfAborted();
        return { ...(await draw(noContent)), isComplete: content === noContent };
      })
      .then(
        (next) => {
          if (signal.aborted) return URL.revokeObjectURL(next.address);
          url = next.address;
          setPicture(next);
        },
        // Without a basemap the places are printed all the same.
        () => setPicture(signal.aborted ? null : noPicture),
      );
    return () => {
      ended.abort();
      setPicture(null);
      if (url !== '') URL.revokeObjectURL(url);
    };
  }, [view, t, language, hasGraticule, hasContent]);
  return picture;
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
  const picture = usePicture(around, { hasGraticule: false, hasContent: false });
  const share = view.resolution / around.resolution;
  const width = Math.max(4, view.widthPx * share);
  const height = Math.max(4, view.heightPx * share);
  return (
    <div className={classes.overview}>
      {picture?.address && <img src={picture.address} alt="" />}
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

/** Says what the map shows besides the places: its rasters with their legends, the user's own maps, and the sources. */
function SheetCaption({ picture }: { picture: SheetPicture | null }) {
  const { t } = useTranslation();
  const { address, notes, maps, isComplete } = picture ?? noPicture;
  const names = maps.map(({ own }) => own.name).join(', ');
  const sources = [...new Set(maps.map(({ own }) => own.attribution))].filter((source) => source !== '');
  return (
    <figcaption className={classes.caption}>
      {notes.map(({ text, legend }) => (
        <div key={text} className={classes.raster} data-testid="sheet-raster">
          <span>{text}</span>
          {legend && (
            <span className={classes.legend}>
              <span className={classes.ramp} style={{ background: legend.gradient }} />
              {legend.labels.map((label) => (
                <span key={label}>{label}</span>
              ))}
            </span>
          )}
        </div>
      ))}
      {names !== '' && <p data-testid="sheet-maps">{t('fieldSheet.ownMaps', { names })}</p>}
      {!isComplete && <p>{t('fieldSheet.incomplete')}</p>}
      <p className={classes.source}>
        {picture !== null && address === ''
          ? t('fieldSheet.noBasemap')
          : [...sources, t('map.attribution')].join(' · ')}
      </p>
    </figcaption>
  );
}

interface SheetMapProps {
  places: readonly SheetPlace[];
  /** True if the user's own maps and the rasters of the map are drawn. */
  hasContent: boolean;
  /** Called with true when the basemap has been drawn, and with false when another one is being drawn. */
  onReady: (isReady: boolean) => void;
}

/** A map with numbered places, a scale bar, a north arrow and an overview map. */
export function SheetMap({ places, hasContent, onReady }: SheetMapProps) {
  const { t } = useTranslation();
  const nextView = viewOf(places);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other attributes of the same places need no other picture
  const view = useMemo(() => nextView, [nextView.x, nextView.y, nextView.resolution]);
  const around = useMemo(() => overviewOf(view), [view]);
  const picture = usePicture(view, { hasGraticule: true, hasContent });
  useEffect(() => onReady(picture !== null), [picture, onReady]);
  const { areas, lines } = useMemo(() => pathsOf(view, places), [places, view]);
  return (
    <figure className={classes.map}>
      <div
        className={classes.picture}
        role="img"
        aria-label={t('fieldSheet.map', { count: places.length })}
        data-testid="sheet-map"
        data-rendered={picture !== null}
      >
        {picture?.address && <img src={picture.address} alt="" />}
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
      <SheetCaption picture={picture} />
    </figure>
  );
}

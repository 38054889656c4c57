import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { type CoordinateFormat, formatCoordinate } from '../../../kit/i18n/coordinates.ts';
import { formatNumber } from '../../../kit/i18n/format.ts';
import { formatKm2 } from '../../../kit/i18n/format-km2.ts';
import classes from './field-sheet.module.css';
import { SheetMap } from './sheet-map.tsx';
import { geoAddress, type SheetPlace } from './sheet-place.ts';

/** The texts and options of a field sheet besides its places. */
export interface SheetTexts {
  title: string;
  author: string;
  /** The day, in the user's language. */
  date: string;
}

interface PlaceProps {
  place: SheetPlace;
  /** The coordinate formats, in the order of the columns. */
  formats: readonly CoordinateFormat[];
  /** True if the sheet has an empty field for handwriting. */
  hasWriting: boolean;
}

function Coordinates({ place, formats }: Omit<PlaceProps, 'hasWriting'>) {
  const { t, i18n } = useTranslation();
  const { middle, altitude, km2 } = place;
  return (
    <dl className={classes.coordinates}>
      {formats.map((format) => (
        <div key={format}>
          <dt>
            {km2 === null
              ? t(`settings.coordinateFormat.${format}`)
              : t('fieldSheet.centre', { format: t(`settings.coordinateFormat.${format}`) })}
          </dt>
          <dd>{formatCoordinate(middle, format)}</dd>
        </div>
      ))}
      {altitude !== null && (
        <div>
          <dt>{t('label.altitude')}</dt>
          <dd>{`${formatNumber(i18n.language, altitude, 1)} m`}</dd>
        </div>
      )}
      {km2 !== null && (
        <div>
          <dt>{t('label.size')}</dt>
          <dd>{formatKm2(i18n.language, km2)}</dd>
        </div>
      )}
    </dl>
  );
}

function PlaceOnSheet({ place, formats, hasWriting }: PlaceProps) {
  const { t } = useTranslation();
  const { number, name, notes, facts, middle, altitude, qr } = place;
  const address = geoAddress(middle, altitude);
  return (
    <li className={classes.place} data-testid="sheet-place">
      <span className={classes.number}>{number}</span>
      <div>
        <h2 className={classes.name}>{name || t('fieldSheet.unnamed')}</h2>
        {notes !== '' && <p className={classes.notes}>{notes}</p>}
        {facts.length > 0 && (
          <dl className={classes.facts}>
            {facts.map(([label, value]) => (
              <div key={label} style={{ display: 'contents' }}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      <Coordinates place={place} formats={formats} />
      <svg
        className={classes.code}
        // Readers of QR codes need a white margin of four modules.
        viewBox={`-4 -4 ${qr.size + 8} ${qr.size + 8}`}
        shapeRendering="crispEdges"
        role="img"
        aria-label={t('fieldSheet.code', { address })}
      >
        <rect x={-4} y={-4} width={qr.size + 8} height={qr.size + 8} fill="#fff" />
        <path d={qr.path} fill="#000" />
      </svg>
      {hasWriting && <div className={classes.writing} />}
    </li>
  );
}

interface SheetPageProps extends SheetTexts {
  places: readonly SheetPlace[];
  paper: 'a4' | 'letter';
  formats: readonly CoordinateFormat[];
  hasWriting: boolean;
  /** True if own maps and rasters of the map are printed. */
  hasContent: boolean;
  /** Called with true when the map has been drawn, and with false when it is being redrawn. */
  onReady: (isReady: boolean) => void;
}

/** A printed field sheet: title, numbered map, and the places with coordinates and QR codes. */
export const SheetPage = memo(function SheetPage(props: SheetPageProps) {
  const { title, author, date, places, paper, formats, hasWriting, hasContent, onReady } = props;
  return (
    <article className={classes.sheet} data-paper={paper} aria-label={title} data-testid="field-sheet">
      {/* The paper size is set with `@page`, which no class can select. */}
      <style>
        {`@page { size: ${paper === 'a4' ? 'A4' : 'letter'}; margin: 14mm 12mm 16mm; @bottom-right { content: counter(page) " / " counter(pages); font: 8pt sans-serif; } }`}
      </style>
      <header className={classes.head}>
        <h1>{title}</h1>
        <p>{[author, date].filter(Boolean).join(' · ')}</p>
      </header>
      <SheetMap places={places} hasContent={hasContent} onReady={onReady} />
      <ol className={classes.places}>
        {places.map((place) => (
          <PlaceOnSheet key={place.number} place={place} formats={formats} hasWriting={hasWriting} />
        ))}
      </ol>
    </article>
  );
});

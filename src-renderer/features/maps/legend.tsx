import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { MapRaster, MapSource } from '../../../src-preload/contract/maps.ts';
import { naturalBands } from '../../../src-shared/raster/raster-bands.ts';
import { fileAddress } from '../../kit/client/launch-page.ts';
import { ownMapsStore } from '../../kit/state/own-maps-store.ts';
import { Busy } from '../../kit/ui/busy.tsx';
import type { NadirMap } from '../../map/nadir-map.ts';
import type { LegendEntry } from '../../map/own-maps/vector/paint-vector.ts';
import classes from './own-maps.module.css';

/** The maximum number of entries. Longer legends are those of maps with a layer for each feature. */
const maxEntries = 60;
const kindOrder = { area: 0, line: 1, point: 2 } as const;

function Swatch({ kind, colour, category }: Pick<LegendEntry, 'kind' | 'colour' | 'category'>) {
  return (
    <svg width={18} height={12} aria-hidden focusable={false} className={classes.swatch}>
      {kind === 'area' && (
        <rect
          x={1}
          y={1}
          width={16}
          height={10}
          fill={colour}
          fillOpacity={category === null ? 0.22 : 1}
          stroke={colour}
        />
      )}
      {kind === 'line' && <line x1={1} y1={6} x2={17} y2={6} stroke={colour} strokeWidth={2.5} />}
      {kind === 'point' && <circle cx={9} cy={6} r={4} fill={colour} />}
    </svg>
  );
}

function VectorLegend({ own, map }: { own: MapSource; map: NadirMap | null }) {
  const { t } = useTranslation();
  // The legend shows only what is in view.
  useStore(ownMapsStore, ({ legendVersion }) => legendVersion);
  const entries = [...(map?.ownMaps.legend(own.id) ?? [])]
    // Names of places have no sign.
    .filter(({ category }) => category !== 'label')
    .sort((a, b) => kindOrder[a.kind] - kindOrder[b.kind] || a.layer.localeCompare(b.layer));
  if (entries.length === 0)
    return (
      <Text size="xs" c="var(--nadir-quiet)">
        {own.visible ? t('ownMaps.legendNothing') : t('ownMaps.legendHidden')}
      </Text>
    );
  return (
    <ul className={classes.legend}>
      {entries.slice(0, maxEntries).map(({ key, category, layer, kind, colour }) => (
        <li key={key}>
          <Swatch kind={kind} colour={colour} category={category} />
          <span>
            {category !== null && category !== 'label'
              ? t(`ownMaps.category.${category}`)
              : own.kind === 'reference'
                ? t(`ownMaps.geometry.${kind}`)
                : layer}
          </span>
        </li>
      ))}
    </ul>
  );
}

function ServerLegend({ own }: { own: MapSource }) {
  const { t } = useTranslation();
  const [address, setAddress] = useState<string | 'none' | null>(null);
  useEffect(() => {
    let objectUrl: string | null = null;
    let isCurrent = true;
    // The answer is empty if there is no picture, because an error status would appear in the console.
    void fetch(fileAddress(`/files/map-legend/${own.id}/${own.revision}`))
      .then(async (answer) => (answer.status === 200 ? URL.createObjectURL(await answer.blob()) : null))
      .catch(() => null)
      .then((found) => {
        objectUrl = found;
        if (isCurrent) setAddress(found ?? 'none');
        else if (found !== null) URL.revokeObjectURL(found);
      });
    return () => {
      isCurrent = false;
      if (objectUrl !== null) URL.revokeObjectURL(objectUrl);
    };
  }, [own.id, own.revision]);
  if (address === null) return <Busy size={14} label={t('common.loading')} />;
  if (address === 'none')
    return (
      <Text size="xs" c="var(--nadir-quiet)" role="status">
        {t('ownMaps.legendFailed')}
      </Text>
    );
  return (
    <img className={classes.legendPicture} src={address} alt={t('ownMaps.legendOf', { name: own.name })} />
  );
}

function BandLegend({ raster }: { raster: MapRaster | null }) {
  const { t } = useTranslation();
  const natural = raster === null ? null : naturalBands(raster.bands);
  if (raster === null || natural === null)
    return (
      <Text size="xs" c="var(--nadir-quiet)">
        {t('ownMaps.legendNothing')}
      </Text>
    );
  const [red, green, blue] = natural.bands.map((band) => raster.bands[band] ?? '');
  return (
    <Text size="xs">
      {natural.style === 'grey'
        ? t('ownMaps.bandGrey', { band: red })
        : t('ownMaps.bands', { red, green, blue })}
    </Text>
  );
}

/** Returns true if a map has a legend. */
export const hasLegend = (own: MapSource): boolean => own.content !== 'picture' || own.hasLegend;

/** The legend of a map: of its layers in view, of its bands, or the picture of its server. */
export function MapLegend({
  own,
  map,
  raster,
}: {
  own: MapSource;
  map: NadirMap | null;
  raster: MapRaster | null;
}) {
  const { t } = useTranslation();
  return (
    <section aria-label={t('ownMaps.legendOf', { name: own.name })} data-testid="map-legend">
      {own.content === 'vector' ? (
        <VectorLegend own={own} map={map} />
      ) : own.content === 'raster' ? (
        <BandLegend raster={raster} />
      ) : (
        <ServerLegend own={own} />
      )}
    </section>
  );
}

import { Stack, Text } from '@mantine/core';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useApi } from '../../kit/client/api.tsx';
import type { LonLat } from '../../kit/i18n/coordinates.ts';
import { type Fact, Facts } from '../../kit/ui/facts.tsx';
import { besidePointer } from '../../map/beside-pointer.ts';
import mapClasses from '../../map/map-pane.module.css';
import type { NadirMap } from '../../map/nadir-map.ts';
import { featureTipStore } from '../../map/own-maps/feature-tip-store.ts';
import type { OwnMapHit } from '../../map/own-maps/own-map-hit.ts';
import classes from './own-maps.module.css';

/** The maximum number of features in the tip. */
const maxInTip = 4;
const maxFactsInTip = 6;
const maxFacts = 60;

/** Returns the title of a feature: its name, or that of its layer. */
function useTitle({ feature, isReference }: OwnMapHit): string {
  const { t } = useTranslation();
  if (feature.name !== null) return feature.name;
  return isReference ? t(`ownMaps.unnamed.${feature.kind}`, { number: feature.id }) : feature.layer;
}

const written = (value: unknown) => (value === null || value === undefined ? '—' : String(value));

/** Returns the properties of a feature: those in its tile, or for a reference layer those in its file. */
function useFacts({ mapId, feature, isReference }: OwnMapHit): Fact[] {
  const { t } = useTranslation();
  const { query } = useApi();
  const input = isReference && feature.id !== null ? { id: mapId, featureId: feature.id } : skipToken;
  const stored = useQuery(query.maps.feature.queryOptions({ input })).data;
  if (isReference && stored === undefined) return [];
  if (stored === undefined)
    return Object.entries(feature.properties).map(([key, value]): Fact => [key, written(value)]);
  return [
    ...(stored.layer === null ? [] : [[t('label.layer'), stored.layer] satisfies Fact]),
    ...Object.entries(stored.attributes).map(([key, value]): Fact => [key, written(value)]),
    ...(stored.notes === null ? [] : [[t('places.column.notes'), stored.notes] satisfies Fact]),
  ];
}

function TipOf({ hit }: { hit: OwnMapHit }) {
  const title = useTitle(hit);
  const facts = useFacts(hit);
  return (
    <div>
      <div className={mapClasses.tipName}>{title}</div>
      <div className={mapClasses.tipQuiet}>{hit.mapName}</div>
      {facts.slice(0, maxFactsInTip).map(([key, value]) => (
        <div key={String(key)} className={classes.tipFact}>
          <span>{key}</span> {value}
        </div>
      ))}
    </div>
  );
}

/** Describes beside the pointer the features of the user's own maps over which it has paused. */
export function FeatureTip() {
  const { t } = useTranslation();
  const tip = useStore(featureTipStore, (state) => state.tip);
  if (tip === null) return null;
  const { at, size, hits } = tip;
  const others = hits.length - maxInTip;
  return (
    <div className={mapClasses.overMap}>
      <div
        className={mapClasses.tip}
        role="tooltip"
        data-testid="feature-tip"
        style={besidePointer(at, size)}
      >
        {hits.slice(0, maxInTip).map((hit, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: features of a tile have no other identity
          <TipOf key={index} hit={hit} />
        ))}
        {others > 0 && <div className={mapClasses.tipQuiet}>{t('common.more', { count: others })}</div>}
      </div>
    </div>
  );
}

function FeatureHere({ hit }: { hit: OwnMapHit }) {
  const title = useTitle(hit);
  const facts = useFacts(hit);
  return (
    <div data-testid="own-feature">
      <Text size="xs" fw={600} style={{ overflowWrap: 'anywhere' }}>
        {title}
      </Text>
      <Text size="xs" c="var(--nadir-quiet)">
        {hit.isReference || hit.feature.layer === title
          ? hit.mapName
          : `${hit.mapName} · ${hit.feature.layer}`}
      </Text>
      {facts.length > 0 && <Facts facts={facts.slice(0, maxFacts)} />}
    </div>
  );
}

/** Lists the features of the user's own maps at a place; renders nothing if there are none. */
export function OwnFeaturesHere({ map, at }: { map: NadirMap | null; at: LonLat }) {
  const { t } = useTranslation();
  const [hits, setHits] = useState<readonly OwnMapHit[]>([]);
  useEffect(() => {
    let isCurrent = true;
    setHits([]);
    void map?.ownMaps.hits(at).then((found) => {
      if (isCurrent) setHits(found);
    });
    return () => {
      isCurrent = false;
    };
  }, [map, at]);
  if (hits.length === 0) return null;
  return (
    <section aria-label={t('ownMaps.here')}>
      <Stack gap={6} className={classes.here}>
        <Text size="xs" fw={600} c="var(--nadir-quiet)">
          {t('ownMaps.here')}
        </Text>
        {hits.map((hit, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: features of a tile have no other identity
          <FeatureHere key={index} hit={hit} />
        ))}
      </Stack>
    </section>
  );
}

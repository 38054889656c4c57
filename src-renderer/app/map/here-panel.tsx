import { Button, CloseButton, CopyButton, Group, Stack, Text } from '@mantine/core';
import { IconBookmarkPlus, IconCheck, IconCopy, IconMapPinPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { OwnFeaturesHere } from '../../features/maps/own-features.tsx';
import type { Dispute, WhereIs } from '../../gazetteer/found-place.ts';
import { usePlaceWords } from '../../gazetteer/use-place-words.ts';
import { useWhereIs } from '../../gazetteer/use-where-is.ts';
import { useSettings } from '../../kit/client/api.tsx';
import { formatCoordinate, type LonLat } from '../../kit/i18n/coordinates.ts';
import { countryNameOf } from '../../kit/i18n/country-name.ts';
import { formatNumber } from '../../kit/i18n/format.ts';
import { addPlaceAt, mapStore, type PlaceHere, planTaskAt, showHere } from '../../kit/state/map-store.ts';
import { showWorkspace, uiStore } from '../../kit/state/ui-store.ts';
import { type Fact, Facts } from '../../kit/ui/facts.tsx';
import { MapEdgeNote } from '../../kit/ui/map-edge-note.tsx';
import { SunFacts } from '../../kit/ui/sun-facts.tsx';
import { useMinute } from '../../kit/ui/use-minute.ts';
import { lineErrorKm, useAreLinesCoarse } from '../../map/line-accuracy.ts';
import classes from '../../map/map-pane.module.css';
import type { NadirMap } from '../../map/nadir-map.ts';

const nameOfCountry = ({ code, name }: NonNullable<WhereIs['country']>, language: string) =>
  code === null ? name : countryNameOf(code, language);

/** Returns names as a list in the order of the alphabet, so that none comes first for a reason. */
function listOf(names: readonly string[], language: string, type: 'conjunction' | 'disjunction'): string {
  const sorted = [...new Set(names)].sort((a, b) => a.localeCompare(b, language));
  return new Intl.ListFormat(language, { type }).format(sorted);
}

/** Says of a disputed place who holds and who claims it, or what the outlines and the names of places say. */
function DisputeNote({ country, otherCountry, dispute }: WhereIs) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const statesOf = (codes: readonly string[]) =>
    listOf(
      codes.map((code) => countryNameOf(code, language)),
      language,
      'conjunction',
    );
  const disputeText = (known: Dispute) => {
    const claimants = statesOf(known.claimedBy);
    if (known.administeredBy.length === 0) return t('gazetteer.here.claimedOnly', { claimants });
    return t('gazetteer.here.claimed', { holders: statesOf(known.administeredBy), claimants });
  };
  const text =
    dispute !== null
      ? disputeText(dispute)
      : country !== null && otherCountry !== null
        ? t('gazetteer.here.disputed', {
            outlines: nameOfCountry(country, language),
            names: countryNameOf(otherCountry, language),
          })
        : null;
  return text === null ? null : <Text size="xs">{text}</Text>;
}

/** Returns the country of a place, all that claim it where it is disputed, or the nearest one with its distance. */
function useCountryFact(where: WhereIs | null): Fact[] {
  const { t, i18n } = useTranslation();
  const { country = null, otherCountry = null, dispute = null } = where ?? {};
  const claimants = dispute?.claimedBy ?? (otherCountry === null ? [] : [otherCountry]);
  if (claimants.length > 0) {
    const isOn = country !== null && country.distanceKm === 0;
    const names = [
      ...(isOn ? [nameOfCountry(country, i18n.language)] : []),
      ...claimants.map((code) => countryNameOf(code, i18n.language)),
    ];
    return [[t('gazetteer.kind.country'), listOf(names, i18n.language, 'disjunction')]];
  }
  if (country === null) return [];
  const name = nameOfCountry(country, i18n.language);
  if (country.distanceKm === 0) return [[t('gazetteer.kind.country'), name]];
  const km = formatNumber(i18n.language, country.distanceKm, country.distanceKm < 10 ? 1 : 0);
  return [[t('gazetteer.here.nearCountry'), t('gazetteer.here.away', { country: name, km })]];
}

/** Shows what is stored about a place, and the position of the sun there. */
function PlaceFacts({ place, where }: { place: LonLat; where: WhereIs | null }) {
  const { t } = useTranslation();
  const { townsText, kindOf } = usePlaceWords();
  const now = useMinute();
  const areLinesCoarse = useAreLinesCoarse();
  const country = useCountryFact(where);
  const { division = null, water = null, region = null } = where ?? {};
  const named = ({ name, kind }: NonNullable<typeof water>) => `${name} · ${kindOf(kind)}`;
  // A screen reader must not announce the position of the sun each minute.
  const sun = (
    <span key="sun" aria-live="off">
      <SunFacts place={place} at={now} />
    </span>
  );
  const facts: Fact[] = [
    ...(where === null ? [] : [[t('gazetteer.here.town'), townsText(where)] satisfies Fact]),
    ...(division === null ? [] : [[t('gazetteer.kind.division'), division] satisfies Fact]),
    ...country,
    ...(water === null ? [] : [[t('gazetteer.here.water'), named(water)] satisfies Fact]),
    ...(region === null ? [] : [[t('gazetteer.kind.region'), named(region)] satisfies Fact]),
    [t('sun.now'), sun],
  ];
  return (
    <>
      <Facts facts={facts} />
      {where !== null && <DisputeNote {...where} />}
      {where !== null && areLinesCoarse && (
        <Text size="xs" c="var(--nadir-quiet)">
          {t('map.linesHint', { km: lineErrorKm })}
        </Text>
      )}
    </>
  );
}

function Here({ here, map, onClose }: { here: PlaceHere; map: NadirMap | null; onClose: () => void }) {
  const { t } = useTranslation();
  const format = useSettings()?.coordinateFormat ?? 'dd';
  const where = useWhereIs(here.at);
  const written = formatCoordinate(here.at, format);
  const second = formatCoordinate(here.at, format === 'dms' ? 'mgrs' : 'dms');
  const planHere = () => {
    uiStore.setState({ planMode: 'task' });
    planTaskAt(here.at);
    showWorkspace('plan');
  };
  return (
    <Stack gap={6}>
      <Group gap={6} justify="space-between" wrap="nowrap">
        <Text size="sm" fw={600} component="h3" m={0} truncate>
          {here.name ?? t('gazetteer.here.title')}
        </Text>
        <CloseButton size="sm" aria-label={t('gazetteer.here.close')} onClick={onClose} />
      </Group>
      <div style={{ fontVariantNumeric: 'tabular-nums' }}>
        <Text size="xs">{written}</Text>
        <Text size="xs" c="var(--nadir-quiet)">
          {second}
        </Text>
      </div>
      <MapEdgeNote latitude={here.at[1]} />
      <div role="status">
        <PlaceFacts place={here.at} where={where} />
      </div>
      <OwnFeaturesHere map={map} at={here.at} />
      <Group gap={6}>
        <CopyButton value={written}>
          {({ copied, copy }) => (
            <Button
              size="compact-xs"
              variant="default"
              leftSection={copied ? <IconCheck size={13} aria-hidden /> : <IconCopy size={13} aria-hidden />}
              onClick={copy}
            >
              {t('map.copyPlace')}
            </Button>
          )}
        </CopyButton>
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconMapPinPlus size={13} aria-hidden />}
          onClick={planHere}
        >
          {t('map.newTaskHere')}
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconBookmarkPlus size={13} aria-hidden />}
          onClick={() => addPlaceAt(here.at, here.name)}
        >
          {t('map.addPlace')}
        </Button>
      </Group>
    </Stack>
  );
}

/**
 * Describes the place that the user found or asked about: coordinates, nearest town, country, sea, and the position of the sun
 * there now. Renders nothing if there is none.
 */
export function HerePanel({ map, onClosed }: { map: NadirMap | null; onClosed: () => void }) {
  const { t } = useTranslation();
  const here = useStore(mapStore, (state) => state.here);
  if (here === null) return null;
  const close = () => {
    showHere(null);
    onClosed();
  };
  return (
    <section
      className={`${classes.panel} ${classes.here}`}
      aria-label={t('gazetteer.here.title')}
      data-testid="here-panel"
      onKeyDown={(event) => {
        if (event.key === 'Escape') close();
      }}
    >
      <Here here={here} map={map} onClose={close} />
    </section>
  );
}

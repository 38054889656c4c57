import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { LibrarySceneId } from '../../../src-preload/contract/ids.ts';
import { importedConnectionId, type SceneDetails } from '../../../src-preload/contract/library.ts';
import { useApi } from '../../kit/client/api.tsx';
import { hasErrorCode } from '../../kit/i18n/error-text.ts';
import { formatNumber, formatShare } from '../../kit/i18n/format.ts';
import { DetailsFrame } from '../../kit/lists/details-frame.tsx';
import { placeOf, usePlaceText } from '../../kit/lists/use-place-text.ts';
import { zoomToBox } from '../../kit/state/map-store.ts';
import { select, selectedOf } from '../../kit/state/selection.ts';
import { AcquiredText } from '../../kit/ui/acquired-text.tsx';
import type { Fact } from '../../kit/ui/facts.tsx';
import { Loaded } from '../../kit/ui/loaded.tsx';
import { LongFacts } from '../../kit/ui/long-facts.tsx';
import { SunFacts } from '../../kit/ui/sun-facts.tsx';
import { TimeText } from '../../kit/ui/time-text.tsx';
import { AwayNote } from './away-mark.tsx';
import { EnterFacts } from './enter-facts.tsx';
import { placeRemarkFacts } from './place-remarks.tsx';
import { SceneActions } from './scene-actions.tsx';
import { SceneFiles } from './scene-files.tsx';
import { useRasterOfSelection } from './show-raster.ts';

const importedSchema = z.object({ from: z.string(), at: z.string() });

/** Returns the source and time of an imported scene as a fact; an empty list for a scene of a service. */
function importedFact(t: TFunction, { raw }: Pick<SceneDetails, 'raw'>): Fact[] {
  const imported = importedSchema.safeParse(raw.imported);
  if (!imported.success) return [];
  const { from, at } = imported.data;
  return [
    [
      t('sceneImport.from'),
      <Stack key="imported" gap={0} style={{ overflowWrap: 'anywhere' }}>
        {from}
        <TimeText at={at} fz="inherit" />
      </Stack>,
    ],
  ];
}

const sources = ['metadata-file', 'gdal-metadata', 'file-name', 'tiff-date', 'person'] as const;
const sourceSchema = z
  .object({ by: z.enum(sources), what: z.string() })
  .optional()
  .catch(undefined);
const rawSchema = z.object({
  statedBy: z.object({ timestamp: sourceSchema, satelliteName: sourceSchema }).optional().catch(undefined),
});

/** Shows where a value came from that no service stated; renders nothing for any other value. */
function SourceText({ t, source }: { t: TFunction; source: z.infer<typeof sourceSchema> }) {
  if (source === undefined) return null;
  return (
    <Text size="xs" c="var(--nadir-quiet)" style={{ overflowWrap: 'anywhere' }}>
      {source.by === 'person'
        ? t('sceneFacts.by.person', { day: source.what.slice(0, 10) })
        : t(`sceneFacts.by.${source.by}`, { file: source.what })}
    </Text>
  );
}

/** Returns when and by which satellite a scene was acquired, and who said so; a period is shown as one, with its ends in a tip. */
function acquiredFacts(t: TFunction, { timestamp, period, satelliteName, raw }: SceneDetails): Fact[] {
  const { statedBy } = rawSchema.safeParse(raw).data ?? {};
  return [
    [
      t('label.acquired'),
      <Stack key="time" gap={0}>
        <AcquiredText of={{ timestamp, period }} fz="inherit" />
        <SourceText t={t} source={statedBy?.timestamp} />
      </Stack>,
    ],
    [
      t('label.satellite'),
      <Stack key="satellite" gap={0}>
        {satelliteName ?? '—'}
        <SourceText t={t} source={statedBy?.satelliteName} />
      </Stack>,
    ],
  ];
}

const ReviewSection = lazy(() =>
  import('../reviews/review-section.tsx').then((module) => ({ default: module.ReviewSection })),
);

/** The units of known scene metadata (service §10.5). */
const units = {
  gsd: 'm',
  off_nadir: '°',
  sun_elevation: '°',
  sun_azimuth: '°',
  cloud_cover: '%',
  valid_pixel: '%',
  satellite_generation: '',
  product_version: '',
} as const;

function isKnown(name: string): name is keyof typeof units {
  return Object.hasOwn(units, name);
}

/** The limit for the text of one value, in characters; the whole value is in the raw data. */
const maxValue = 1_000;

function valueText(value: unknown): string {
  const text = value !== null && typeof value === 'object' ? JSON.stringify(value) : String(value);
  return text.length > maxValue ? `${text.slice(0, maxValue)}…` : text;
}

/**
 * Returns the words of a number that may be a share or in percent, which the interface does not say (service §2.9). `percent` is what
 * main has found it to be; null if that is unknown.
 */
function coverText(t: TFunction, language: string, stated: number, percent: number | null): string {
  const number = formatNumber(language, stated, 2);
  if (percent === null) return stated > 0 && stated <= 1 ? t('library.coverUnknown', { number }) : number;
  // Languages differ in the space before this sign.
  const share = formatShare(language, percent / 100, 2);
  return percent === stated ? share : t('library.coverFromShare', { share, number });
}

/** Returns the metadata of a scene: known values with units, and all others under the service's names. */
function useMetadataFacts(scene: SceneDetails): { known: Fact[]; others: Fact[] } {
  const { t, i18n } = useTranslation();
  const metadata = scene.raw.metadata;
  const known: Fact[] = [];
  const others: Fact[] = [];
  if (metadata === undefined || metadata === null || typeof metadata !== 'object') return { known, others };
  for (const [name, value] of Object.entries(metadata)) {
    if (!isKnown(name)) {
      others.push([name.replaceAll('_', ' '), valueText(value)]);
      continue;
    }
    const label = name === 'sun_elevation' ? t('label.sunElevation') : t(`library.metadata.${name}`);
    const unit = units[name];
    if (typeof value !== 'number') known.push([label, valueText(value)]);
    else if (name === 'cloud_cover')
      known.push([label, coverText(t, i18n.language, value, scene.cloudCover)]);
    else if (unit === '%')
      known.push([label, coverText(t, i18n.language, value, value > 0 && value <= 1 ? null : value)]);
    else {
      const space = unit === '°' ? '' : '\u00a0';
      known.push([label, `${formatNumber(i18n.language, value, 2)}${space}${unit}`]);
    }
  }
  return { known, others };
}

function Details({ scene }: { scene: SceneDetails }) {
  const { t, i18n } = useTranslation();
  const placeText = usePlaceText();
  const { bbox, connectionId, contractId, librarySceneId } = scene;
  const place = placeOf(scene);
  const metadata = useMetadataFacts(scene);
  return (
    <DetailsFrame
      of={{ kind: 'scene', librarySceneId }}
      scope={{ connectionId, contractId }}
      title={scene.sceneId}
      onZoom={bbox && (() => zoomToBox(bbox))}
      facts={[
        ...acquiredFacts(t, scene),
        [t('label.level'), scene.productName ?? '—'],
        [t('label.place'), placeText(scene)],
        ...placeRemarkFacts(t, i18n.language, scene),
        [t('label.task'), scene.taskName ?? '—'],
        [t('label.project'), scene.project ?? '—'],
        ...metadata.known,
        ...(place && scene.timestamp !== null
          ? [[t('sun.calculated'), <SunFacts key="sun" place={place} at={scene.timestamp} />] satisfies Fact]
          : []),
        ...importedFact(t, scene),
        [t('label.modified'), <TimeText key="modified" at={scene.lastModified} fz="inherit" />],
      ]}
      actions={
        <>
          {scene.awayFolder && <AwayNote folder={scene.awayFolder} />}
          <SceneActions scene={scene}>
            {connectionId === importedConnectionId && <EnterFacts scene={scene} />}
            <Suspense>
              <ReviewSection scene={scene} />
            </Suspense>
          </SceneActions>
        </>
      }
      raw={scene.raw}
    >
      <Text fw={600} size="sm" component="h3" m={0}>
        {t('label.files')}
      </Text>
      <SceneFiles scene={scene} />
      <LongFacts title={t('library.otherMetadata')} facts={metadata.others} />
    </DetailsFrame>
  );
}

/** The details of a scene. */
export function SceneDetailsPane({ librarySceneId }: { librarySceneId: LibrarySceneId }) {
  const { query } = useApi();
  const result = useQuery(query.library.get.queryOptions({ input: { librarySceneId } }));
  useRasterOfSelection(librarySceneId, result.data);
  // An imported scene leaves the library with its last file.
  const hasLeft = result.data !== undefined && hasErrorCode(result.error, 'NOT_FOUND');
  useEffect(() => {
    if (hasLeft && selectedOf('scene') === librarySceneId) select('scene', null);
  }, [hasLeft, librarySceneId]);
  if (hasLeft) return null;
  return <Loaded of={result}>{(scene) => <Details scene={scene} />}</Loaded>;
}

import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { LibrarySceneId } from '../../../src-preload/contract/ids.ts';
import type { SceneDetails } from '../../../src-preload/contract/library.ts';
import { useApi, useSettings } from '../../client/api.tsx';
import { formatCoordinate } from '../../i18n/coordinates.ts';
import { formatNumber } from '../../i18n/format.ts';
import { zoomToBox } from '../../state/map-store.ts';
import { DetailsHead } from '../../ui/details-head.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { type Fact, Facts } from '../../ui/facts.tsx';
import { RawData } from '../../ui/raw-data.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { closeDetails } from '../close-details.ts';
import { History, SubjectFlags } from '../tracking/history.tsx';
import { SceneFiles } from './scene-files.tsx';
import { useRasterOfSelection } from './show-raster.ts';

/** Metadata met in scenes and its units (service §10.5). */
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

/** Whatever the service says of a scene: known values with their units, any other under its own name. */
function useMetadataFacts(scene: SceneDetails | undefined): Fact[] {
  const { t, i18n } = useTranslation();
  const metadata = scene?.raw.metadata;
  if (metadata === undefined || metadata === null || typeof metadata !== 'object') return [];
  return Object.entries(metadata).map(([name, value]): Fact => {
    if (!isKnown(name))
      return [name.replaceAll('_', ' '), typeof value === 'object' ? JSON.stringify(value) : String(value)];
    if (typeof value !== 'number') return [t(`library.metadata.${name}`), String(value)];
    const unit = units[name];
    const space = unit === '°' ? '' : '\u00a0';
    return [t(`library.metadata.${name}`), `${formatNumber(i18n.language, value, 2)}${space}${unit}`];
  });
}

/** The details of a scene. */
export function SceneDetailsPane({ librarySceneId }: { librarySceneId: LibrarySceneId }) {
  const { t } = useTranslation();
  const { query } = useApi();
  const format = useSettings()?.coordinateFormat ?? 'dd';
  const result = useQuery(query.library.get.queryOptions({ input: { librarySceneId } }));
  const metadata = useMetadataFacts(result.data);
  useRasterOfSelection(librarySceneId, result.data);
  if (result.isError) return <ErrorNote error={result.error} onRetry={() => void result.refetch()} />;
  const scene = result.data;
  if (!scene) return null;
  const { bbox, longitude, latitude } = scene;
  const place = longitude === null || latitude === null ? null : ([longitude, latitude] as const);
  const facts: Fact[] = [
    [t('label.acquired'), <TimeText key="time" at={scene.timestamp} fz="inherit" />],
    [t('library.field.satellite'), scene.satelliteName ?? '—'],
    [t('label.product'), scene.productName ?? '—'],
    [t('label.place'), place ? formatCoordinate(place, format) : '—'],
    [t('label.task'), scene.taskName ?? '—'],
    [t('label.project'), scene.project ?? '—'],
    ...metadata,
    [t('label.modified'), <TimeText key="modified" at={scene.lastModified} fz="inherit" />],
  ];
  return (
    <Stack gap="sm" p="sm">
      <DetailsHead
        title={scene.sceneId}
        onZoom={bbox && (() => zoomToBox(bbox))}
        onClose={() => closeDetails('scene')}
      />
      <Facts facts={facts} />
      <Text fw={600} size="sm" component="h3" m={0}>
        {t('label.files')}
      </Text>
      <SceneFiles scene={scene} />
      <SubjectFlags
        scope={{ connectionId: scene.connectionId, contractId: scene.contractId }}
        subject={{ kind: 'scene', librarySceneId }}
      />
      <History
        scope={{ connectionId: scene.connectionId, contractId: scene.contractId }}
        subject={{ kind: 'scene', librarySceneId }}
      />
      <RawData value={scene.raw} />
    </Stack>
  );
}

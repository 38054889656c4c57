import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { LibrarySceneId } from '../../../src-preload/contract/ids.ts';
import { importedConnectionId, type SceneDetails } from '../../../src-preload/contract/library.ts';
import { useApi } from '../../client/api.tsx';
import { formatNumber, formatShare } from '../../i18n/format.ts';
import { zoomToBox } from '../../state/map-store.ts';
import type { Fact } from '../../ui/facts.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { SunFacts } from '../../ui/sun-facts.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { DetailsFrame } from '../details-frame.tsx';
import { placeOf, usePlaceText } from '../use-place-text.ts';
import { acquiredFacts } from './acquired-facts.tsx';
import { AwayNote } from './away-mark.tsx';
import { EnterFacts } from './enter-facts.tsx';
import { importedFact } from './imported-fact.tsx';
import { SceneActions } from './scene-actions.tsx';
import { SceneFiles } from './scene-files.tsx';
import { useRasterOfSelection } from './show-raster.ts';

const ReviewSection = lazy(() =>
  import('../review/review-section.tsx').then((module) => ({ default: module.ReviewSection })),
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

/** Returns all metadata of a scene: known values with units, others under the service's names. */
function useMetadataFacts(scene: SceneDetails): Fact[] {
  const { t, i18n } = useTranslation();
  const metadata = scene.raw.metadata;
  if (metadata === undefined || metadata === null || typeof metadata !== 'object') return [];
  return Object.entries(metadata).map(([name, value]): Fact => {
    if (!isKnown(name))
      return [name.replaceAll('_', ' '), typeof value === 'object' ? JSON.stringify(value) : String(value)];
    const label = name === 'sun_elevation' ? t('label.sunElevation') : t(`library.metadata.${name}`);
    if (typeof value !== 'number') return [label, String(value)];
    const unit = units[name];
    // Languages differ in the space before this sign.
    if (unit === '%') return [label, formatShare(i18n.language, value / 100, 2)];
    const space = unit === '°' ? '' : '\u00a0';
    return [label, `${formatNumber(i18n.language, value, 2)}${space}${unit}`];
  });
}

function Details({ scene }: { scene: SceneDetails }) {
  const { t } = useTranslation();
  const placeText = usePlaceText();
  const { bbox, connectionId, contractId, librarySceneId } = scene;
  const place = placeOf(scene);
  return (
    <DetailsFrame
      of={{ kind: 'scene', librarySceneId }}
      scope={{ connectionId, contractId }}
      title={scene.sceneId}
      onZoom={bbox && (() => zoomToBox(bbox))}
      facts={[
        ...acquiredFacts(t, scene),
        [t('label.product'), scene.productName ?? '—'],
        [t('label.place'), placeText(scene)],
        [t('label.task'), scene.taskName ?? '—'],
        [t('label.project'), scene.project ?? '—'],
        ...useMetadataFacts(scene),
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
    </DetailsFrame>
  );
}

/** The details of a scene. */
export function SceneDetailsPane({ librarySceneId }: { librarySceneId: LibrarySceneId }) {
  const { query } = useApi();
  const result = useQuery(query.library.get.queryOptions({ input: { librarySceneId } }));
  useRasterOfSelection(librarySceneId, result.data);
  return <Loaded of={result}>{(scene) => <Details scene={scene} />}</Loaded>;
}

import { Group, Text } from '@mantine/core';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { captureIdSchema, type Scope } from '../../../src-preload/contract/ids.ts';
import type { SceneDetails } from '../../../src-preload/contract/library.ts';
import type { OrderRequest } from '../../../src-preload/contract/order-request.ts';
import { useApi } from '../../kit/client/api.tsx';
import { formatAcquired } from '../../kit/i18n/format.ts';
import { Thumbnail } from '../../map/thumbnail.tsx';

/** Returns the capture that an order of the archive is for; null for other orders. */
const captureOf = ({ properties }: OrderRequest) =>
  captureIdSchema.safeParse(properties.parameters.outcome_id).data ?? null;

/** Returns the stored scenes of the capture that an order of the archive is for; undefined while they are read. */
function useOrderedScenes(scope: Scope, request: OrderRequest | null) {
  const { query } = useApi();
  const captureId = request === null ? null : captureOf(request);
  const scenes = useQuery(
    query.library.ofCapture.queryOptions({ input: captureId === null ? skipToken : { scope, captureId } }),
  ).data;
  return { captureId, scenes };
}

/** Returns a function that writes when and how cloudy a scene was acquired. */
function useSceneWords() {
  const { t, i18n } = useTranslation();
  return ({ satelliteName, cloudCover, ...scene }: SceneDetails): string =>
    [
      formatAcquired(i18n.language, scene),
      satelliteName,
      cloudCover === null ? t('compare.cloudsUnknown') : t('compare.clouds', { percent: cloudCover }),
    ]
      .filter(Boolean)
      .join(' · ');
}

/** Shows which scene of the archive an order is for: its picture, name, date, satellite and clouds. Renders nothing for other orders. */
export function OrderedScene({ scope, request }: { scope: Scope; request: OrderRequest }) {
  const { t } = useTranslation();
  const words = useSceneWords();
  const { captureId, scenes } = useOrderedScenes(scope, request);
  if (captureId === null || scenes === undefined) return null;
  if (scenes.length === 0)
    return (
      <Text size="xs" role="note">
        {t('orderForm.sceneUnknown')}
      </Text>
    );
  return scenes.map((scene) => (
    <Group key={scene.librarySceneId} gap={8} wrap="nowrap" align="flex-start" data-testid="ordered-scene">
      <Thumbnail librarySceneId={scene.librarySceneId} />
      <div>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {scene.sceneId}
        </Text>
        <Text size="xs" c="var(--nadir-quiet)">
          {[words(scene), scene.taskName].filter(Boolean).join(' · ')}
        </Text>
      </div>
    </Group>
  ));
}

/** The words of `OrderedScene` in a row of a list. */
export function OrderedSceneWords({ scope, request }: { scope: Scope; request: OrderRequest }) {
  const words = useSceneWords();
  const { scenes } = useOrderedScenes(scope, request);
  return scenes?.[0] ? `${scenes[0].sceneId} · ${words(scenes[0])} · ` : null;
}

import { Loader, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CaptureId, Scope } from '../../../src-preload/contract/ids.ts';
import { useApi } from '../../client/api.tsx';
import { ErrorNote } from '../../shell/error-note.tsx';
import classes from '../../shell/shell.module.css';
import { SceneFiles } from './scene-files.tsx';

/** The scenes of a published capture with their files: asked for once when shown, from the store when offline. */
export function CaptureScenes({ scope, captureId }: { scope: Scope; captureId: CaptureId }) {
  const { t } = useTranslation();
  const { query, client } = useApi();
  const stored = useQuery(query.library.ofCapture.queryOptions({ input: { scope, captureId } }));
  const [failure, setFailure] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  const known = stored.data !== undefined && stored.data.length > 0;
  const loaded = stored.data !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt asks again
  useEffect(() => {
    // Each query ends the links of running downloads, so what is known is not asked for again.
    if (!loaded || known) return;
    setFailure(null);
    client.library.refreshCapture({ scope, captureId }).catch(setFailure);
  }, [client, captureId, scope.connectionId, scope.contractId, loaded, known, attempt]);
  if (failure !== null && !known) return <ErrorNote error={failure} onRetry={() => setAttempt(attempt + 1)} />;
  if (!known) return <Loader size="xs" aria-label={t('common.loading')} />;
  return (
    <Stack gap="xs">
      {stored.data?.map((scene) => (
        <Stack key={scene.librarySceneId} gap={6} data-testid="scene" data-scene={scene.sceneId}>
          <div style={{ display: 'flex', gap: 8, alignItems: 'center' }}>
            {scene.hasThumbnail && <img className={classes.thumbnail} src={`/files/thumbnail/${scene.librarySceneId}`} alt="" />}
            <Text size="xs" style={{ overflowWrap: 'anywhere' }}>
              {scene.sceneId}
            </Text>
          </div>
          <SceneFiles scene={scene} />
        </Stack>
      ))}
    </Stack>
  );
}

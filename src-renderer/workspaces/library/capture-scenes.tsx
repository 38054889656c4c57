import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CaptureId, Scope } from '../../../src-preload/contract/ids.ts';
import { useApi } from '../../client/api.tsx';
import { fileAddress } from '../../client/door.ts';
import { hasErrorCode } from '../../i18n/error-text.ts';
import { Busy } from '../../shell/busy.tsx';
import { ErrorNote } from '../../shell/error-note.tsx';
import classes from '../../shell/shell.module.css';
import { SceneFiles } from './scene-files.tsx';

type Asking = { state: 'asking' } | { state: 'answered' } | { state: 'failed'; error: unknown };

/** Asks the service for the scenes, but never for ones already known: each query ends the links of running downloads. */
function useAskedScenes(scope: Scope, captureId: CaptureId) {
  const { query, client } = useApi();
  const stored = useQuery(query.library.ofCapture.queryOptions({ input: { scope, captureId } }));
  const [asking, setAsking] = useState<Asking>({ state: 'asking' });
  const [attempt, setAttempt] = useState(0);
  const unknown = stored.data !== undefined && stored.data.length === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt asks again
  useEffect(() => {
    if (!unknown) return;
    const ended = new AbortController();
    setAsking({ state: 'asking' });
    client.library.refreshCapture({ scope, captureId }, { signal: ended.signal }).then(
      () => setAsking({ state: 'answered' }),
      (error: unknown) => {
        if (ended.signal.aborted || hasErrorCode(error, 'CANCELLED')) return;
        setAsking({ state: 'failed', error });
      },
    );
    return () => ended.abort();
  }, [client, captureId, scope, unknown, attempt]);
  return { stored, asking, askAgain: () => setAttempt((before) => before + 1) };
}

/** The scenes of a published capture with their files; from the store when offline. */
export function CaptureScenes({ scope, captureId }: { scope: Scope; captureId: CaptureId }) {
  const { t } = useTranslation();
  const { stored, asking, askAgain } = useAskedScenes(scope, captureId);
  if (stored.isError) return <ErrorNote error={stored.error} onRetry={() => void stored.refetch()} />;
  const scenes = stored.data ?? [];
  if (scenes.length === 0) {
    if (asking.state === 'failed') return <ErrorNote error={asking.error} onRetry={askAgain} />;
    if (asking.state === 'asking') return <Busy label={t('common.loading')} />;
    return (
      <div>
        <Text size="xs" c="var(--nadir-quiet)">
          {t('captures.noScenes')}
        </Text>
        <Button size="compact-xs" variant="default" mt={4} onClick={askAgain}>
          {t('common.tryAgain')}
        </Button>
      </div>
    );
  }
  return (
    <Stack gap="xs">
      {scenes.map((scene) => (
        <Stack key={scene.librarySceneId} gap={6} data-testid="scene" data-scene={scene.sceneId}>
          <div style={{ display: 'flex', gap: 8, alignItems: 'center' }}>
            {scene.hasThumbnail && (
              <img
                className={classes.thumbnail}
                src={fileAddress(`/files/thumbnail/${scene.librarySceneId}`)}
                alt=""
              />
            )}
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

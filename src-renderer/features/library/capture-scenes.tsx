import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CaptureId, Scope } from '../../../src-preload/contract/ids.ts';
import type { SceneDetails } from '../../../src-preload/contract/library.ts';
import { useApi } from '../../kit/client/api.tsx';
import { hasErrorCode } from '../../kit/i18n/error-text.ts';
import { Busy } from '../../kit/ui/busy.tsx';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import { Thumbnail } from '../../map/thumbnail.tsx';
import { SceneFiles } from './scene-files.tsx';

type Asking = { state: 'asking' } | { state: 'answered' } | { state: 'failed'; error: unknown };

/** The interval for checking visible scenes. The main process sends fewer requests if it can. */
const checkEveryMs = 10 * 60_000;

/**
 * Requests the scenes of a capture if none are stored. For stored scenes the main process decides when to ask the service again: a query
 * invalidates the links of running downloads, but a capture may get another scene, a scene another raster, and either may be reprocessed.
 */
function useAskedScenes(scope: Scope, captureId: CaptureId, wanted: boolean) {
  const { query, client } = useApi();
  const stored = useQuery(query.library.ofCapture.queryOptions({ input: { scope, captureId } }));
  const [asking, setAsking] = useState<Asking>({ state: 'asking' });
  const [attempt, setAttempt] = useState(0);
  const unknown = stored.data !== undefined && stored.data.length === 0;
  const known = stored.data !== undefined && stored.data.length > 0;
  useEffect(() => {
    if (!wanted || !(unknown || attempt > 0)) return;
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
  }, [client, captureId, scope, unknown, attempt, wanted]);
  useEffect(() => {
    if (!known) return;
    const ended = new AbortController();
    // An error is ignored: the stored scenes stay on the screen, and offline nothing else is available.
    const check = () =>
      void client.library.checkCapture({ scope, captureId }, { signal: ended.signal }).catch(() => undefined);
    check();
    const timer = setInterval(check, checkEveryMs);
    return () => {
      clearInterval(timer);
      ended.abort();
    };
  }, [client, captureId, scope, known]);
  return { stored, asking, asked: attempt > 0, askAgain: () => setAttempt((before) => before + 1) };
}

/** Returns true if a file on the disk is older than the service's current version. */
function isChangedSince({ lastModified, files }: SceneDetails): boolean {
  return (
    lastModified !== null &&
    files.some(({ state, savedAt }) => state === 'on-disk' && savedAt !== null && savedAt < lastModified)
  );
}

/** A scene with its files in the details of a capture or order. */
export function SceneCard({ scene }: { scene: SceneDetails }) {
  const { t } = useTranslation();
  return (
    <Stack gap={6} data-testid="scene" data-scene={scene.sceneId}>
      <div style={{ display: 'flex', gap: 8, alignItems: 'center' }}>
        {scene.hasThumbnail && <Thumbnail librarySceneId={scene.librarySceneId} />}
        <Text size="xs" style={{ overflowWrap: 'anywhere' }}>
          {scene.sceneId}
        </Text>
      </div>
      {isChangedSince(scene) && (
        <Text size="xs" c="var(--nadir-warning)" role="status">
          {t('captures.changedSince')}
        </Text>
      )}
      <SceneFiles scene={scene} />
    </Stack>
  );
}

interface CaptureScenesProps {
  scope: Scope;
  captureId: CaptureId;
  /** True if scenes are not certain to exist: they are requested only when the user asks. */
  onRequest?: boolean;
  /** Shown if the service has no scene of the capture. */
  otherwise?: ReactNode;
}

/** The scenes of a published capture with their files; offline the stored ones. */
export function CaptureScenes({ scope, captureId, onRequest = false, otherwise = null }: CaptureScenesProps) {
  const { t } = useTranslation();
  const [requested, setRequested] = useState(false);
  const wanted = !onRequest || requested;
  const { stored, asking, asked, askAgain } = useAskedScenes(scope, captureId, wanted);
  if (stored.isError) return <ErrorNote error={stored.error} onRetry={() => void stored.refetch()} />;
  const scenes = stored.data ?? [];
  if (scenes.length === 0 && !wanted)
    return (
      <div>
        <Button size="compact-xs" variant="default" onClick={() => setRequested(true)}>
          {t('captures.askAnyway')}
        </Button>
      </div>
    );
  if (scenes.length === 0) {
    if (asking.state === 'asking') return <Busy label={t('common.loading')} />;
    const missing = asking.state === 'answered' || hasErrorCode(asking.error, 'NOT_FOUND');
    if (missing && otherwise !== null) return otherwise;
    if (asking.state === 'failed') return <ErrorNote error={asking.error} onRetry={askAgain} />;
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
        <SceneCard key={scene.librarySceneId} scene={scene} />
      ))}
      {asked && asking.state === 'failed' && <ErrorNote error={asking.error} onRetry={askAgain} />}
      <div>
        <Button
          size="compact-xs"
          variant="subtle"
          loading={asked && asking.state === 'asking'}
          onClick={askAgain}
        >
          {t('captures.checkAgain')}
        </Button>
      </div>
    </Stack>
  );
}

import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SceneImport, UndoFacts } from '../../../src-preload/contract/scene-imports.ts';
import { useApi } from '../../kit/client/api.tsx';
import { formatBytes } from '../../kit/i18n/format.ts';
import { ConfirmDialog } from '../../kit/ui/confirm-dialog.tsx';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import { useAct } from '../../kit/ui/use-act.ts';
import { useCommand } from '../../kit/ui/use-command.ts';
import { useFirstFocus } from '../../kit/ui/use-first-focus.ts';
import { WorkingNote } from '../../kit/ui/working-note.tsx';
import { ImportRows } from './import-rows.tsx';
import { ShowImported } from './show-imported.tsx';

interface StateProps {
  each: SceneImport;
  /** Returns to the choice of a source. */
  onAnother: () => void;
}

/** Returns the counts of an import as text. After it has ended, new scenes are imported scenes. */
function useCounts({ counts, state, waiting }: Pick<SceneImport, 'counts' | 'state' | 'waiting'>): string {
  const { t } = useTranslation();
  const all = { ...counts, waiting };
  // What was planned includes what has been imported since.
  const planned =
    state === 'ready'
      ? (['new', 'adds', 'remarked'] as const)
      : state === 'paused'
        ? (['waiting'] as const)
        : [];
  const parts = (['imported', ...planned, 'omitted', 'twice', 'there', 'failed', 'problem'] as const).flatMap(
    (name) => (all[name] === 0 ? [] : [t(`sceneImport.counts.${name}`, { count: all[name] })]),
  );
  return parts.length === 0 && counts.reviews === 0 ? t('sceneImport.nothing') : parts.join(' · ');
}

/** Says how many reviews lie beside the scenes of an import, and after it how many of them were read and how many stay there. */
function ReviewsText({ each: { state, counts } }: { each: SceneImport }) {
  const { t } = useTranslation();
  const { reviews, reviewsRead, reviewsNew, reviewsLeft } = counts;
  if (reviews === 0 || state === 'undone') return null;
  const found = state === 'ready' || state === 'paused' ? reviews - reviewsRead - reviewsLeft : 0;
  const texts = [
    found > 0 ? t('sceneImport.reviewsFound', { count: found }) : '',
    reviewsRead > 0 ? t('sceneImport.reviewsRead', { count: reviewsRead, newFiles: reviewsNew }) : '',
    reviewsLeft > 0 ? t('sceneImport.reviewsLeft', { count: reviewsLeft, read: t('reviews.read.open') }) : '',
  ];
  return (
    <Text size="sm" data-testid="import-reviews">
      {texts.filter((text) => text !== '').join(' ')}
    </Text>
  );
}

/** Says which files of an import are the only copies, and how many of its scenes have reviews. */
function UndoFactsText({ facts }: { facts: UndoFacts | undefined }) {
  const { t, i18n } = useTranslation();
  if (facts === undefined) return <Text size="sm">{t('sceneImport.undoLooking')}</Text>;
  const { files, missing, unknown, reviewedScenes } = facts;
  const size = (bytes: number) => formatBytes(i18n.language, bytes);
  return (
    <>
      {files > 0 && missing.files === 0 && unknown.files === 0 && (
        <Text size="sm">{t('sceneImport.undoPresent')}</Text>
      )}
      {(missing.files > 0 || unknown.files > 0) && (
        <Alert icon={<IconAlertTriangle size={16} aria-hidden color="var(--nadir-warning)" />}>
          {missing.files > 0 && (
            <Text size="sm">
              {t('sceneImport.undoMissing', { count: missing.files, size: size(missing.bytes) })}
            </Text>
          )}
          {unknown.files > 0 && (
            <Text size="sm">
              {t('sceneImport.undoUnknown', { count: unknown.files, size: size(unknown.bytes) })}
            </Text>
          )}
        </Alert>
      )}
      {reviewedScenes > 0 && (
        <Text size="sm">{t('sceneImport.undoReviewed', { count: reviewedScenes })}</Text>
      )}
    </>
  );
}

/** Says what became of an import that was undone: of its scenes, of their reviews, and of files that stayed. */
export function UndoneText({ counts: { undone, undoneReviewed, left } }: Pick<SceneImport, 'counts'>) {
  const { t } = useTranslation();
  const texts = [
    undone > 0 ? t('sceneImport.undoneScenes', { count: undone }) : '',
    undoneReviewed > 0 ? t('sceneImport.undoneReviews', { count: undoneReviewed }) : '',
    left > 0 ? t('sceneImport.left', { count: left }) : '',
  ];
  return texts.filter((text) => text !== '').join(' ');
}

interface UndoImportProps {
  each: SceneImport;
  /** Called when the undo has started. */
  onStarted?: () => void;
}

/** The button that undoes an import, with a confirmation. */
export function UndoImport({ each, onStarted }: UndoImportProps) {
  const { t } = useTranslation();
  const { client, query } = useApi();
  const hasTrash = useQuery(query.app.info.queryOptions()).data?.capabilities.trash === true;
  const count = each.counts.imported;
  const [asked, setAsked] = useState(false);
  const [isPermanent, setPermanent] = useState(false);
  const facts = useQuery({
    ...query.sceneImports.undoFacts.queryOptions({ input: { importId: each.importId } }),
    enabled: asked,
    // The drive of the originals may have been unplugged since the last time.
    staleTime: 0,
  });
  const undo = useCommand({
    mutationFn: () =>
      client.sceneImports.undo({ importId: each.importId, permanently: isPermanent || !hasTrash }),
    onSuccess: () => {
      setAsked(false);
      onStarted?.();
    },
  });
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setAsked(true)}>
        {t('sceneImport.undo')}
      </Button>
      <ConfirmDialog
        opened={asked}
        title={t('sceneImport.undoTitle')}
        confirmLabel={t('sceneImport.undo')}
        command={{
          isPending: undo.isPending || facts.isFetching,
          isError: undo.isError || facts.isError,
          error: undo.error ?? facts.error,
          mutate: undo.mutate,
        }}
        onClose={() => setAsked(false)}
        choice={
          <>
            {!facts.isError && <UndoFactsText facts={facts.isFetching ? undefined : facts.data} />}
            {hasTrash && (
              <Checkbox
                label={t('library.permanently')}
                checked={isPermanent}
                onChange={(event) => setPermanent(event.currentTarget.checked)}
              />
            )}
          </>
        }
      >
        {`${hasTrash && !isPermanent ? t('sceneImport.undoToTrash', { count }) : t('sceneImport.undoForGood', { count })} ${t('sceneImport.undoChanged')}`}
      </ConfirmDialog>
    </>
  );
}

/** Returns how large the scenes of an import are; hosts need not state the sizes of their files. */
function sizeText(t: TFunction, language: string, { counts, totalBytes }: SceneImport): string {
  const size = formatBytes(language, totalBytes);
  if (counts.unsized === 0) return size;
  return totalBytes === 0 ? t('sceneImport.sizeNotStated') : t('sceneImport.sizeAtLeast', { size });
}

/** The progress of an import, or of its undo. */
export function Running({ each }: { each: SceneImport }) {
  const { t, i18n } = useTranslation();
  const { client } = useApi();
  const act = useAct();
  const { state, importId, source, entries, counts, doneBytes, totalBytes } = each;
  const planned = counts.new + counts.adds;
  const label = {
    reading: () => t('sceneImport.reading', { count: entries, source }),
    undoing: () => t('sceneImport.undoing', { count: counts.imported }),
    importing: () =>
      t('sceneImport.copying', {
        imported: counts.imported + counts.failed,
        total: planned,
        done: formatBytes(i18n.language, counts.unsized > 0 ? doneBytes : Math.min(doneBytes, totalBytes)),
        size: sizeText(t, i18n.language, each),
      }),
  };
  const known = state === 'reading' || state === 'undoing' || state === 'importing' ? label[state]() : '';
  return (
    <WorkingNote
      label={known}
      done={state === 'importing' ? Math.min(doneBytes, totalBytes) : 0}
      total={state === 'importing' ? totalBytes : 0}
      onCancel={() => act(() => client.sceneImports.stop({ importId }))}
    />
  );
}

/** Why an import waits or has failed. */
export function Trouble({ each: { trouble, error } }: { each: Pick<SceneImport, 'trouble' | 'error'> }) {
  const { t } = useTranslation();
  return (
    <>
      {trouble !== null && (
        <Text size="sm" role="alert">
          {t(`sceneImport.trouble.${trouble}`)}
        </Text>
      )}
      {error !== null && <ErrorNote error={error} />}
    </>
  );
}

function Buttons({ each, onAnother }: StateProps) {
  const { t, i18n } = useTranslation();
  const { client } = useApi();
  const { importId, state, counts } = each;
  const planned = counts.new + counts.adds;
  const start = useCommand({ mutationFn: () => client.sceneImports.start({ importId }) });
  const forget = useCommand({ mutationFn: () => client.sceneImports.forget({ importId }) });
  const focus = useFirstFocus<HTMLDivElement>(true, ['[data-autofocus]']);
  const isReady = state === 'ready' && planned + counts.omitted + counts.reviews > 0;
  const canShow = state === 'done' && counts.imported > 0;
  return (
    <Stack gap="xs">
      {(start.isError || forget.isError) && <ErrorNote error={start.error ?? forget.error} />}
      <Group justify="space-between" ref={focus}>
        <Group gap="xs">
          {(isReady || state === 'paused') && (
            <Button variant="default" loading={forget.isPending} onClick={() => forget.mutate()}>
              {counts.imported > 0 ? t('sceneImport.forget') : t('common.discard')}
            </Button>
          )}
          {canShow && <UndoImport each={each} />}
        </Group>
        {isReady && (
          <Button
            data-autofocus
            disabled={planned === 0 && counts.reviews === 0}
            loading={start.isPending}
            onClick={() => start.mutate()}
          >
            {planned === 0 && counts.reviews > 0
              ? t('sceneImport.startReviews', { count: counts.reviews })
              : t('sceneImport.start', { count: planned, size: sizeText(t, i18n.language, each) })}
          </Button>
        )}
        {state === 'paused' && (
          <Button data-autofocus loading={start.isPending} onClick={() => start.mutate()}>
            {t('holdings.check.continue')}
          </Button>
        )}
        {!isReady && state !== 'paused' && (
          <Group gap="xs">
            <Button data-autofocus={!canShow || undefined} variant="default" onClick={onAnother}>
              {t('sceneImport.another')}
            </Button>
            {canShow && <ShowImported importId={importId} />}
          </Group>
        )}
      </Group>
    </Stack>
  );
}

/** In place of a preview that is no longer true: files have left the library since the source was read. */
function Outdated({ each: { importId, source, canReadAgain }, onAnother }: StateProps) {
  const { t } = useTranslation();
  const { client } = useApi();
  const readAgain = useCommand({ mutationFn: () => client.sceneImports.readAgain({ importId }) });
  const focus = useFirstFocus<HTMLDivElement>(true, ['[data-autofocus]']);
  return (
    <Stack gap="sm" data-testid="scene-import" data-state="outdated">
      <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
        {source}
      </Text>
      <Text size="sm" role="status">
        {canReadAgain ? t('sceneImport.outdated') : t('sceneImport.outdatedChoose')}
      </Text>
      {readAgain.isError && <ErrorNote error={readAgain.error} />}
      <Group justify="end" gap="xs" ref={focus}>
        <Button data-autofocus={!canReadAgain || undefined} variant="default" onClick={onAnother}>
          {t('sceneImport.another')}
        </Button>
        {canReadAgain && (
          <Button data-autofocus loading={readAgain.isPending} onClick={() => readAgain.mutate()}>
            {t('libraryFolders.read')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

/** An import: its progress, the preview of its result, or its result. */
export function ImportState({ each, onAnother }: StateProps) {
  const { t } = useTranslation();
  const counts = useCounts(each);
  const { state, source, hosts } = each;
  if (state === 'reading' || state === 'importing' || state === 'undoing') return <Running each={each} />;
  if (each.isOutdated) return <Outdated each={each} onAnother={onAnother} />;
  return (
    <Stack gap="sm" data-testid="scene-import" data-state={state}>
      <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
        {state === 'undone' ? t('sceneImport.undone', { source }) : source}
      </Text>
      <Text size="sm" role="status">
        {state === 'undone' ? <UndoneText counts={each.counts} /> : counts}
      </Text>
      <ReviewsText each={each} />
      {state !== 'undone' && each.counts.left > 0 && (
        <Text size="sm">{t('sceneImport.left', { count: each.counts.left })}</Text>
      )}
      <Trouble each={each} />
      {hosts.length > 0 && state === 'ready' && (
        <Text size="sm">{t('sceneImport.hosts', { hosts: hosts.join(', ') })}</Text>
      )}
      <ImportRows key={each.importId} each={each} />
      <Buttons each={each} onAnother={onAnother} />
    </Stack>
  );
}

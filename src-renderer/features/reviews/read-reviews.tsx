import { Button, Group, ScrollArea, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../kit/client/api.tsx';
import { formatNumber } from '../../kit/i18n/format.ts';
import { reviewStore } from '../../kit/state/review-store.ts';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { Loaded } from '../../kit/ui/loaded.tsx';
import { useAct } from '../../kit/ui/use-act.ts';
import { useKeptFocus } from '../../kit/ui/use-kept-focus.ts';

/** Returns the names of the scenes with something new, and how many others there are. */
function namesOf(
  t: TFunction,
  language: string,
  { newScenes, newSceneCount }: { newScenes: readonly string[]; newSceneCount: number },
): string {
  const names = newScenes.join(', ');
  const others = newSceneCount - newScenes.length;
  return others === 0
    ? names
    : t('lists.namesAndMore', { names, count: others, more: formatNumber(language, others) });
}

function ReadResult() {
  const { t, i18n } = useTranslation();
  const { client, query } = useApi();
  const act = useAct();
  const status = useQuery(query.reviews.status.queryOptions());
  return (
    <Loaded of={status}>
      {({ waiting, trouble, read }) => (
        <Stack gap={6}>
          {read.state !== 'idle' && (
            <Text size="sm" role="status" data-testid="read-state" data-state={read.state}>
              {t(`reviews.read.${read.state}`)}{' '}
              {t('reviews.read.found', { count: read.files, newFiles: read.newFiles })}
            </Text>
          )}
          {read.newScenes.length > 0 && (
            <Text size="xs" style={{ overflowWrap: 'anywhere' }} data-testid="read-new-scenes">
              {t('reviews.read.newScenes', { names: namesOf(t, i18n.language, read) })}
            </Text>
          )}
          {read.state === 'running' && (
            <Group>
              <Button size="xs" variant="default" onClick={() => act(() => client.reviews.cancelRead())}>
                {t('common.cancel')}
              </Button>
            </Group>
          )}
          {read.problemCount > 0 && (
            <>
              <Text size="sm" fw={500}>
                {t('reviews.problems', { count: read.problemCount })}
              </Text>
              <ScrollArea.Autosize
                mah={200}
                type="auto"
                viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': t('reviews.problemList') }}
              >
                <Stack gap={4} component="ul" m={0} pl={16}>
                  {read.problems.map(({ path, problem }) => (
                    <Text
                      key={`${path} ${problem}`}
                      component="li"
                      size="xs"
                      style={{ overflowWrap: 'anywhere' }}
                    >
                      {`${path}: ${t(`reviews.problem.${problem}`)}`}
                    </Text>
                  ))}
                </Stack>
              </ScrollArea.Autosize>
            </>
          )}
          {waiting > 0 && (
            <Text size="xs" c="var(--nadir-quiet)">
              {t('reviews.waiting', { count: waiting })}
              {trouble === null ? '' : ` ${t(`holdings.trouble.${trouble}`)}`}
            </Text>
          )}
        </Stack>
      )}
    </Loaded>
  );
}

/** The dialog that imports the reviews of the library folder, or of another folder or file, and merges them with the local ones. */
export function ReadReviews() {
  const { t } = useTranslation();
  const { client, query } = useApi();
  const act = useAct();
  const info = useQuery(query.app.info.queryOptions()).data;
  const [path, setPath] = useState('');
  const focus = useKeptFocus<HTMLDivElement>(path);
  const read = (from: string | null) => act(() => client.reviews.startRead({ path: from }));
  const pick = () =>
    act(async () => {
      const folder = await client.app.pickFolder();
      if (folder === null) return;
      setPath(folder);
      await client.reviews.startRead({ path: folder });
    });
  return (
    <Dialog
      opened
      onClose={() => reviewStore.setState({ isReading: false })}
      size="lg"
      title={t('reviews.read.title')}
    >
      <Stack gap="sm">
        <Text size="sm">{t('reviews.read.hint')}</Text>
        <TextInput
          label={t('reviews.read.path')}
          value={path}
          spellCheck={false}
          data-autofocus
          onChange={(event) => setPath(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && path.trim() !== '') read(path.trim());
          }}
        />
        <Group gap={6} {...focus}>
          <Button disabled={path.trim() === ''} onClick={() => read(path.trim())}>
            {t('compare.series.read')}
          </Button>
          {info?.capabilities.pickFolder && (
            <Button variant="default" onClick={pick}>
              {t('settings.pickFolder')}
            </Button>
          )}
          <Button variant="default" onClick={() => read(null)}>
            {t('reviews.read.library')}
          </Button>
        </Group>
        <ReadResult />
      </Stack>
    </Dialog>
  );
}

import { Button, Group, ScrollArea, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { HoldingsStatus } from '../../../../src-preload/contract/holdings.ts';
import { useApi } from '../../../kit/client/api.tsx';
import { useAct } from '../../../kit/ui/use-act.ts';
import { useKeptFocus } from '../../../kit/ui/use-kept-focus.ts';
import { unlessDoubleClick } from '../../../kit/ui/use-one-press.ts';

type RebuildStatus = HoldingsStatus['rebuild'];

function Found({ rebuild }: { rebuild: RebuildStatus }) {
  const { t } = useTranslation();
  const { state, entries, scenes, newScenes, newFiles } = rebuild;
  if (state === 'idle') return null;
  return (
    <Text size="sm" role="status" data-testid="rebuild-state" data-state={state}>
      {t(`holdings.rebuild.${state}`)} {t('holdings.rebuild.entries', { count: entries })}{' '}
      {t('holdings.rebuild.found', { count: scenes, newScenes, newFiles })}
    </Text>
  );
}

function Problems({ rebuild: { problems, problemCount } }: { rebuild: RebuildStatus }) {
  const { t } = useTranslation();
  if (problemCount === 0) return null;
  return (
    <Stack gap={4}>
      <Text size="sm" fw={500}>
        {t('holdings.rebuild.problems', { count: problemCount })}
      </Text>
      <ScrollArea.Autosize
        mah={160}
        type="auto"
        viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': t('holdings.rebuild.problemList') }}
      >
        <Stack gap={4} component="ul" m={0} pl={16}>
          {problems.map(({ path, problem }) => (
            <Text key={`${path} ${problem}`} component="li" size="xs" style={{ overflowWrap: 'anywhere' }}>
              {`${path}: ${t(`holdings.problem.${problem}`)}`}
            </Text>
          ))}
        </Stack>
      </ScrollArea.Autosize>
    </Stack>
  );
}

/** The rebuild of the list from the library folder: progress, result, and files that could not be used. */
export function RebuildPart({ rebuild }: { rebuild: RebuildStatus }) {
  const { t } = useTranslation();
  const { client } = useApi();
  const act = useAct();
  const isRunning = rebuild.state === 'running';
  const focus = useKeptFocus<HTMLDivElement>(rebuild.state);
  return (
    <Stack gap={6} component="section">
      <Title order={3} size="sm">
        {t('holdings.rebuild.title')}
      </Title>
      <Text size="xs" c="var(--nadir-quiet)">
        {t('holdings.rebuild.hint')}
      </Text>
      <Found rebuild={rebuild} />
      <Group {...focus}>
        {isRunning ? (
          <Button
            size="xs"
            variant="default"
            onClick={unlessDoubleClick(() => act(() => client.holdings.cancelRebuild()))}
          >
            {t('common.cancel')}
          </Button>
        ) : (
          <Button size="xs" variant="default" onClick={() => act(() => client.holdings.startRebuild())}>
            {t('holdings.rebuild.start')}
          </Button>
        )}
      </Group>
      <Problems rebuild={rebuild} />
    </Stack>
  );
}

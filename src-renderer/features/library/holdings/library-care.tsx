import {
  Alert,
  Button,
  Divider,
  Group,
  Progress,
  ScrollArea,
  Select,
  Stack,
  Text,
  Title,
} from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { HoldingsStatus, HoldingsTrouble } from '../../../../src-preload/contract/holdings.ts';
import { settingsSchema } from '../../../../src-preload/contract/settings.ts';
import { useApi, useSettings } from '../../../kit/client/api.tsx';
import { formatBytes } from '../../../kit/i18n/format.ts';
import { ErrorNote } from '../../../kit/ui/error-note.tsx';
import { TimeText } from '../../../kit/ui/time-text.tsx';
import { useAct } from '../../../kit/ui/use-act.ts';
import { useCommand } from '../../../kit/ui/use-command.ts';
import { useKeptFocus } from '../../../kit/ui/use-kept-focus.ts';
import { unlessDoubleClick } from '../../../kit/ui/use-one-press.ts';
import { ArchiveOrderNote } from '../archive-order-note.tsx';
import { RebuildPart } from './rebuild-part.tsx';

const periods = settingsSchema.shape.verifyLibrary;

/** The interval of automatic verification, and the time of the next one. */
function VerifySchedule({ nextAt }: { nextAt: string | null }) {
  const { t } = useTranslation();
  const { client } = useApi();
  const act = useAct();
  const settings = useSettings();
  if (!settings) return null;
  return (
    <>
      <Select
        maw={320}
        label={t('holdings.schedule.title')}
        description={t('holdings.schedule.hint')}
        allowDeselect={false}
        data={periods.options.map((value) => ({ value, label: t(`holdings.schedule.${value}`) }))}
        value={settings.verifyLibrary}
        onChange={(value) =>
          value !== null && act(() => client.settings.set({ verifyLibrary: periods.parse(value) }))
        }
      />
      {nextAt !== null && (
        <Text size="xs" c="var(--nadir-quiet)">
          {t('holdings.schedule.next')} <TimeText at={nextAt} size="xs" />
        </Text>
      )}
    </>
  );
}

interface PartProps {
  title: string;
  hint: string;
  children: ReactNode;
}

/** A section of maintenance. */
function Part({ title, hint, children }: PartProps) {
  return (
    <Stack gap={6} component="section">
      <Title order={3} size="sm">
        {title}
      </Title>
      <Text size="xs" c="var(--nadir-quiet)">
        {hint}
      </Text>
      {children}
    </Stack>
  );
}

function TroubleNote({ trouble }: { trouble: HoldingsTrouble }) {
  const { t } = useTranslation();
  return (
    <Alert icon={<IconAlertTriangle size={16} aria-hidden color="var(--nadir-warning)" />} role="status">
      <Text size="xs">{t(`holdings.trouble.${trouble}`)}</Text>
    </Alert>
  );
}

function CatalogPart({ catalog, folder }: Pick<HoldingsStatus, 'catalog' | 'folder'>) {
  const { t } = useTranslation();
  return (
    <Part title={t('holdings.catalog.title')} hint={t('holdings.catalog.hint')}>
      <Text size="xs" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
        {folder}
      </Text>
      <Text size="sm" data-testid="catalog-scenes">
        {t('holdings.catalog.scenes', { count: catalog.scenes })}
        {catalog.waiting > 0 && ` · ${t('holdings.catalog.waiting', { count: catalog.waiting })}`}
      </Text>
      {catalog.trouble !== null && <TroubleNote trouble={catalog.trouble} />}
    </Part>
  );
}

function CheckState({ check }: Pick<HoldingsStatus, 'check'>) {
  const { t, i18n } = useTranslation();
  const { state, files, total, bytes, bad, unverified, endedAt } = check;
  if (state === 'none') return <Text size="sm">{t('holdings.check.never')}</Text>;
  const counted = { count: files, total, size: formatBytes(i18n.language, bytes) };
  if (state === 'done')
    return (
      <Stack gap={4} role="status">
        <Text size="sm">
          {t('holdings.check.done', counted)} <TimeText at={endedAt} size="sm" />
          {` · ${bad === 0 ? t('holdings.check.allGood') : t('holdings.check.foundBad', { count: bad })}`}
        </Text>
        {unverified > 0 && <Text size="sm">{t('holdings.check.unverified', { count: unverified })}</Text>}
      </Stack>
    );
  return (
    <Stack gap={4}>
      <Text size="sm" role="status">
        {t(`holdings.check.${state}`, counted)}
      </Text>
      <Progress
        size={4}
        value={total === 0 ? 0 : (100 * files) / total}
        aria-label={t('holdings.check.title')}
      />
    </Stack>
  );
}

function CheckButtons({ state }: { state: HoldingsStatus['check']['state'] }) {
  const { t } = useTranslation();
  const { client } = useApi();
  const act = useAct();
  const focus = useKeptFocus<HTMLDivElement>(state);
  const start = (anew: boolean) => act(() => client.holdings.startCheck({ anew }));
  return (
    <Group gap={8} {...focus}>
      {state === 'running' && (
        <Button
          size="xs"
          variant="default"
          onClick={unlessDoubleClick(() => act(() => client.holdings.pauseCheck()))}
        >
          {t('downloads.pause')}
        </Button>
      )}
      {state === 'paused' && (
        <>
          <Button size="xs" onClick={() => start(false)}>
            {t('holdings.check.continue')}
          </Button>
          <Button size="xs" variant="default" onClick={() => start(true)}>
            {t('measure.new')}
          </Button>
        </>
      )}
      {(state === 'none' || state === 'done') && (
        <Button size="xs" variant={state === 'none' ? 'filled' : 'default'} onClick={() => start(true)}>
          {t('holdings.check.title')}
        </Button>
      )}
    </Group>
  );
}

type BadFilesProps = Pick<HoldingsStatus, 'bad' | 'badCount' | 'repairOrders'>;

function BadFiles({ bad, badCount, repairOrders }: BadFilesProps) {
  const { t } = useTranslation();
  const { client } = useApi();
  const repair = useCommand({ mutationFn: () => client.holdings.repair() });
  const isLeft = bad.some(({ isWanted, isRepairable }) => !isWanted && isRepairable);
  return (
    <Stack gap={6}>
      <Text size="sm" fw={500}>
        {t('holdings.bad.title', { count: badCount })}
      </Text>
      <ScrollArea.Autosize
        mah={160}
        type="auto"
        viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': t('holdings.bad.list') }}
      >
        <Stack gap={4} component="ul" m={0} pl={16}>
          {bad.map(({ fileId, fileName, sceneId, reason, isWanted, isRepairable }) => (
            <Text key={fileId} component="li" size="xs" style={{ overflowWrap: 'anywhere' }}>
              {`${fileName} (${sceneId}): ${t(`holdings.bad.${reason}`)}`}
              {isWanted && ` · ${t('holdings.bad.wanted')}`}
              {!isRepairable && ` · ${t('sceneImport.again')}`}
            </Text>
          ))}
        </Stack>
      </ScrollArea.Autosize>
      {isLeft && (
        <>
          <Text size="xs" c="var(--nadir-quiet)">
            {t('holdings.bad.hint')}
          </Text>
          {repairOrders > 0 && <ArchiveOrderNote orders={repairOrders} />}
          <Group>
            <Button size="xs" loading={repair.isPending} onClick={() => repair.mutate()}>
              {t('holdings.bad.repair')}
            </Button>
          </Group>
        </>
      )}
      {repair.isError && <ErrorNote error={repair.error} />}
    </Stack>
  );
}

/** The state of the library folder: its catalog, the verification and repair of its files, and the rebuild of the list from it. */
export function LibraryCare() {
  const { t } = useTranslation();
  const { query } = useApi();
  const answer = useQuery(query.holdings.status.queryOptions());
  if (answer.isError) return <ErrorNote error={answer.error} onRetry={() => void answer.refetch()} />;
  const status = answer.data;
  if (status === undefined) return null;
  const { check, bad, badCount, repairOrders } = status;
  return (
    <Stack gap="md" data-testid="library-care">
      <CatalogPart {...status} />
      <Divider />
      <Part title={t('holdings.check.title')} hint={t('holdings.check.hint')}>
        <CheckState check={check} />
        {check.trouble !== null && <TroubleNote trouble={check.trouble} />}
        {check.state !== 'done' && check.isScheduled && (
          <Text size="xs" c="var(--nadir-quiet)">
            {t('holdings.schedule.isScheduled')}
          </Text>
        )}
        <CheckButtons state={check.state} />
        <VerifySchedule nextAt={check.nextAt} />
        {badCount > 0 && <BadFiles bad={bad} badCount={badCount} repairOrders={repairOrders} />}
      </Part>
      <Divider />
      <RebuildPart rebuild={status.rebuild} />
    </Stack>
  );
}

import { Button, Group, Popover, Progress, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import {
  BatchProgress,
  batchPercent,
  openCount,
  PauseAllButton,
} from '../features/downloads/batch-progress.tsx';
import { LimitMenu } from '../features/downloads/limit-menu.tsx';
import { queueOf } from '../features/downloads/queue.ts';
import { transferPercent, transferText } from '../features/downloads/transfer-text.ts';
import { transfersStore } from '../features/downloads/transfers-store.ts';
import { formatRate } from '../kit/i18n/format.ts';
import { showWorkspace } from '../kit/state/ui-store.ts';
import { FileName } from '../kit/ui/file-name.tsx';
import classes from '../kit/ui/panes.module.css';

const shown = 5;

/** Shows the running transfers; if there are none, the first waiting ones. */
function TrayRows() {
  const { t, i18n } = useTranslation();
  const byFile = useStore(transfersStore, (state) => state.byFile);
  const queue = useMemo(() => queueOf(byFile, 'all').filter(({ state }) => state !== 'failed'), [byFile]);
  const active = queue.filter(({ state }) => state === 'running' || state === 'verifying');
  const rows = (active.length > 0 ? active : queue).slice(0, shown);
  return (
    <>
      {rows.map((transfer) => (
        <div key={transfer.fileId} data-testid="tray-row">
          <FileName name={transfer.fileName} />
          <Progress
            size={3}
            my={3}
            value={transferPercent(transfer)}
            aria-label={t('downloads.progressFile', { file: transfer.fileName })}
          />
          <Text size="xs" c="var(--nadir-quiet)" truncate>
            {transferText(t, i18n.language, transfer)}
          </Text>
        </div>
      ))}
      {queue.length > rows.length && (
        <Text size="xs" c="var(--nadir-quiet)">
          {t('common.more', { count: queue.length - rows.length })}
        </Text>
      )}
    </>
  );
}

function TrayContent({ titleId, onClose }: { titleId: string; onClose: () => void }) {
  const { t } = useTranslation();
  const open = useStore(transfersStore, (state) => openCount(state.summary));
  return (
    <Stack gap="xs">
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" fw={600} id={titleId}>
          {t('downloads.tray')}
        </Text>
        <LimitMenu />
      </Group>
      <BatchProgress />
      {open === 0 ? (
        <Text size="xs" c="var(--nadir-quiet)">
          {t('downloads.empty')}
        </Text>
      ) : (
        <TrayRows />
      )}
      <Group justify="space-between">
        <PauseAllButton />
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => {
            onClose();
            showWorkspace('downloads');
          }}
        >
          {t('downloads.open')}
        </Button>
      </Group>
    </Stack>
  );
}

/** The downloads in the status bar: the total progress, and a popover with the running downloads and their buttons. */
export function TransferTray() {
  const { t, i18n } = useTranslation();
  const [opened, setOpened] = useState(false);
  const summary = useStore(transfersStore, (state) => state.summary);
  const open = openCount(summary);
  const titleId = useId();
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="top-start"
      width={390}
      withinPortal
      trapFocus
      returnFocus
      shadow="md"
    >
      <Popover.Target>
        <UnstyledButton
          className={classes.statusButton}
          onClick={() => setOpened((before) => !before)}
          data-testid="tray"
        >
          <IconDownload size={13} aria-hidden />
          {open === 0 ? t('shell.noTransfers') : t('shell.transfers', { count: open })}
          {open > 0 && (
            <Progress w={70} size={5} value={batchPercent(summary)} aria-label={t('downloads.progress')} />
          )}
          {open > 0 && (
            <span className={classes.rate}>
              {summary.bytesPerSecond > 0 && formatRate(i18n.language, summary.bytesPerSecond)}
            </span>
          )}
          {summary.failed > 0 && <span>{t('shell.failedTransfers', { count: summary.failed })}</span>}
        </UnstyledButton>
      </Popover.Target>
      {/* The popover has its own title, because the text of the button changes four times a second. */}
      <Popover.Dropdown aria-labelledby={titleId}>
        {opened && <TrayContent titleId={titleId} onClose={() => setOpened(false)} />}
      </Popover.Dropdown>
    </Popover>
  );
}

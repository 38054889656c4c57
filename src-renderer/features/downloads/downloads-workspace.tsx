import { Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import shell from '../../kit/ui/panes.module.css';
import { TabPanels } from '../../kit/ui/tab-panels.tsx';
import { PauseAllButton } from './batch-progress.tsx';
import { CompletedView } from './completed-view.tsx';
import { LimitMenu } from './limit-menu.tsx';
import { QueueView } from './queue-view.tsx';
import { RulesView } from './rules-view.tsx';

const views = ['queue', 'done', 'rules'] as const;
const content = { queue: <QueueView />, done: <CompletedView />, rules: <RulesView /> };

/** The tabs of the downloads: the queue, the completed files, and the rules that fill the queue. */
export function DownloadsWorkspace() {
  const { t } = useTranslation();
  const [view, setView] = useState<(typeof views)[number]>('queue');
  return (
    <TabPanels
      names={views}
      shown={view}
      onShow={setView}
      labelOf={(each) => t(`downloads.view.${each}`)}
      panels={content}
      list={{ 'aria-label': t('downloads.views'), px: 6 }}
      classNames={{ root: shell.fill, panel: shell.fill, tab: shell.smallTab }}
      head={
        <div className={shell.paneHead} style={{ paddingBottom: 0, borderBottom: 0 }}>
          <Group justify="space-between" wrap="nowrap" mb={4}>
            <h2 className={shell.paneTitle}>{t('shell.workspace.downloads')}</h2>
            <Group gap={6} wrap="nowrap">
              <LimitMenu />
              <PauseAllButton />
            </Group>
          </Group>
        </div>
      }
    />
  );
}

import { Group, Tabs } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AllButton } from '../../subjects/transfer/batch-progress.tsx';
import { LimitMenu } from '../../subjects/transfer/limit-menu.tsx';
import shell from '../../ui/panes.module.css';
import { DoneView } from './done-view.tsx';
import { QueueView } from './queue-view.tsx';
import { RulesView } from './rules-view.tsx';

const views = ['queue', 'done', 'rules'] as const;
const content = { queue: <QueueView />, done: <DoneView />, rules: <RulesView /> };

/** The queue, what came of it, and the rules that fill it. */
export function DownloadsWorkspace() {
  const { t } = useTranslation();
  const [view, setView] = useState<(typeof views)[number]>('queue');
  return (
    <Tabs
      value={view}
      onChange={(value) => setView(views.find((each) => each === value) ?? 'queue')}
      keepMounted={false}
      style={{ display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0 }}
    >
      <div className={shell.paneHead} style={{ paddingBottom: 0, borderBottom: 0 }}>
        <Group justify="space-between" wrap="nowrap" mb={4}>
          <h2 className={shell.paneTitle}>{t('shell.workspace.downloads')}</h2>
          <Group gap={6} wrap="nowrap">
            <LimitMenu />
            <AllButton />
          </Group>
        </Group>
      </div>
      <Tabs.List aria-label={t('downloads.views')} px={6}>
        {views.map((each) => (
          <Tabs.Tab key={each} value={each} fz="xs">
            {t(`downloads.view.${each}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {views.map((each) => (
        <Tabs.Panel
          key={each}
          value={each}
          style={
            each === view ? { display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0 } : undefined
          }
        >
          {content[each]}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

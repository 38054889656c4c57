import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Rule, RuleFile } from '../../../src-preload/contract/rules.ts';
import { useApi } from '../../kit/client/api.tsx';
import { formatBytes, formatUtc } from '../../kit/i18n/format.ts';
import { hover } from '../../kit/state/selection.ts';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import { FileName } from '../../kit/ui/file-name.tsx';
import { usePagedList } from '../../kit/ui/paged-list.ts';
import { useAct } from '../../kit/ui/use-act.ts';
import { VirtualList } from '../../kit/ui/virtual-rows.tsx';
import classes from './transfer.module.css';

const undoable: readonly RuleFile['state'][] = ['planned', 'fetching', 'fetched', 'failed'];

const HistoryRow = memo(function HistoryRow({ file }: { file: RuleFile }) {
  const { t, i18n } = useTranslation();
  const { client } = useApi();
  const act = useAct();
  const text = [
    t(`rules.state.${file.state}`),
    ...(file.sizeBytes === null ? [] : [formatBytes(i18n.language, file.sizeBytes)]),
    formatUtc(i18n.language, file.at),
  ].join(' · ');
  return (
    <div
      className={classes.row}
      style={{ gridTemplateColumns: 'minmax(0, 1fr) auto' }}
      data-testid="rule-file"
      data-state={file.state}
    >
      <div style={{ minWidth: 0 }}>
        <FileName name={file.fileName} />
        <div className={classes.text} title={file.sceneName}>
          {text}
        </div>
      </div>
      {undoable.includes(file.state) && (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={t('rules.undoFile', { file: file.fileName })}
          onClick={() => act(() => client.rules.undo({ id: file.ruleId, fileId: file.fileId }))}
        >
          {t('common.undo')}
        </Button>
      )}
    </div>
  );
});

/** Shows what a rule has done, latest first; each step can be undone. */
export function RuleHistory({ rule, onBack }: { rule: Rule; onBack: () => void }) {
  const { t } = useTranslation();
  const { client, query } = useApi();
  const act = useAct();
  const list = usePagedList({
    terms: rule.id,
    page: (range) => query.rules.history.queryOptions({ input: { id: rule.id, ...range } }),
  });
  const total = list.total ?? 0;
  const title = t('rules.historyTitle', { name: rule.name });
  return (
    <>
      <Group gap={6} px={8} py={6} wrap="nowrap">
        <ActionIcon
          size="sm"
          variant="subtle"
          color="gray"
          aria-label={t('rules.back')}
          title={t('rules.back')}
          onClick={onBack}
          data-autofocus
        >
          <IconArrowLeft size={15} />
        </ActionIcon>
        <Text component="h3" m={0} size="sm" fw={600} truncate title={title}>
          {title}
        </Text>
      </Group>
      {rule.queuedCount + rule.withheldCount > 0 && (
        <Button
          mx={12}
          mb={6}
          size="compact-sm"
          variant="default"
          style={{ alignSelf: 'flex-start' }}
          onClick={() => act(() => client.rules.undoWaiting({ id: rule.id }))}
        >
          {t('rules.undoWaiting', { count: rule.queuedCount + rule.withheldCount })}
        </Button>
      )}
      {list.error && <ErrorNote error={list.error} />}
      {list.total === 0 && (
        <Text px={12} py="md" size="sm" c="var(--nadir-quiet)">
          {t('rules.emptyHistory')}
        </Text>
      )}
      {total > 0 && (
        <VirtualList
          label={title}
          count={total}
          rowHeight={50}
          keyOf={(index) => list.rowAt(index)?.fileId ?? `row ${index}`}
          onRange={list.onRange}
          onHover={(index) =>
            hover('scene', index === null ? null : (list.rowAt(index)?.librarySceneId ?? null))
          }
          render={(index) => {
            const file = list.rowAt(index);
            return file ? <HistoryRow file={file} /> : null;
          }}
        />
      )}
    </>
  );
}

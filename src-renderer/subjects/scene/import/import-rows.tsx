import { Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconPlus } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type {
  ImportOutcome,
  ImportProblem,
  ImportRow,
  SceneImport,
} from '../../../../src-preload/contract/scene-imports.ts';
import { useApi } from '../../../client/api.tsx';
import { archiveReason } from '../../../i18n/error-text.ts';
import { formatBytes } from '../../../i18n/format.ts';
import { usePagedList } from '../../../ui/paged-list.ts';
import { VirtualList } from '../../../ui/virtual-rows.tsx';

const rowHeight = 44;
const maxHeightPx = 264;

function OutcomeIcon({ outcome }: { outcome: ImportOutcome }) {
  if (outcome === 'problem' || outcome === 'failed')
    return <IconAlertTriangle size={14} aria-hidden color="var(--nadir-warning)" style={{ flexShrink: 0 }} />;
  const Icon = outcome === 'new' || outcome === 'adds' ? IconPlus : IconCheck;
  return <Icon size={14} aria-hidden style={{ flexShrink: 0 }} />;
}

/** Returns the path of a problem relative to the imported folder. */
const below = (source: string, label: string) =>
  label.startsWith(source) && label.length > source.length + 1 && /[\\/]/.test(label.charAt(source.length))
    ? label.slice(source.length + 1)
    : label;

/** Translates why a part of an import is not used. Imports of an older Nadir have no reason for an archive. */
function problemText(t: TFunction, language: string, problem: ImportProblem, detail: string): string {
  if (problem === 'no-room')
    return t(`sceneImport.problem.${problem}`, { detail: formatBytes(language, Number(detail)) });
  if (problem !== 'archive' || detail === '') return t(`sceneImport.problem.${problem}`, { detail });
  return t('sceneImport.refusedArchive', { reason: archiveReason(t, detail) });
}

function Row({ row, source }: { row: ImportRow; source: string }) {
  const { t, i18n } = useTranslation();
  const { label, outcome, problem, detail, files, bytes } = row;
  const facts =
    problem === null
      ? [
          t(`sceneImport.outcome.${outcome}`),
          t('downloads.doneFiles', { count: files }),
          ...(bytes > 0 ? [formatBytes(i18n.language, bytes)] : []),
          ...(detail !== '' && detail !== label ? [t('sceneImport.same', { scene: detail })] : []),
        ].join(' · ')
      : problemText(t, i18n.language, problem, detail);
  return (
    <Group gap={8} wrap="nowrap" h="100%" px={8} data-testid="import-row" data-outcome={outcome}>
      <OutcomeIcon outcome={outcome} />
      <Stack gap={0} miw={0} flex={1}>
        <Text size="xs" fw={500} truncate title={label}>
          {below(source, label)}
        </Text>
        <Text size="xs" c="var(--nadir-quiet)" truncate title={facts}>
          {facts}
        </Text>
      </Stack>
    </Group>
  );
}

/** The rows of an import: files that cannot be used first, then the scenes. */
export function ImportRows({ importId, state, source }: Pick<SceneImport, 'importId' | 'state' | 'source'>) {
  const { t } = useTranslation();
  const { query } = useApi();
  const list = usePagedList<ImportRow, { total: number }>({
    terms: { importId, state },
    page: (range) => query.sceneImports.rows.queryOptions({ input: { importId, ...range } }),
  });
  const total = list.total ?? 0;
  if (total === 0) return null;
  return (
    <div
      style={{
        // Includes the borders of two pixels, or a short list would scroll.
        height: Math.min(maxHeightPx, total * rowHeight + 2),
        display: 'flex',
        border: '1px solid var(--nadir-line)',
        borderRadius: 4,
      }}
    >
      <VirtualList
        label={t('sceneImport.list')}
        count={total}
        rowHeight={rowHeight}
        keyOf={(index) => list.rowAt(index)?.seq ?? `row-${index}`}
        focusable
        onHover={() => undefined}
        onRange={list.onRange}
        render={(index) => {
          const row = list.rowAt(index);
          return row === undefined ? null : <Row row={row} source={source} />;
        }}
      />
    </div>
  );
}

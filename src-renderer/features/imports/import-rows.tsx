import { Checkbox, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconPlus } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { ImportRow, SceneImport } from '../../../src-preload/contract/scene-imports.ts';
import { useApi } from '../../kit/client/api.tsx';
import { formatAcquired, formatBytes } from '../../kit/i18n/format.ts';
import { usePagedList } from '../../kit/ui/paged-list.ts';
import { useAct } from '../../kit/ui/use-act.ts';
import { VirtualList } from '../../kit/ui/virtual-rows.tsx';
import { placeRemarkText } from '../library/place-remarks.tsx';
import { EditRows } from './edit-rows.tsx';
import classes from './import-rows.module.css';
import { problemText } from './problem-text.ts';
import { type RowSelection, useRowSelection } from './use-row-selection.ts';

const rowHeight = 44;
/** The list takes what the window has besides the rest of the dialog, and six rows in a small window. */
const maxHeight = 'max(264px, calc(100dvh - 500px))';

/** True for a scene that the import would take, or takes if the person wants it. */
const isPlanned = ({ outcome }: Pick<ImportRow, 'outcome'>) => outcome === 'new' || outcome === 'adds';

function OutcomeIcon({ outcome, problem }: Pick<ImportRow, 'outcome' | 'problem'>) {
  if (problem !== null || outcome === 'problem' || outcome === 'failed')
    return <IconAlertTriangle size={14} aria-hidden color="var(--nadir-warning)" style={{ flexShrink: 0 }} />;
  const Icon = outcome === 'new' || outcome === 'adds' ? IconPlus : IconCheck;
  return <Icon size={14} aria-hidden style={{ flexShrink: 0 }} />;
}

/** Returns the path of a problem relative to the imported folder. */
const below = (source: string, label: string) =>
  label.startsWith(source) && label.length > source.length + 1 && /[\\/]/.test(label.charAt(source.length))
    ? label.slice(source.length + 1)
    : label;

/** Says with which scene a row is the same; null if with none. */
function sameText(t: TFunction, { label, detail, duplicateOf }: ImportRow): string | null {
  if (duplicateOf === 'import') return detail === label ? null : t('sceneImport.twice', { scene: detail });
  return detail === '' || detail === label ? null : t('sceneImport.same', { scene: detail });
}

/** Says what the import does with a scene. One that comes with another scene of the import is not in the library yet. */
function outcomeText(t: TFunction, row: ImportRow): string {
  const { outcome, duplicateOf, isWanted } = row;
  if (isPlanned(row) && !isWanted) return t('sceneImport.omitted');
  return outcome === 'there' && duplicateOf === 'import'
    ? t('sceneImport.foundTwice')
    : t(`sceneImport.outcome.${outcome}`);
}

/** Says when a scene was acquired; null after the import, when its details say it. */
function timeText(t: TFunction, language: string, { timestamp, period, ...row }: ImportRow): string | null {
  return (
    formatAcquired(language, { timestamp, period }) ?? (isPlanned(row) ? t('sceneImport.edit.noTime') : null)
  );
}

interface RowProps {
  row: ImportRow;
  source: string;
  /** Says whether the scene is wanted; null if that cannot be changed any more. */
  onWant: ((row: ImportRow, isWanted: boolean) => void) | null;
  /** Null if scenes cannot be changed any more. */
  selection: RowSelection | null;
}

function Row({ row, source, onWant, selection }: RowProps) {
  const { t, i18n } = useTranslation();
  const { label, outcome, problem, detail, files, bytes, isWanted } = row;
  const isOmitted = isPlanned(row) && !isWanted;
  const facts =
    problem === null
      ? [
          outcomeText(t, row),
          t('downloads.doneFiles', { count: files }),
          bytes > 0 ? formatBytes(i18n.language, bytes) : null,
          timeText(t, i18n.language, row),
          row.satelliteName,
          sameText(t, row),
        ]
          .filter((text) => text !== null)
          .join(' · ')
      : row.reviewProblem === null
        ? problemText(t, i18n.language, problem, detail)
        : t('sceneImport.reviewProblem', { reason: t(`reviews.problem.${row.reviewProblem}`) });
  // A remark stands first, because the end of a long line is cut.
  const remarks = row.placeRemarks.map((remark) => ({
    short: placeRemarkText(t, i18n.language, remark, 'short'),
    long: placeRemarkText(t, i18n.language, remark, 'long'),
  }));
  const shown = [...remarks.map(({ short }) => short), facts].join(' · ');
  const texts = (
    <Stack gap={0} miw={0} flex={1}>
      <Text size="xs" fw={500} truncate title={label}>
        {below(source, label)}
      </Text>
      <Text
        size="xs"
        c="var(--nadir-quiet)"
        truncate
        title={[...remarks.map(({ long }) => long), facts].join(' ')}
      >
        {remarks.length > 0 && (
          <IconAlertTriangle
            size={12}
            aria-hidden
            color="var(--nadir-warning)"
            style={{ verticalAlign: '-2px', marginInlineEnd: 4 }}
          />
        )}
        {shown}
      </Text>
    </Stack>
  );
  return (
    <Group
      gap={8}
      wrap="nowrap"
      h="100%"
      px={8}
      data-testid="import-row"
      data-outcome={outcome}
      data-omitted={isOmitted || undefined}
    >
      {onWant !== null && isPlanned(row) ? (
        <Checkbox
          size="xs"
          aria-label={t('sceneImport.want', { scene: below(source, label) })}
          checked={isWanted}
          onChange={(event) => onWant(row, event.currentTarget.checked)}
        />
      ) : (
        <OutcomeIcon outcome={outcome} problem={problem} />
      )}
      {selection !== null && isPlanned(row) ? (
        <UnstyledButton
          className={classes.select}
          data-select-row={row.seq}
          aria-pressed={selection.selected.has(row.seq)}
          // Escape clears the selection first, and only then closes the dialog.
          data-mantine-stop-propagation={selection.selected.size > 0 || undefined}
          onClick={(event) => selection.onClick(event, row.seq)}
        >
          {texts}
        </UnstyledButton>
      ) : (
        texts
      )}
    </Group>
  );
}

/** The rows of an import: files that cannot be used first, then the scenes. */
export function ImportRows({ each }: { each: SceneImport }) {
  const { importId, state, source, counts } = each;
  const { t } = useTranslation();
  const { client, query } = useApi();
  const act = useAct();
  const list = usePagedList<ImportRow, { total: number }>({
    terms: { importId, state },
    page: (range) => query.sceneImports.rows.queryOptions({ input: { importId, ...range } }),
  });
  const selection = useRowSelection(importId);
  const total = list.total ?? 0;
  if (total === 0) return null;
  const isReady = state === 'ready';
  const wanted = counts.new + counts.adds;
  const want = (seqs: number[] | null, isWanted: boolean) =>
    act(() => client.sceneImports.want({ importId, seqs, isWanted }));
  const rows = (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys move between the buttons of the rows
    <div
      onKeyDown={isReady ? selection.onKeyDown : undefined}
      style={{
        // Includes the borders of two pixels, or a short list would scroll.
        height: `min(${total * rowHeight + 2}px, ${maxHeight})`,
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
          if (row === undefined) return null;
          return (
            <Row
              row={row}
              source={source}
              selection={isReady ? selection : null}
              onWant={isReady ? ({ seq }, isWanted) => want([seq], isWanted) : null}
            />
          );
        }}
      />
    </div>
  );
  if (!isReady || wanted + counts.omitted === 0) return rows;
  return (
    <Stack gap={6}>
      <Checkbox
        ml={9}
        size="xs"
        label={t('sceneImport.wantAll')}
        checked={counts.omitted === 0}
        indeterminate={wanted > 0 && counts.omitted > 0}
        onChange={(event) => want(null, event.currentTarget.checked)}
      />
      {rows}
      <EditRows each={each} selection={selection} />
    </Stack>
  );
}

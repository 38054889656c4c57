import { ActionIcon, CloseButton, Group, Text, Tooltip } from '@mantine/core';
import { IconCopy, IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { csvOf } from '../../kit/client/csv.ts';
import { inertCell } from '../../kit/client/inert-text.ts';
import { saveCsv } from '../../kit/client/save-file.ts';
import { writeTsv } from '../../kit/ui/grid/tsv.ts';
import { useAct, useSay } from '../../kit/ui/use-act.ts';
import { FoldButton } from '../../map/fold-button.tsx';
import type { Fold } from '../../map/use-fold.ts';
import classes from './pixels.module.css';

/** A table that is copied or saved, with numbers that other programs can read. */
export interface TableOut {
  headings: readonly string[];
  rows: readonly (readonly (string | number | null)[])[];
}

/** Returns a table as tab-separated text, which a spreadsheet reads when it is pasted. */
export function tabbedText({ headings, rows }: TableOut): string {
  const text = (cell: string | number | null) =>
    typeof cell === 'string' ? inertCell(cell) : String(cell ?? '');
  return writeTsv([headings.map(inertCell), ...rows.map((row) => row.map(text))]);
}

interface PanelHeadProps {
  title: string;
  closeLabel: string;
  onClose: () => void;
  /** Returns the table to copy and to save; null while there is none. */
  table: (() => TableOut) | null;
  /** The name of the saved file without its extension; not given if nothing can be saved. */
  fileName?: string;
  /** Given for a panel that can be folded to its header. */
  fold?: Fold;
}

/** The header of a panel: its title, the buttons that copy and save its values, and the one that closes it. */
export function PanelHead({ title, closeLabel, onClose, table, fileName, fold }: PanelHeadProps) {
  const { t } = useTranslation();
  const act = useAct();
  const say = useSay();
  const copy = () =>
    act(async () => {
      if (table === null) return;
      await navigator.clipboard.writeText(tabbedText(table()));
      say({ message: t('pixels.copied'), color: 'teal' });
    });
  const save = () => {
    if (table === null || fileName === undefined) return;
    const { headings, rows } = table();
    saveCsv(`${fileName}.csv`, csvOf(headings, rows));
  };
  return (
    <Group className={classes.head} gap={6} wrap="nowrap" justify="space-between">
      <Text size="sm" fw={600} component="h3" m={0} lh={1.25}>
        {title}
      </Text>
      <Group gap={2} wrap="nowrap">
        <Tooltip label={t('pixels.copy')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={t('pixels.copy')}
            disabled={table === null}
            onClick={copy}
          >
            <IconCopy size={15} aria-hidden />
          </ActionIcon>
        </Tooltip>
        {fileName !== undefined && (
          <Tooltip label={t('pixels.save')}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={t('pixels.save')}
              disabled={table === null}
              onClick={save}
            >
              <IconDownload size={15} aria-hidden />
            </ActionIcon>
          </Tooltip>
        )}
        {fold && <FoldButton {...fold} />}
        <CloseButton size="sm" aria-label={closeLabel} onClick={onClose} />
      </Group>
    </Group>
  );
}

import { ActionIcon, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconChevronDown, IconChevronUp, IconSearch } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BundleFile } from '../../../src-preload/contract/activity.ts';
import { VirtualRows } from '../../kit/ui/virtual-rows.tsx';
import classes from './activity.module.css';
import { linesWith, textLines } from './text-lines.ts';

/** Shows a text file by lines, with a search that moves from one match to the next. */
export function TextReader({ file }: { file: BundleFile }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [words] = useDebouncedValue(typed, 200);
  const [row, setRow] = useState<number | null>(null);
  const rows = useMemo(() => textLines(file.text), [file.text]);
  const found = useMemo(() => linesWith(file.text, words), [file.text, words]);
  const foundSet = useMemo(() => new Set(found), [found]);
  const go = (step: 1 | -1) => {
    const from = row === null ? -1 : (rows[row]?.line ?? -1);
    const next =
      step === 1
        ? (found.find((line) => line > from) ?? found[0])
        : (found.findLast((line) => line < from) ?? found.at(-1));
    if (next !== undefined) setRow(rows.findIndex(({ line }) => line === next));
  };
  return (
    <div className={classes.reader}>
      <div className={classes.readerHead}>
        <Text fw={600} size="sm">
          {file.name}
        </Text>
        <span style={{ flex: 1 }} />
        {words.trim() !== '' && (
          <Text size="xs" c="var(--nadir-quiet)" role="status">
            {t('activity.support.found', { count: found.length })}
          </Text>
        )}
        <TextInput
          w={240}
          aria-label={t('activity.support.search')}
          placeholder={t('activity.support.search')}
          leftSection={<IconSearch size={14} aria-hidden />}
          value={typed}
          maxLength={200}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') go(event.shiftKey ? -1 : 1);
          }}
        />
        <ActionIcon
          variant="default"
          aria-label={t('activity.support.previous')}
          title={t('activity.support.previous')}
          disabled={found.length === 0}
          onClick={() => go(-1)}
        >
          <IconChevronUp size={15} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="default"
          aria-label={t('activity.support.next')}
          title={t('activity.support.next')}
          disabled={found.length === 0}
          onClick={() => go(1)}
        >
          <IconChevronDown size={15} aria-hidden />
        </ActionIcon>
      </div>
      <div className={classes.lines}>
        <VirtualRows
          label={t('activity.support.lines', { name: file.name })}
          count={rows.length}
          rowHeight={19}
          selectedKey={row}
          selectedIndex={row}
          hoveredIndex={null}
          onSelect={setRow}
          onOpen={() => undefined}
          onHover={() => undefined}
          onRange={() => undefined}
          render={(index) => {
            const line = rows[index];
            return line ? (
              <div className={classes.line} data-found={foundSet.has(line.line) || undefined}>
                <span className={classes.lineNumber}>{line.number}</span>
                <span>{line.text}</span>
              </div>
            ) : null;
          }}
        />
      </div>
    </div>
  );
}

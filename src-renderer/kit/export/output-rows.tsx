import { Radio, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ExportSource, OutputRows } from './list-export.ts';

interface RowsChoiceProps {
  source: ExportSource;
  value: OutputRows;
  onChange: (rows: OutputRows) => void;
}

/** Selects whether all listed rows or the selected rows are written. */
export function RowsChoice({ source: { counts }, value, onChange }: RowsChoiceProps) {
  const { t } = useTranslation();
  return (
    <Radio.Group
      label={t('label.rows')}
      value={value}
      onChange={(rows) => onChange(rows === 'selected' ? 'selected' : 'listed')}
    >
      <Stack gap={6} mt={4}>
        <Radio size="xs" value="listed" label={t('export.listed', { count: counts.listed })} />
        <Radio
          size="xs"
          value="selected"
          disabled={counts.selected === 0}
          label={
            counts.selected === 0
              ? t('export.noneSelected')
              : t('export.selected', { count: counts.selected })
          }
        />
      </Stack>
    </Radio.Group>
  );
}

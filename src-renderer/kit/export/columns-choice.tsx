import { Box, Button, Checkbox, SimpleGrid } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ExportColumn } from '../../formats/exported-feature.ts';

interface ColumnsChoiceProps {
  columns: readonly ExportColumn[];
  /** The keys of the columns that are left out. */
  leftOut: readonly string[];
  onChange: (leftOut: string[]) => void;
}

/** Selects the columns; the name and the place are always written. */
export function ColumnsChoice({ columns, leftOut, onChange }: ColumnsChoiceProps) {
  const { t } = useTranslation();
  const keys = columns.map(({ key }) => key);
  const isNone = keys.every((key) => leftOut.includes(key));
  return (
    <Box pos="relative">
      <Button
        pos="absolute"
        right={0}
        top={-2}
        size="compact-xs"
        variant="default"
        onClick={() => onChange(isNone ? [] : keys)}
      >
        {isNone ? t('outbox.selectAll') : t('export.noColumns')}
      </Button>
      <Checkbox.Group
        label={t('label.attributes')}
        value={keys.filter((key) => !leftOut.includes(key))}
        onChange={(shown) => onChange(keys.filter((key) => !shown.includes(key)))}
      >
        <SimpleGrid
          type="container"
          cols={{ base: 1, '240px': 2, '460px': 3 }}
          spacing={6}
          verticalSpacing={6}
          mt={8}
        >
          {columns.map(({ key, label }) => (
            <Checkbox key={key} value={key} label={label} />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
    </Box>
  );
}

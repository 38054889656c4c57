import { Checkbox, Group, Select, SimpleGrid, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { columnRoles, completingRoles } from '../../../formats/column-roles.ts';
import { offeredDatums, wgs84Code } from '../../../formats/datums.ts';
import type { TableInfo, TableLayout } from '../../../formats/imported.ts';
import { listSystemColumns } from '../../../formats/table-rows.ts';

type ColumnRole = (typeof columnRoles)[number];

const delimiters = [
  [',', 'comma'],
  [';', 'semicolon'],
  ['\t', 'tab'],
  ['|', 'bar'],
] as const;

interface TableChoicesProps {
  table: TableInfo;
  /** True if columns without a meaning become attributes; else they are dropped. */
  keepsAttributes: boolean;
  onChange: (choices: Partial<TableLayout>) => void;
}

function useWords() {
  const { t } = useTranslation();
  return {
    role: (role: ColumnRole) =>
      role === 'name' || role === 'latitude' || role === 'longitude' || role === 'altitude'
        ? t(`label.${role}`)
        : t(`import.role.${role}`),
    /** The parser names a column without a heading `#3`, by its number. */
    heading: (heading: string) => {
      const number = /^#(\d+)$/.exec(heading)?.[1];
      return number === undefined ? heading : t('import.column', { number });
    },
  };
}

/** The choices of the separator and the sheet. */
function LayoutChoices({ table, onChange }: Omit<TableChoicesProps, 'keepsAttributes'>) {
  const { t } = useTranslation();
  const { layout, hasHeader, delimiter, sheet, sheets } = table;
  return (
    <Group gap="sm" align="flex-end">
      {sheets.length > 1 && (
        <Select
          label={t('import.sheet')}
          data={[...sheets]}
          value={sheet}
          allowDeselect={false}
          onChange={(next) => next !== null && onChange({ sheet: next })}
        />
      )}
      {delimiter !== null && (
        <Select
          w={150}
          label={t('label.rows')}
          data={(['columns', 'lines'] as const).map((value) => ({
            value,
            label: t(`import.layouts.${value}`),
          }))}
          value={layout}
          allowDeselect={false}
          onChange={(next) => onChange({ layout: next === 'lines' ? 'lines' : 'columns' })}
        />
      )}
      {delimiter !== null && (
        <Select
          w={130}
          label={t('import.delimiter')}
          data={delimiters.map(([value, name]) => ({ value, label: t(`import.delimiters.${name}`) }))}
          value={delimiter}
          allowDeselect={false}
          onChange={(next) => next !== null && onChange({ delimiter: next })}
        />
      )}
      {layout === 'columns' && (
        <Checkbox
          size="xs"
          mb={6}
          label={t('import.hasHeader')}
          checked={hasHeader}
          onChange={(event) => onChange({ hasHeader: event.currentTarget.checked })}
        />
      )}
    </Group>
  );
}

/** The value of the choice to read each row on the datum that its column names. */
const byColumn = 'column';

/** The datum of the coordinates: of each row, where a column names it, or of the whole table. */
function DatumChoice({ table, onChange }: Omit<TableChoicesProps, 'keepsAttributes'>) {
  const { t } = useTranslation();
  const words = useWords();
  const { datum, datumColumn, headings } = table;
  if (datum === null && datumColumn === null) return null;
  const column = datumColumn === null ? null : words.heading(headings[datumColumn] ?? '');
  return (
    <Select
      label={t('import.datum')}
      description={
        datum === null
          ? t('import.datumByColumn')
          : datum === wgs84Code && column === null
            ? t('import.datumAssumed')
            : t('import.datumChosen')
      }
      data={[
        ...(column === null ? [] : [{ value: byColumn, label: t('import.datumOfColumn', { column }) }]),
        ...offeredDatums(datum).map(({ code, name }) => ({ value: String(code), label: name })),
      ]}
      value={datum === null ? byColumn : String(datum)}
      allowDeselect={false}
      searchable
      onChange={(next) => next !== null && onChange({ datum: next === byColumn ? null : Number(next) })}
    />
  );
}

/** The first rows, unchanged. */
function FirstRows({ table }: { table: TableInfo }) {
  const { t } = useTranslation();
  const words = useWords();
  const { headings, rows, columns } = table;
  const roleOf = (column: number) => columnRoles.find((role) => columns[role] === column);
  return (
    <Stack gap={4}>
      <Text size="xs" fw={600}>
        {t('import.rows')}
      </Text>
      <Table.ScrollContainer
        minWidth={0}
        mah={135}
        type="native"
        style={{ border: '1px solid var(--nadir-line)', borderRadius: 6 }}
        tabIndex={0}
        role="region"
        aria-label={t('import.rows')}
      >
        <Table
          fz={11}
          verticalSpacing={1}
          horizontalSpacing={6}
          stickyHeader
          borderColor="var(--nadir-line)"
          data-testid="table-rows"
        >
          <Table.Thead>
            <Table.Tr>
              {headings.map((heading, i) => {
                const role = roleOf(i);
                return (
                  <Table.Th key={heading} style={{ whiteSpace: 'nowrap' }}>
                    {words.heading(heading)}
                    {role !== undefined && (
                      <Text component="span" display="block" fz={10} c="var(--nadir-accent)">
                        {words.role(role)}
                      </Text>
                    )}
                  </Table.Th>
                );
              })}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ line, cells }) => (
              <Table.Tr key={line}>
                {headings.map((heading, i) => (
                  <Table.Td
                    key={heading}
                    maw={180}
                    style={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
                  >
                    {cells[i]}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Stack>
  );
}

/**
 * Shows how a table was parsed and lets the user change it: the separator, the headings, and the meaning of each column. Other columns
 * become attributes, or are dropped where the target has no room for them.
 */
export function TableChoices({ table, keepsAttributes, onChange }: TableChoicesProps) {
  const { t } = useTranslation();
  const words = useWords();
  const { headings, columns, layout } = table;
  const used = new Set([...Object.values(columns), ...(keepsAttributes ? [] : listSystemColumns(table))]);
  const [showsCompleting, setShowsCompleting] = useState(false);
  const isCompleted = completingRoles.some((role) => columns[role] !== null);
  const isCompleting = (role: ColumnRole) => completingRoles.some((each) => each === role);
  const roles = columnRoles.filter((role) => !isCompleting(role) || isCompleted || showsCompleting);
  const unused = headings.filter((_, i) => !used.has(i)).map(words.heading);
  return (
    <Stack gap="xs">
      <LayoutChoices table={table} onChange={onChange} />
      <DatumChoice table={table} onChange={onChange} />
      {layout === 'columns' && (
        <Stack gap={6} component="section" aria-label={t('import.layouts.columns')}>
          <SimpleGrid cols={{ base: 2, xs: 3, sm: 4 }} spacing={6} verticalSpacing={4}>
            {roles.map((role) => (
              <Select
                key={role}
                label={words.role(role)}
                data={headings.map((heading, i) => ({ value: String(i), label: words.heading(heading) }))}
                value={columns[role] === null ? null : String(columns[role])}
                placeholder={t('import.noColumn')}
                searchable={headings.length > 12}
                clearable
                clearButtonProps={{ 'aria-label': t('orderForm.clear', { name: words.role(role) }) }}
                onChange={(value) =>
                  onChange({ columns: { ...columns, [role]: value === null ? null : Number(value) } })
                }
              />
            ))}
          </SimpleGrid>
          {!isCompleted && (
            <Checkbox
              size="xs"
              label={t('import.completing')}
              checked={showsCompleting}
              onChange={(event) => setShowsCompleting(event.currentTarget.checked)}
            />
          )}
          {unused.length > 0 && (
            <Text size="xs" c="var(--nadir-quiet)" lineClamp={3}>
              {keepsAttributes
                ? t('import.asAttributes', { columns: unused.join(', ') })
                : t('import.notUsed', { columns: unused.join(', ') })}
            </Text>
          )}
          <FirstRows table={table} />
        </Stack>
      )}
    </Stack>
  );
}

import { Alert, Button, Group, Select, Stack, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Countries } from '../../geometry/countries.ts';
import { isOrderDoubtful } from '../../geometry/countries.ts';
import { type CoordinateFormat, formatCoordinate } from '../../i18n/coordinates.ts';
import { formatNumber } from '../../i18n/format.ts';
import { countryName } from './countries-store.ts';
import type { ListedPoint, ReadPoints } from './read-points.ts';
import { type Columns, columnRoles } from './read-table.ts';

const mostPreviewed = 8;

interface ColumnChooserProps {
  table: NonNullable<ReadPoints['table']>;
  onChoose: (columns: Columns) => void;
}

/**
 * Selects the meaning of each column, which is first guessed from the headings. The other columns are listed, because
 * they are not used.
 */
export function ColumnChooser({ table, onChoose }: ColumnChooserProps) {
  const { t } = useTranslation();
  const { headings, columns } = table;
  const used = new Set(Object.values(columns));
  const unused = headings.filter((_, index) => !used.has(index));
  const roleWords = (role: keyof Columns) =>
    role === 'place' ? t('outbox.many.wholePlace') : t(`label.${role}`);
  const titled = (heading: string, index: number) =>
    heading || t('outbox.many.column', { number: index + 1 });
  return (
    <Stack gap={6} component="section" aria-label={t('outbox.many.columns')}>
      <Group gap={6} grow align="flex-start">
        {columnRoles.map((role) => (
          <Select
            key={role}
            size="xs"
            label={roleWords(role)}
            data={headings.map((heading, index) => ({ value: String(index), label: titled(heading, index) }))}
            value={columns[role] === null ? null : String(columns[role])}
            placeholder={t('outbox.many.noColumn')}
            clearable
            clearButtonProps={{ 'aria-label': t('orderForm.clear', { name: roleWords(role) }) }}
            onChange={(value) => onChoose({ ...columns, [role]: value === null ? null : Number(value) })}
          />
        ))}
      </Group>
      {unused.length > 0 && (
        <Text size="xs" c="var(--nadir-quiet)">
          {t('outbox.many.unused', { columns: unused.map(titled).join(', ') })}
        </Text>
      )}
    </Stack>
  );
}

interface PointsPreviewProps {
  points: readonly ListedPoint[];
  names: readonly string[];
  format: CoordinateFormat;
  countries: Countries | null;
}

/** Shows how the first points were read, so that a wrong column or order is seen before drafts are made. */
export function PointsPreview({ points, names, format, countries }: PointsPreviewProps) {
  const { t, i18n } = useTranslation();
  const where = ({ at }: ListedPoint) => {
    const near = countries?.nearest(at);
    if (!near) return '';
    const country = countryName(near.country, i18n.language);
    if (near.distanceKm === 0) return country;
    return t('outbox.many.far', { country, km: formatNumber(i18n.language, near.distanceKm, 0) });
  };
  return (
    <Table fz="xs" verticalSpacing={2} data-testid="points-preview">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('plan.name')}</Table.Th>
          <Table.Th>{t('plan.place')}</Table.Th>
          <Table.Th>{t('outbox.many.where')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {points.slice(0, mostPreviewed).map((point, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: points have no other identity
          <Table.Tr key={index}>
            <Table.Td>{names[index]}</Table.Td>
            <Table.Td>{formatCoordinate(point.at, format)}</Table.Td>
            <Table.Td>{where(point)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
      {points.length > mostPreviewed && (
        <Table.Caption fz="xs">{t('common.more', { count: points.length - mostPreviewed })}</Table.Caption>
      )}
    </Table>
  );
}

/** The number of points to check; they are enough for a whole list, which is written in one order. */
const mostAsked = 100;

/**
 * Returns how many of the checked points lie at sea and would be on land with their numbers exchanged, if these are
 * more than half of those that could be exchanged; else 0, because a coast has points at sea in either order.
 */
export function doubtfulPoints(points: readonly ListedPoint[], countries: Countries | null): number {
  if (!countries) return 0;
  const asked = points.slice(0, mostAsked).filter(({ swapped }) => swapped !== null);
  const doubtful = asked.filter(
    ({ at, swapped }) => swapped !== null && isOrderDoubtful(countries, at, swapped),
  ).length;
  return doubtful * 2 > asked.length ? doubtful : 0;
}

/** Asks about a list whose numbers look exchanged; until the user answers, no drafts are made. */
export function OrderQuestion({
  count,
  onAnswer,
}: {
  count: number;
  onAnswer: (order: 'latitude-first' | 'longitude-first') => void;
}) {
  const { t } = useTranslation();
  return (
    <Alert role="alert" p="xs" color="yellow" data-testid="order-question">
      <Group gap={6} justify="space-between">
        <Text size="xs" flex={1}>
          {t('outbox.many.doubt', { count })}
        </Text>
        {(['longitude-first', 'latitude-first'] as const).map((order) => (
          <Button key={order} size="compact-xs" variant="default" onClick={() => onAnswer(order)}>
            {t(`place.meaning.${order}`)}
          </Button>
        ))}
      </Group>
    </Alert>
  );
}

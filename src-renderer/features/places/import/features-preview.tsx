import { Stack, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { areaKm2 } from '../../../../src-shared/geometry/area.ts';
import type { ImportedFeature } from '../../../formats/imported.ts';
import { type CoordinateFormat, formatCoordinate } from '../../../kit/i18n/coordinates.ts';
import { formatKm2 } from '../../../kit/i18n/format-km2.ts';
import type { CountryNameOf } from './file-questions.tsx';
import { whereText } from './import-words.ts';

type ImportedPoint = Extract<ImportedFeature['geometry'], { kind: 'point' }>;

interface FeaturesPreviewProps {
  features: readonly ImportedFeature[];
  /** Returns the default name of a feature, by its position. */
  numbered: (position: number) => string;
  format: CoordinateFormat;
  countryNameOf: CountryNameOf;
}

/** Shows how the first features were parsed, so that a wrong column or coordinate order is noticed before anything is added. */
export function FeaturesPreview({ features, numbered, format, countryNameOf }: FeaturesPreviewProps) {
  const { t, i18n } = useTranslation();
  if (features.length === 0) return null;
  const pointText = ({ longitude, latitude, altitudeMetres }: ImportedPoint) =>
    [
      formatCoordinate([longitude, latitude], format),
      altitudeMetres !== null && t('place.altitude', { metres: altitudeMetres }),
    ]
      .filter(Boolean)
      .join(' · ');
  const placeOf = ({ geometry }: ImportedFeature) =>
    geometry.kind === 'point'
      ? pointText(geometry)
      : geometry.kind === 'line'
        ? t('import.lineOf', { count: geometry.line.length })
        : t('import.area', { size: formatKm2(i18n.language, areaKm2(geometry.rings)) });
  const countryOf = ({ geometry }: ImportedFeature) => {
    const [longitude, latitude] =
      geometry.kind === 'point'
        ? [geometry.longitude, geometry.latitude]
        : ((geometry.kind === 'line' ? geometry.line : geometry.rings[0])?.[0] ?? [0, 0]);
    return countryNameOf(longitude, latitude);
  };
  return (
    <Stack gap={4}>
      <Text size="xs" fw={600}>
        {t('import.preview')}
      </Text>
      <Table.ScrollContainer
        minWidth={0}
        mah={165}
        type="native"
        style={{ border: '1px solid var(--nadir-line)', borderRadius: 6 }}
        tabIndex={0}
        role="region"
        aria-label={t('import.preview')}
      >
        <Table
          fz="xs"
          verticalSpacing={2}
          horizontalSpacing={6}
          stickyHeader
          borderColor="var(--nadir-line)"
          data-testid="points-preview"
        >
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('import.inFile')}</Table.Th>
              <Table.Th>{t('label.name')}</Table.Th>
              <Table.Th>{t('label.place')}</Table.Th>
              <Table.Th>{t('import.where')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {features.map((feature, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: features have no other identity
              <Table.Tr key={index}>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{whereText(t, feature.where)}</Table.Td>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>
                  {feature.name ?? numbered(index + 1)}
                </Table.Td>
                <Table.Td style={{ whiteSpace: 'nowrap' }}>{placeOf(feature)}</Table.Td>
                <Table.Td>{countryOf(feature)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Stack>
  );
}

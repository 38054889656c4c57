import { Button, Checkbox, Group, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { areaKm2, verticesOf } from '../../../../src-shared/geometry/area.ts';
import type { ImportedFeature } from '../../../formats/imported.ts';
import { formatKm2 } from '../../../kit/i18n/format-km2.ts';
import { VirtualList } from '../../../kit/ui/virtual-rows.tsx';

interface FeatureChoiceProps {
  features: readonly ImportedFeature[];
  selected: ReadonlySet<number>;
  /** Returns the default name of a feature, by its position. */
  numbered: (position: number) => string;
  onSelect: (selected: ReadonlySet<number>) => void;
}

const rowHeight = 44;
const shownRows = 6;

/** Lists the features of a file, from which the user selects those to add. None is selected at first. */
export function FeatureChoice({ features, selected, numbered, onSelect }: FeatureChoiceProps) {
  const { t, i18n } = useTranslation();
  if (features.length === 0) return null;
  const isAll = selected.size === features.length;
  const toggle = (index: number) => {
    const next = new Set(selected);
    if (!next.delete(index)) next.add(index);
    onSelect(next);
  };
  const sizeOf = ({ geometry }: ImportedFeature) =>
    geometry.kind === 'area'
      ? t('orderForm.areaSize', {
          size: formatKm2(i18n.language, areaKm2(geometry.rings)),
          vertices: t('orderForm.vertices', { count: verticesOf(geometry.rings) }),
        })
      : undefined;
  return (
    <Stack gap={4}>
      <Group justify="flex-end">
        <Button
          size="compact-xs"
          variant="subtle"
          onClick={() => onSelect(new Set(isAll ? [] : features.keys()))}
        >
          {isAll ? t('import.selectNone') : t('import.selectAll', { count: features.length })}
        </Button>
      </Group>
      <div
        style={{
          height: rowHeight * Math.min(shownRows, features.length),
          display: 'flex',
          border: '1px solid var(--nadir-line)',
          borderRadius: 6,
        }}
      >
        <VirtualList
          label={t('import.features')}
          count={features.length}
          rowHeight={rowHeight}
          keyOf={(index) => index}
          onHover={() => undefined}
          render={(index) => {
            const feature = features[index];
            return (
              feature && (
                <Checkbox
                  size="xs"
                  px={8}
                  py={4}
                  label={feature.name ?? numbered(index + 1)}
                  description={sizeOf(feature)}
                  checked={selected.has(index)}
                  onChange={() => toggle(index)}
                />
              )
            );
          }}
        />
      </div>
    </Stack>
  );
}

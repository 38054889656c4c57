import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../../kit/client/api.tsx';
import { beginMeasure, type Measure, removeLastVertex } from '../../kit/state/measure-store.ts';
import { beginPixelTool, type PixelTool } from '../../kit/state/pixels-store.ts';
import { measureTexts } from '../../map/measure/measure-table.ts';
import { useMeasureUnits } from '../../map/measure/use-measure-units.ts';

interface VertexToolsProps {
  measure: Measure;
  tool: PixelTool;
}

/** The size of the line or area whose pixels are read, with the buttons that change it. */
export function VertexTools({ measure, tool }: VertexToolsProps) {
  const { t, i18n } = useTranslation();
  const format = useSettings()?.coordinateFormat ?? 'dd';
  const { units } = useMeasureUnits();
  const { kind, vertices, isAdding } = measure;
  const { total, area, crossesItself } = measureTexts(measure, { t, language: i18n.language, format, units });
  return (
    <>
      {vertices.length > 0 && (
        <Group gap={6}>
          {vertices.length > 1 && (
            <Text size="xs" mr="auto" style={{ fontVariantNumeric: 'tabular-nums' }} data-testid="pixel-size">
              {area ?? total}
            </Text>
          )}
          <Button size="compact-xs" variant="default" onClick={removeLastVertex}>
            {t('measure.removeLast')}
          </Button>
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => {
              beginMeasure(kind);
              beginPixelTool(tool);
            }}
          >
            {t('measure.new')}
          </Button>
        </Group>
      )}
      {crossesItself && <Text size="xs">{t('measure.crossesItself')}</Text>}
      {/* Users who have set the first side know this, and the map announces it to screen readers. */}
      {isAdding && vertices.length < (kind === 'area' ? 3 : 2) && (
        <Text size="xs" c="var(--nadir-quiet)">
          {t('measure.hint')}
        </Text>
      )}
    </>
  );
}

import { Checkbox, Group, NumberInput, SegmentedControl, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  type RasterStretch,
  stretchKinds,
  stretchScopes,
} from '../../../src-preload/contract/raster-styles.ts';
import type { Bounds } from '../raster/style/stretch.ts';

interface StretchFieldsProps {
  stretch: RasterStretch;
  isComposite: boolean;
  /** The drawn bounds, with which a stretch by hand starts. */
  bounds: readonly Bounds[] | null;
  onChange: (stretch: RasterStretch) => void;
}

interface PercentFieldProps {
  label: string;
  value: number;
  range: readonly [number, number];
  onChange: (value: number) => void;
}

function PercentField({ label, value, range: [min, max], onChange }: PercentFieldProps) {
  return (
    <NumberInput
      w={92}
      label={label}
      value={value}
      min={min}
      max={max}
      step={0.5}
      decimalScale={1}
      suffix=" %"
      clampBehavior="strict"
      onChange={(typed) => {
        if (typeof typed === 'number' && typed >= min && typed <= max) onChange(typed);
      }}
    />
  );
}

/** The fields that select which values are dark and bright. */
export function StretchFields({ stretch, isComposite, bounds, onChange }: StretchFieldsProps) {
  const { t } = useTranslation();
  const { kind, percent, deviations } = stretch;
  const isCounted = kind !== 'automatic' && kind !== 'by-hand';
  return (
    <Group gap="6px 10px" align="flex-end">
      <Select
        w={150}
        label={t('map.style.stretch')}
        data={stretchKinds.map((value) => ({ value, label: t(`map.style.kind.${value}`) }))}
        value={kind}
        allowDeselect={false}
        onChange={(value) => {
          const chosen = stretchKinds.find((each) => each === value) ?? 'automatic';
          const byHand = (bounds ?? []).map(([low, high]): [number, number] => [low, high]);
          onChange({ ...stretch, kind: chosen, bounds: chosen === 'by-hand' ? byHand : [] });
        }}
      />
      {kind === 'percentile' && (
        <>
          <PercentField
            label={t('label.from')}
            value={percent[0]}
            range={[0, 49.9]}
            onChange={(low) => onChange({ ...stretch, percent: [low, percent[1]] })}
          />
          <PercentField
            label={t('label.to')}
            value={percent[1]}
            range={[50.1, 100]}
            onChange={(high) => onChange({ ...stretch, percent: [percent[0], high] })}
          />
        </>
      )}
      {kind === 'deviation' && (
        <NumberInput
          w={92}
          label={t('map.style.deviations')}
          value={deviations}
          min={0.1}
          max={10}
          step={0.5}
          decimalScale={1}
          clampBehavior="strict"
          onChange={(typed) => {
            if (typeof typed === 'number' && typed >= 0.1 && typed <= 10)
              onChange({ ...stretch, deviations: typed });
          }}
        />
      )}
      {isCounted && (
        <SegmentedControl
          aria-label={t('map.style.scope')}
          data={stretchScopes.map((value) => ({ value, label: t(`map.style.of.${value}`) }))}
          value={stretch.scope}
          onChange={(value) =>
            onChange({ ...stretch, scope: stretchScopes.find((each) => each === value) ?? 'scene' })
          }
        />
      )}
      {isComposite && kind !== 'by-hand' && (
        <Checkbox
          mb={6}
          label={t('map.style.together')}
          checked={stretch.isTogether}
          onChange={(event) => onChange({ ...stretch, isTogether: event.currentTarget.checked })}
        />
      )}
    </Group>
  );
}

import { Checkbox, NumberInput, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type RasterStyle, rampNames, resamplings } from '../../../src-preload/contract/raster-styles.ts';
import { hasRamp } from '../raster/style/presets.ts';
import { rampGradient } from '../raster/style/ramps.ts';

interface DrawingFieldsProps {
  style: RasterStyle;
  onChange: (style: RasterStyle) => void;
}

/** The fields of colours, gamma, resampling and transparency. */
export function DrawingFields({ style, onChange }: DrawingFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      {hasRamp(style.preset) && (
        <>
          <Select
            w={150}
            label={t('map.style.ramp')}
            data={rampNames.map((value) => ({ value, label: t(`map.ramp.${value}`) }))}
            value={style.ramp}
            allowDeselect={false}
            renderOption={({ option }) => (
              <div style={{ width: '100%' }}>
                {option.label}
                <div
                  style={{
                    height: 6,
                    borderRadius: 2,
                    background: rampGradient(
                      rampNames.find((each) => each === option.value) ?? 'grey',
                      style.isRampReversed,
                    ),
                  }}
                />
              </div>
            )}
            onChange={(value) =>
              onChange({ ...style, ramp: rampNames.find((each) => each === value) ?? style.ramp })
            }
          />
          <Checkbox
            mb={6}
            label={t('map.style.reversed')}
            checked={style.isRampReversed}
            onChange={(event) => onChange({ ...style, isRampReversed: event.currentTarget.checked })}
          />
        </>
      )}
      <NumberInput
        w={80}
        label={t('map.style.gamma')}
        value={style.gamma}
        min={0.1}
        max={10}
        step={0.1}
        decimalScale={2}
        clampBehavior="strict"
        onChange={(typed) => {
          if (typeof typed === 'number' && typed >= 0.1 && typed <= 10) onChange({ ...style, gamma: typed });
        }}
      />
      <Select
        w={165}
        label={t('map.style.resampling')}
        data={resamplings.map((value) => ({ value, label: t(`map.style.sampled.${value}`) }))}
        value={style.resampling}
        allowDeselect={false}
        onChange={(value) =>
          onChange({ ...style, resampling: resamplings.find((each) => each === value) ?? 'automatic' })
        }
      />
      <Checkbox
        mb={6}
        label={t('map.style.hidesZeros')}
        checked={style.hidesZeros}
        onChange={(event) => onChange({ ...style, hidesZeros: event.currentTarget.checked })}
      />
    </>
  );
}

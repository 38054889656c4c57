import { Group, Stack } from '@mantine/core';
import { restyleRaster } from '../../kit/state/map-store.ts';
import classes from '../../map/map-pane.module.css';
import type { ShownRaster } from '../shown-raster.ts';
import { DrawingFields } from './drawing-fields.tsx';
import { SavedStyles } from './saved-styles.tsx';
import { StretchFields } from './stretch-fields.tsx';
import { StretchHandles } from './stretch-handles.tsx';
import type { StyledRaster } from './style-on-raster.ts';

interface StyleEditorProps {
  shown: ShownRaster;
  styled: StyledRaster;
  /** True while tiles are painted. */
  pending: boolean;
}

/** The editor of the style of a raster: stretch with histogram, colours, saved styles. */
export function StyleEditor({ shown, styled, pending }: StyleEditorProps) {
  const { style } = styled;
  return (
    <Stack gap={8} className={classes.style} data-testid="style-editor">
      <StretchFields
        stretch={style.stretch}
        isComposite={styled.expressions.length === 3}
        bounds={shown.bounds}
        onChange={(stretch) => restyleRaster({ ...style, stretch })}
      />
      <StretchHandles shown={shown} styled={styled} pending={pending} />
      <Group gap="6px 14px" align="flex-end">
        <DrawingFields style={style} onChange={restyleRaster} />
      </Group>
      <SavedStyles style={style} product={shown.scene?.productName ?? null} />
    </Stack>
  );
}

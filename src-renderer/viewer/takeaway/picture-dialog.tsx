import { Button, Checkbox, Group, Radio, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { skipToken, useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../../kit/client/api.tsx';
import { saveFile } from '../../kit/client/save-file.ts';
import { formatNumber } from '../../kit/i18n/format.ts';
import { compareStore } from '../../kit/state/compare-store.ts';
import { Busy } from '../../kit/ui/busy.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import { useCommand } from '../../kit/ui/use-command.ts';
import { type PictureView, pngOf } from '../../map/basemap-picture.ts';
import type { NadirMap } from '../../map/nadir-map.ts';
import { boxOfView, isRasterInView } from '../../map/raster-in-view.ts';
import { isAboveLeft } from '../compare/captions.tsx';
import { nudgeLines } from '../compare/offset-text.ts';
import { type ShownDifference, type StyledShownRaster, shownRastersStore } from '../compare/shown-rasters.ts';
import { createRasterOnMap } from '../raster-on-map.ts';
import type { ShownRaster } from '../shown-raster.ts';
import { derivedFileName } from './derived-file-name.ts';
import { drawView, isDrawable } from './draw-view.ts';
import { framedPicture } from './picture-frame.ts';
import {
  captureTitle,
  defaultTitle,
  differenceTitle,
  type PicturedRaster,
  rasterCaption,
} from './raster-caption.ts';
import { viewGeotiff } from './view-geotiff.ts';

const kinds = ['framed', 'placed'] as const;
type Kind = (typeof kinds)[number];
const scales = ['1', '2', '3'] as const;

interface Picture {
  kind: Kind;
  hasMap: boolean;
  title: string;
}

/** Returns the functions that draw the view from before the dialog was opened, and add a caption below it. */
function useDrawing(
  map: NadirMap,
  {
    shown,
    rasters,
    difference,
    nudges,
  }: {
    shown: ShownRaster;
    rasters: readonly PicturedRaster[];
    difference: ShownDifference | null;
    nudges: readonly string[];
  },
  view: PictureView,
) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const coordinateFormat = useSettings()?.coordinateFormat ?? 'dd';
  return {
    draw: (hasMap: boolean, scale: number, signal: AbortSignal) =>
      drawView({
        view,
        scale,
        hasMap,
        language,
        signal,
        rasters: map.rasterBy(createRasterOnMap).painters(),
      }),
    /** Returns the saved picture: the drawn view, or that view with its caption. */
    finish(canvas: HTMLCanvasElement, { kind, hasMap, title }: Picture, scale: number) {
      if (kind === 'placed') return canvas;
      const caption = rasterCaption({
        t,
        language,
        coordinateFormat,
        shown,
        rasters,
        difference,
        view,
        scale,
        title,
        nudges,
        hasMap,
      });
      const font = getComputedStyle(document.body).fontFamily;
      return framedPicture(canvas, { view, scale, caption, font });
    },
  };
}

/** Returns the picture at the scale of the screen. A change of only the caption does not draw the map again. */
function usePreview({ draw, finish }: ReturnType<typeof useDrawing>, picture: Picture) {
  const { language } = useTranslation().i18n;
  const [opened] = useState(() => performance.now());
  const drawn = useQuery({
    queryKey: ['view-drawn', opened, picture.hasMap, language],
    queryFn: ({ signal }) => draw(picture.hasMap, 1, signal),
    structuralSharing: false,
    gcTime: 0,
  });
  const finished = useQuery({
    queryKey: ['view-finished', opened, picture, drawn.dataUpdatedAt],
    queryFn: drawn.data ? () => pngOf(finish(drawn.data, picture, 1)) : skipToken,
    placeholderData: (before) => before,
    gcTime: 0,
  });
  return {
    picture: finished.data ?? null,
    isDrawing: drawn.isFetching,
    error: drawn.error ?? finished.error,
  };
}

async function geotiffOf(canvas: HTMLCanvasElement, view: PictureView, scale: number, description: string) {
  const resolution = view.resolution / scale;
  const { width: widthPx, height: heightPx } = canvas;
  const rgba = canvas.getContext('2d')?.getImageData(0, 0, widthPx, heightPx).data;
  if (!rgba) throw new Error('the picture is too large');
  const [left, top] = [view.x - (widthPx / 2) * resolution, view.y + (heightPx / 2) * resolution];
  const picture = { widthPx, heightPx, rgba, left, top, resolution, description };
  return await viewGeotiff(picture, new AbortController().signal);
}

/** Shows a drawn picture, whose object URL is revoked when it is unmounted. */
function Preview({ picture }: { picture: Blob }) {
  const { t } = useTranslation();
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const objectUrl = URL.createObjectURL(picture);
    setAddress(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [picture]);
  if (address === null) return null;
  return (
    <img
      src={address}
      alt={t('takeaway.picture.preview')}
      data-testid="picture-preview"
      style={{
        display: 'block',
        margin: '0 auto',
        maxWidth: '100%',
        maxHeight: '62vh',
        border: '1px solid var(--nadir-line)',
      }}
    />
  );
}

interface PictureChoicesProps {
  view: PictureView;
  picture: Picture;
  scale: string;
  onPicture: (picture: Picture) => void;
  onScale: (scale: string) => void;
}

/** The fields for the kind of the picture, its size, and its caption. */
function PictureChoices({ view, picture, scale, onPicture, onScale }: PictureChoicesProps) {
  const { t, i18n } = useTranslation();
  const isPossible = isDrawable(view, Number(scale));
  const pixels = (length: number) => formatNumber(i18n.language, Math.round(length * Number(scale)));
  return (
    <Stack gap="sm" style={{ flex: '1 1 300px', maxWidth: 360 }}>
      <Radio.Group
        label={t('takeaway.picture.kind')}
        value={picture.kind}
        onChange={(value) =>
          onPicture({ ...picture, kind: kinds.find((each) => each === value) ?? 'framed' })
        }
      >
        <Stack gap="xs" mt={4}>
          {kinds.map((kind) => (
            <Radio
              key={kind}
              value={kind}
              label={t(`takeaway.picture.${kind}`)}
              description={t(`takeaway.picture.${kind}Hint`)}
              {...(kind === picture.kind ? { 'data-autofocus': true } : {})}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Group gap="md" align="flex-end" wrap="nowrap">
        <div>
          <Text size="sm" fw={500} id="picture-scale">
            {t('takeaway.picture.scale')}
          </Text>
          <SegmentedControl
            size="xs"
            aria-labelledby="picture-scale"
            value={scale}
            onChange={onScale}
            data={scales.map((each) => ({ value: each, label: `${each}×` }))}
          />
        </div>
        <Text size="xs" c="var(--nadir-quiet)" role="status">
          {isPossible
            ? t('takeaway.picture.scaleHint', {
                width: pixels(view.widthPx),
                height: pixels(view.heightPx),
              })
            : t('takeaway.picture.tooLarge')}
        </Text>
      </Group>
      <Checkbox
        label={t('takeaway.picture.hasMap')}
        description={t('takeaway.picture.hasMapHint')}
        checked={picture.hasMap}
        onChange={({ currentTarget }) => onPicture({ ...picture, hasMap: currentTarget.checked })}
      />
      <TextInput
        label={t('takeaway.picture.caption')}
        value={picture.title}
        maxLength={300}
        onChange={({ currentTarget }) => onPicture({ ...picture, title: currentTarget.value })}
      />
    </Stack>
  );
}

/** Returns the rasters of the view with their labels, those that are drawn apart from the left to the right. */
function picturedRasters(
  t: TFunction,
  language: string,
  shown: ShownRaster,
  rasters: readonly StyledShownRaster[],
): PicturedRaster[] {
  const above = rasters.slice(1);
  const title = defaultTitle(shown, language);
  const base = { styled: shown.styled, bounds: shown.bounds, title, label: title };
  const others = above.map(({ styled, display, scene }) => {
    const capture = captureTitle(scene, language);
    return { styled, bounds: display?.paint?.bounds ?? null, title: capture, label: capture };
  });
  const { mode, areSidesExchanged } = compareStore.getState();
  if (others.length === 0 || (mode !== 'swipe' && mode !== 'side')) return [base, ...others];
  const isLeft = isAboveLeft({
    base: shown.scene,
    above: above.map(({ scene }) => scene),
    areExchanged: areSidesExchanged,
  });
  const onSide = (side: 'left' | 'right') => (raster: PicturedRaster) => {
    const label = t(`takeaway.picture.${side}`);
    return { ...raster, title: `${label}: ${raster.title}`, label };
  };
  return isLeft
    ? [...others.toReversed().map(onSide('left')), onSide('right')(base)]
    : [onSide('left')(base), ...others.toReversed().map(onSide('right'))];
}

interface PictureDialogProps {
  map: NadirMap;
  shown: ShownRaster;
  onClose: () => void;
}

/** The dialog that saves the view as a picture with a caption, or as a georeferenced one. */
export function PictureDialog({ map, shown, onClose }: PictureDialogProps) {
  const { t, i18n } = useTranslation();
  const [view] = useState(() => map.rasterBy(createRasterOnMap).pictureView());
  const [{ shown: rasters, difference }] = useState(() => shownRastersStore.getState());
  const [pictured] = useState(() => picturedRasters(t, i18n.language, shown, rasters));
  const [picture, setPicture] = useState<Picture>(() => {
    const title =
      difference === null
        ? pictured
            .map((raster) => raster.title)
            .filter((part) => part !== '')
            .join(' | ')
        : differenceTitle(t, difference, i18n.language);
    return { kind: 'framed', hasMap: true, title: isRasterInView(shown.info, boxOfView(view)) ? title : '' };
  });
  // A single raster needs no label beside its title.
  const captioned = pictured.length > 1 ? pictured : pictured.map((raster) => ({ ...raster, label: '' }));
  const [scale, setScale] = useState('1');
  const isInPicture = isRasterInView(shown.info, boxOfView(view));
  const nudges = isInPicture ? nudgeLines(t, i18n.language, rasters) : [];
  const drawing = useDrawing(map, { shown, rasters: captioned, difference, nudges }, view);
  const preview = usePreview(drawing, picture);
  const isPossible = isDrawable(view, Number(scale));
  const save = useCommand({
    async mutationFn() {
      const drawn = await drawing.draw(picture.hasMap, Number(scale), new AbortController().signal);
      const canvas = drawing.finish(drawn, picture, Number(scale));
      const name = derivedFileName(shown.info?.fileName ?? 'map', 'view');
      if (picture.kind === 'framed') saveFile(`${name}.png`, await pngOf(canvas), 'image/png');
      else {
        const description = [picture.title, ...nudges].filter((part) => part !== '').join(' | ');
        saveFile(`${name}.tif`, await geotiffOf(canvas, view, Number(scale), description), 'image/tiff');
      }
    },
    onSuccess: onClose,
  });
  return (
    <Dialog opened onClose={onClose} title={t('takeaway.picture.title')} size={880}>
      <Stack
        gap="sm"
        component="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (isPossible && !save.isPending) save.mutate();
        }}
      >
        <Group align="flex-start" gap="lg" wrap="wrap">
          <div style={{ flex: '1 1 300px', minHeight: 140 }}>
            {preview.picture && <Preview picture={preview.picture} />}
            {preview.isDrawing && <Busy size={16} label={t('takeaway.picture.drawing')} />}
            {preview.error !== null && <ErrorNote error={preview.error} />}
            {nudges.length > 0 && (
              <Text size="xs" mt={4} role="note" style={{ overflowWrap: 'anywhere' }}>
                {t('takeaway.picture.nudged')} {nudges.join('; ')}
              </Text>
            )}
          </div>
          <PictureChoices
            view={view}
            picture={picture}
            scale={scale}
            onPicture={setPicture}
            onScale={setScale}
          />
        </Group>
        {save.isError && <ErrorNote error={save.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={save.isPending} disabled={!isPossible}>
            {t('common.save')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

import { Button, NumberInput, Text } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RasterStyle } from '../../../../src-preload/contract/raster-styles.ts';
import { useApi } from '../../../kit/client/api.tsx';
import { saveFile } from '../../../kit/client/save-file.ts';
import { mapStore } from '../../../kit/state/map-store.ts';
import { useAct } from '../../../kit/ui/use-act.ts';
import { unlessDoubleClick } from '../../../kit/ui/use-one-press.ts';
import { presetName } from '../../raster-style/preset-name.ts';
import { rampLegend } from '../../takeaway/raster-caption.ts';
import { useRasterText } from '../captions.tsx';
import { type Captures, showCapture } from '../captures.ts';
import classes from '../compare.module.css';

interface FilmToolsProps {
  captures: Captures;
  /** How the captures are drawn. */
  style: RasterStyle;
  /** True while the map draws a raster. The next capture is shown only afterwards. */
  pending: boolean;
  /** Returns the size of the map on the screen. */
  mapSize: () => { widthPx: number; heightPx: number } | null;
}

/** How many captures are in a picture that was saved, and how many could have been. */
interface LeftOut {
  drawn: number;
  total: number;
  /** The limit of a picture. */
  most: number;
}

const secondsRange = { min: 0.4, max: 10 };

/** Plays the captures one after the other in a loop. */
function usePlaying({ scenes, shown }: Captures, pending: boolean, seconds: number) {
  const [isPlaying, setPlaying] = useState(false);
  const at = scenes.findIndex(({ librarySceneId }) => librarySceneId === shown);
  useEffect(() => {
    if (!isPlaying || pending) return;
    const timer = setTimeout(() => {
      const next = scenes[(at + 1) % scenes.length];
      if (next) showCapture(next, scenes);
    }, seconds * 1_000);
    return () => clearTimeout(timer);
  }, [isPlaying, pending, seconds, scenes, at]);
  return { isPlaying, setPlaying };
}

/** The buttons that play the captures of the place on the map, and save them as an animated picture. */
export function FilmTools({ captures, style, pending, mapSize }: FilmToolsProps) {
  const { t, i18n } = useTranslation();
  const { client } = useApi();
  const act = useAct();
  const textOf = useRasterText();
  const [seconds, setSeconds] = useState(1);
  const { isPlaying, setPlaying } = usePlaying(captures, pending, seconds);
  const [done, setDone] = useState<number | null>(null);
  const [leftOut, setLeftOut] = useState<LeftOut | null>(null);
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);
  const { scenes } = captures;
  if (scenes.length < 2) return null;

  const save = () =>
    act(async () => {
      const [box, size] = [mapStore.getState().viewBox, mapSize()];
      if (box === null || size === null) return;
      const own = new AbortController();
      controller.current = own;
      setDone(0);
      setLeftOut(null);
      try {
        const { makeFilm, maxFrames } = await import('./make-film.ts');
        const film = await makeFilm({
          client,
          scenes,
          style,
          secondsEach: seconds,
          captionOf: (scene, { styled, bounds, offset }) => {
            const legend = rampLegend(t, i18n.language, styled, bounds);
            return {
              capture: textOf(scene, offset),
              drawn: presetName(t, styled),
              legend,
            };
          },
          signal: own.signal,
          view: { box: [...box], ...size },
          onFrame: setDone,
        });
        saveFile('captures.gif', film.bytes, 'image/gif');
        const total = scenes.length;
        if (film.drawn < total) setLeftOut({ drawn: film.drawn, total, most: maxFrames });
      } catch (error) {
        if (!own.signal.aborted) throw error;
      } finally {
        setDone(null);
      }
    });

  const toggle = isPlaying ? t('downloads.pause') : t('timeline.play');
  return (
    <>
      <Button
        size="compact-xs"
        variant={isPlaying ? 'filled' : 'default'}
        aria-label={toggle}
        leftSection={
          isPlaying ? <IconPlayerPause size={13} aria-hidden /> : <IconPlayerPlay size={13} aria-hidden />
        }
        onClick={() => setPlaying(!isPlaying)}
      >
        <span className={classes.longLabel}>{toggle}</span>
      </Button>
      <NumberInput
        size="xs"
        w={64}
        aria-label={t('compare.seconds')}
        value={seconds}
        min={secondsRange.min}
        max={secondsRange.max}
        step={0.2}
        decimalScale={1}
        suffix={'\u00a0s'}
        clampBehavior="strict"
        onChange={(typed) => {
          if (typeof typed === 'number' && typed >= secondsRange.min) setSeconds(typed);
        }}
      />
      {done === null ? (
        <Button size="compact-xs" variant="default" aria-label={t('compare.film.save')} onClick={save}>
          <span className={classes.longLabel}>{t('compare.film.save')}</span>
          <span className={classes.shortLabel}>{'GIF'}</span>
        </Button>
      ) : (
        <>
          <Text size="xs" role="status" className={classes.stripText}>
            {t('compare.film.progress', { done, total: scenes.length })}
          </Text>
          <Button
            size="compact-xs"
            variant="default"
            onClick={unlessDoubleClick(() => controller.current?.abort())}
          >
            {t('common.cancel')}
          </Button>
        </>
      )}
      {leftOut !== null && (
        <Text size="xs" role="status">
          {t('compare.film.leftOut', { ...leftOut })}
        </Text>
      )}
    </>
  );
}

import { CloseButton, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { PlaceScene } from '../../../src-preload/contract/library.ts';
import { formatAcquired } from '../../kit/i18n/format.ts';
import {
  compareStore,
  maxShownRasters,
  shownRasters,
  stopComparingWith,
} from '../../kit/state/compare-store.ts';
import { mapStore } from '../../kit/state/map-store.ts';
import { useSay } from '../../kit/ui/use-act.ts';
import { Thumbnail } from '../../map/thumbnail.tsx';
import { type Captures, compareCapture, showCapture } from './captures.ts';
import classes from './compare.module.css';

interface FrameProps {
  scene: PlaceScene;
  isShown: boolean;
  isCompared: boolean;
  isActive: boolean;
  onFocus: () => void;
  onShow: () => void;
}

function Frame({ scene, isShown, isCompared, isActive, onFocus, onShow }: FrameProps) {
  const { t, i18n } = useTranslation();
  const item = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isShown) item.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isShown]);
  const { librarySceneId, satelliteName, cloudCover } = scene;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys
    <div
      ref={item}
      className={classes.frame}
      role="option"
      tabIndex={isActive ? 0 : -1}
      aria-selected={isShown}
      data-compared={isCompared || undefined}
      data-scene={librarySceneId}
      onFocus={onFocus}
      onClick={onShow}
    >
      {scene.hasThumbnail ? (
        <Thumbnail librarySceneId={librarySceneId} />
      ) : (
        <span className={classes.noPicture} aria-hidden />
      )}
      <span className={classes.frameText}>
        <strong>{formatAcquired(i18n.language, scene) ?? scene.sceneId}</strong>
        <span>
          {satelliteName ?? '—'}
          {isCompared && <em>{` · ${t('compare.compared')}`}</em>}
        </span>
        <span>
          {cloudCover === null ? t('compare.cloudsUnknown') : t('compare.clouds', { percent: cloudCover })}
        </span>
      </span>
    </div>
  );
}

/** Adds a capture to the comparison, or removes it; returns false if too many are compared. */
function toggleCompared(scene: PlaceScene, captures: readonly PlaceScene[]): boolean {
  const compared = shownRasters()
    .slice(1)
    .find(({ librarySceneId }) => librarySceneId === scene.librarySceneId);
  if (compared) {
    stopComparingWith(compared.fileId);
    return true;
  }
  const isBase = scene.librarySceneId === mapStore.getState().shownRaster?.librarySceneId;
  return isBase || compareCapture(scene, captures);
}

/** The captures of the place by time, at the bottom of the map. */
export function Filmstrip({ captures, tools }: { captures: Captures; tools: React.ReactNode }) {
  const { t } = useTranslation();
  const { scenes, shown, isMore, isKnown } = captures;
  const comparison = useStore(compareStore, (state) => state.comparison);
  const say = useSay();
  const list = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState<PlaceScene['librarySceneId'] | null>(null);
  const at = scenes.findIndex(({ librarySceneId }) => librarySceneId === (active ?? shown));
  const current = at < 0 ? scenes.length - 1 : at;
  const compared = comparison?.librarySceneId === shown ? comparison?.above : undefined;

  const focusAt = (next: number) => {
    const scene = scenes[Math.max(0, Math.min(scenes.length - 1, next))];
    if (scene === undefined) return;
    setActive(scene.librarySceneId);
    list.current?.querySelector<HTMLElement>(`[data-scene="${scene.librarySceneId}"]`)?.focus();
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    const scene = scenes[current];
    if (event.altKey || event.ctrlKey || event.metaKey || scene === undefined) return;
    const { key } = event;
    if (key === 'ArrowLeft') focusAt(current - 1);
    else if (key === 'ArrowRight') focusAt(current + 1);
    else if (key === 'Home') focusAt(0);
    else if (key === 'End') focusAt(scenes.length - 1);
    else if (key === 'Enter') showCapture(scene, scenes);
    else if (key === ' ') {
      if (!toggleCompared(scene, scenes))
        say({ message: t('compare.full', { count: maxShownRasters }), color: 'gray' });
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <section className={classes.strip} data-strip aria-label={t('compare.strip')} data-testid="filmstrip">
      <div className={classes.stripHead}>
        <Text size="xs" role="status" className={classes.stripText}>
          {isKnown &&
            (scenes.length < 2 ? t('compare.onlyOne') : t('compare.count', { count: scenes.length }))}
          {isMore && ` ${t('compare.isMore')}`}
        </Text>
        <div className={classes.stripTools}>{tools}</div>
        <CloseButton
          size="sm"
          ml="auto"
          aria-label={t('compare.hideStrip')}
          onClick={() => compareStore.setState({ isStripOpen: false })}
        />
      </div>
      <div
        ref={list}
        className={classes.frames}
        role="listbox"
        aria-orientation="horizontal"
        aria-label={t('compare.strip')}
        aria-description={t('compare.stripHint')}
        onKeyDown={onKeyDown}
      >
        {scenes.map((scene, i) => (
          <Frame
            key={scene.librarySceneId}
            scene={scene}
            isShown={scene.librarySceneId === shown}
            isCompared={
              compared?.some(({ librarySceneId }) => librarySceneId === scene.librarySceneId) ?? false
            }
            isActive={i === current}
            onFocus={() => setActive(scene.librarySceneId)}
            onShow={() => showCapture(scene, scenes)}
          />
        ))}
      </div>
    </section>
  );
}

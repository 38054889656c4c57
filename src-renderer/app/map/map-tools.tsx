import { ActionIcon, Tooltip } from '@mantine/core';
import {
  IconArrowLeft,
  IconArrowRight,
  IconFrame,
  IconMaximize,
  IconMinimize,
  IconMinus,
  IconPlus,
  IconRuler2,
  IconStack2,
  IconWindowMaximize,
  IconWindowMinimize,
  IconWorld,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { fullMapStore, toggleFullMap } from '../../kit/state/full-map.ts';
import { goToView, mapStore, zoomToAllMarks } from '../../kit/state/map-store.ts';
import { beginMeasure, endMeasure, measureStore } from '../../kit/state/measure-store.ts';
import { focusPane } from '../../kit/ui/panes.ts';
import { DisplayMenu } from '../../map/display-menu.tsx';
import classes from '../../map/map-pane.module.css';
import type { MapSubject } from '../../map/map-subject.ts';
import type { NadirMap } from '../../map/nadir-map.ts';
import { useMapWindow } from '../../map/use-map-window.ts';
import { PixelMenu } from '../../viewer/pixels/pixel-menu.tsx';

interface ToolProps {
  label: string;
  /** The keyboard shortcut, as text. */
  keys?: string;
  icon: typeof IconPlus;
  disabled?: boolean;
  /** True for an active tool; not given for a button that acts at once. */
  pressed?: boolean;
  onClick: () => void;
}

function Tool({ label, keys, icon: Icon, disabled = false, pressed, onClick }: ToolProps) {
  return (
    <Tooltip label={keys === undefined ? label : `${label} (${keys})`} position="left">
      <ActionIcon
        variant={pressed ? 'filled' : 'default'}
        size="md"
        aria-label={label}
        // A button that becomes disabled would lose the focus when the last view is reached.
        {...(disabled ? { 'aria-disabled': true, 'data-disabled': true } : {})}
        {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
        onClick={() => {
          if (!disabled) onClick();
        }}
      >
        <Icon size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

interface MapToolsProps {
  map: NadirMap | null;
  subjects: readonly MapSubject[];
  /** True while the list of the user's own maps is open. */
  isListOpen: boolean;
  onList(): void;
}

/** The buttons at the edge of the map. */
export function MapTools({ map, subjects, isListOpen, onList }: MapToolsProps) {
  const { t } = useTranslation();
  const canGo = useStore(mapStore, (state) => state.canGo);
  const isMeasuring = useStore(measureStore, ({ measure }) => measure !== null);
  const mapWindow = useMapWindow();
  const isFull = useStore(fullMapStore, (state) => state.isFull);
  const toggleMeasure = () => {
    if (isMeasuring) return endMeasure();
    beginMeasure('distance');
    focusPane('map');
  };
  return (
    <div className={classes.tools}>
      <div className={classes.toolGroup}>
        <Tool label={t('map.zoomIn')} keys="+" icon={IconPlus} onClick={() => map?.animation.zoomBy(1)} />
        <Tool label={t('map.zoomOut')} keys="−" icon={IconMinus} onClick={() => map?.animation.zoomBy(-1)} />
        <Tool label={t('map.wholeWorld')} icon={IconWorld} onClick={() => map?.animation.wholeWorld()} />
        <Tool label={t('map.allMarks')} keys="A" icon={IconFrame} onClick={zoomToAllMarks} />
      </div>
      <Tool
        label={isFull ? t('map.full.close') : t('map.full.open')}
        keys="Shift+F"
        icon={isFull ? IconMinimize : IconMaximize}
        onClick={toggleFullMap}
      />
      <Tool
        label={mapWindow.label}
        icon={mapWindow.isApart ? IconWindowMinimize : IconWindowMaximize}
        onClick={mapWindow.toggle}
      />
      <div className={classes.toolGroup}>
        <Tool
          label={t('map.back')}
          keys="Alt+←"
          icon={IconArrowLeft}
          disabled={!canGo.back}
          onClick={() => goToView('back')}
        />
        <Tool
          label={t('map.forward')}
          keys="Alt+→"
          icon={IconArrowRight}
          disabled={!canGo.forward}
          onClick={() => goToView('forward')}
        />
      </div>
      <Tool
        label={t('map.measure')}
        keys="M"
        icon={IconRuler2}
        pressed={isMeasuring}
        onClick={toggleMeasure}
      />
      <PixelMenu />
      <DisplayMenu subjects={subjects} />
      <Tooltip label={t('ownMaps.title')} position="left" disabled={isListOpen}>
        <ActionIcon
          variant="default"
          size="md"
          aria-label={t('ownMaps.title')}
          aria-expanded={isListOpen}
          data-own-maps
          onClick={onList}
        >
          <IconStack2 size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}

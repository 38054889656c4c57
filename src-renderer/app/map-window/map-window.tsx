import { VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../kit/client/api.tsx';
import { mapWindowStore } from '../../kit/state/map-window.ts';
import { FileDrops } from '../../kit/ui/file-drops.ts';
import { PaneErrorBoundary } from '../../kit/ui/pane-error-boundary.tsx';
import classes from '../../kit/ui/panes.module.css';
import { Appearance } from '../appearance.tsx';
import { Commands } from '../commands.tsx';
import { MapPart } from '../map-part.tsx';
import { Keys } from '../shortcuts.tsx';
import { joinMainWindow } from './join-windows.ts';

/** Stores where this window stands, for the next one. A browser does not tell when a window is moved. */
function useSavedBounds() {
  const { client } = useApi();
  useEffect(() => {
    let saved = '';
    const save = () => {
      const mapWindow = {
        left: Math.round(window.screenX),
        top: Math.round(window.screenY),
        width: window.innerWidth,
        height: window.innerHeight,
      };
      const text = JSON.stringify(mapWindow);
      if (text === saved) return;
      saved = text;
      client.settings.set({ workspace: { mapWindow } }).catch(() => undefined);
    };
    const events = ['blur', 'resize', 'pagehide'] as const;
    for (const event of events) window.addEventListener(event, save);
    return () => {
      for (const event of events) window.removeEventListener(event, save);
    };
  }, [client]);
}

/** Leaves the map window: without the window that opened it, its lists and details, it would show an old state. */
function leave() {
  window.close();
  // A window that a person has opened by the address cannot be closed by the page.
  window.location.replace(window.location.pathname);
}

/** The window with the map alone. Lists, details and dialogs are in the window that opened it, and both show the same. */
export function MapWindow({ id }: { id: string }) {
  const { t } = useTranslation();
  const [isJoined, setJoined] = useState(false);
  const joining = useRef<Promise<boolean>>(null);
  useEffect(() => {
    mapWindowStore.setState({ place: 'alone', id });
    joining.current ??= joinMainWindow(id, leave);
    void joining.current.then((joined) => (joined ? setJoined(true) : leave()));
  }, [id]);
  useSavedBounds();
  const title = t('map.window.title');
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <div className={classes.frame} data-map-full>
      <Appearance />
      <main className={classes.main}>
        <VisuallyHidden>
          <h1>{title}</h1>
        </VisuallyHidden>
        <section className={classes.mapPane} aria-label={t('map.title')} data-pane="map">
          <div className={classes.mapHolder}>{isJoined && <MapPart />}</div>
        </section>
      </main>
      {isJoined && (
        <PaneErrorBoundary isFloating>
          <Commands />
          <Keys />
          <FileDrops />
        </PaneErrorBoundary>
      )}
    </div>
  );
}

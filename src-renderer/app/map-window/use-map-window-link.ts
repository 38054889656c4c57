import { useEffect } from 'react';
import { mapWindowStore } from '../../kit/state/map-window.ts';
import { waitForMapWindow } from './join-windows.ts';

/** Joins this window with the map window whenever one is opened, and takes the map back when that is closed. */
export function useMapWindowLink() {
  useEffect(() => {
    let joined: string | null = null;
    let close: () => void = () => undefined;
    const follow = ({ id }: { id: string | null }) => {
      if (id === joined) return;
      close();
      joined = id;
      close =
        id === null
          ? () => undefined
          : waitForMapWindow(id, {
              onJoined: () => mapWindowStore.setState({ place: 'elsewhere' }),
              onLeft: () => mapWindowStore.setState({ place: 'here' }),
            });
    };
    const stop = mapWindowStore.subscribe(follow);
    return () => {
      stop();
      close();
    };
  }, []);
}

import { selectionStore } from '../state/selection.ts';
import { followRequests, followSelection, followTimeline, hoverOnMap, selectOnMap } from './follow-stores.ts';
import { RasterPanel } from './raster-panel.tsx';
import 'ol/ol.css';
import { ActionIcon, Text, Tooltip } from '@mantine/core';
import { IconMinus, IconPlus, IconWorld } from '@tabler/icons-react';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useStore } from 'zustand';
import { useActiveScope, useApi, useSettings } from '../client/api.tsx';
import type { RasterFailure } from '../raster/raster-messages.ts';
import { mapStore } from '../state/map-store.ts';
import { MapMenu, type PlaceOnMap } from './map-menu.tsx';
import classes from './map-pane.module.css';
import { momentsStore } from './moments-store.ts';
import { NadirMap, type SavedView } from './nadir-map.ts';
import { useShownRaster } from './shown-raster.ts';

const savedViewSchema = z.object({
  centre: z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]),
  zoom: z.number().min(0).max(24),
});
const keepMs = 1_000;

/** What the next click on the map does; null for what it always does. */
function useHint(): string | null {
  const { t } = useTranslation();
  const picking = useStore(mapStore, (state) => state.picking);
  const areaTool = useStore(mapStore, (state) => state.areaTool);
  const pickingScene = useStore(mapStore, (state) => state.pickingScene);
  if (areaTool !== null) return areaTool === 'box' ? t('orderForm.boxHint') : t('orderForm.drawHint');
  if (pickingScene) return t('orderForm.pickSceneHint');
  return picking ? t('map.pickHint') : null;
}

/** Keys on the map while an area is drawn; true when it was one of them. */
function drawByKey(key: string, map: NadirMap | null): boolean {
  if (key === 'Enter') map?.finishArea();
  else if (key === 'Escape') mapStore.setState({ areaTool: null });
  else if (key === 'Backspace') map?.takeLastCorner();
  else if (key === ' ') map?.addCorner();
  else return false;
  return true;
}

function MapTools({ map }: { map: NadirMap | null }) {
  const { t } = useTranslation();
  const tools = [
    ['zoomIn', IconPlus, () => map?.zoomBy(1)],
    ['zoomOut', IconMinus, () => map?.zoomBy(-1)],
    ['wholeWorld', IconWorld, () => map?.wholeWorld()],
  ] as const;
  return (
    <div className={classes.tools}>
      {tools.map(([name, Icon, run]) => (
        <Tooltip key={name} label={t(`map.${name}`)} position="left">
          <ActionIcon variant="default" size="md" aria-label={t(`map.${name}`)} onClick={run}>
            <Icon size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      ))}
    </div>
  );
}

/** The map with its tools; what it shows comes from the store, the lists and the library. */
export function MapPane() {
  const { t } = useTranslation();
  const { client, query } = useApi();
  const settings = useSettings();
  const scope = useActiveScope();
  const container = useRef<HTMLDivElement>(null);
  const scaleBar = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<NadirMap | null>(null);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<RasterFailure | null>(null);
  const [menu, setMenu] = useState<PlaceOnMap | null>(null);
  const picking = useStore(mapStore, (state) => state.picking);
  const hint = useHint();
  const listedTargets = useStore(mapStore, (state) => state.targets);
  const listedFootprints = useStore(mapStore, (state) => state.footprints);
  const orderPlaces = useStore(mapStore, (state) => state.orderPlaces);
  const commandPlaces = useStore(mapStore, (state) => state.commandPlaces);
  const allTargets = useQuery(
    query.tasking.targets.queryOptions({ input: scope ? { scope, filter: {} } : skipToken }),
  ).data;
  const allFootprints = useQuery(
    query.library.footprints.queryOptions({ input: { filter: { onDiskOnly: true } } }),
  ).data;
  const shown = useShownRaster();
  const ready = settings !== null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the map is made once, when the kept view is known
  useEffect(() => {
    if (!ready || !container.current || !scaleBar.current) return;
    const kept = savedViewSchema.safeParse(settings?.workspace.mapView);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = (mapView: SavedView) => {
      clearTimeout(timer);
      timer = setTimeout(
        () => client.settings.set({ workspace: { mapView } }).catch(() => undefined),
        keepMs,
      );
    };
    const made = new NadirMap(container.current, scaleBar.current, kept.success ? kept.data : null, {
      onCursor: (cursor) => mapStore.setState({ cursor }),
      onHover: hoverOnMap,
      onClick: selectOnMap,
      onMoved: keep,
      onLoading: (count) => setPending(count > 0),
      onFailure: setFailure,
      onAreas: (areas) => mapStore.setState({ areas }),
      onToolDone: () => mapStore.setState({ areaTool: null }),
      onMenu: (place, at) => setMenu({ place, at }),
    });
    const unfollow = [followRequests(made), followSelection(made), followTimeline(made)];
    setMap(made);
    return () => {
      clearTimeout(timer);
      for (const stop of unfollow) stop();
      made.destroy();
      setMap(null);
    };
  }, [ready, client]);

  const ordersShown = orderPlaces !== null;
  const byTime = useStore(momentsStore, ({ look }) => look !== null);
  const commandsShown = commandPlaces !== null;
  useEffect(
    () =>
      map?.setTargets(ordersShown || byTime || commandsShown ? null : (listedTargets ?? allTargets ?? null)),
    [map, ordersShown, byTime, commandsShown, listedTargets, allTargets],
  );
  useEffect(() => map?.setOrders(orderPlaces), [map, orderPlaces]);
  useEffect(() => map?.setCommands(commandPlaces), [map, commandPlaces]);
  // What was selected from the other side has its mark only now.
  useEffect(() => {
    const { order, task } = selectionStore.getState().selected;
    if (ordersShown && order !== null) map?.revealOrder(order);
    if (!ordersShown && task !== null) map?.reveal(task);
  }, [map, ordersShown]);
  useEffect(
    () => map?.setFootprints(byTime ? null : (listedFootprints ?? allFootprints ?? null)),
    [map, byTime, listedFootprints, allFootprints],
  );
  useEffect(() => {
    setFailure(null);
    const box = map?.setRaster(shown.look) ?? null;
    if (map !== null && shown.look !== null && box === null) setFailure('projection');
    const { shownRaster } = mapStore.getState();
    if (box === null || shownRaster === null || !shownRaster.goThere) return;
    // Once: another choice of bands does not take the map away from where the user went.
    mapStore.setState({ shownRaster: { ...shownRaster, goThere: false } });
    map?.zoomToBox(box);
  }, [map, shown.look]);

  const onKeyDown = (event: React.KeyboardEvent) => {
    const { areaTool, pickingScene } = mapStore.getState();
    if (areaTool !== null && drawByKey(event.key, map)) {
      event.preventDefault();
      event.stopPropagation();
    } else if (pickingScene && event.key === 'Escape') mapStore.setState({ pickingScene: false });
    if (!picking) return;
    if (event.key === 'Enter' && map) {
      event.preventDefault();
      mapStore.setState({ pickedPoint: map.centre(), picking: false });
    } else if (event.key === 'Escape') mapStore.setState({ picking: false });
  };

  return (
    <div className={classes.frame}>
      <div
        ref={container}
        className={classes.map}
        role="application"
        aria-label={t('map.title')}
        aria-description={hint ?? t('map.keyboardHint')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the map moves by keys
        tabIndex={0}
        data-testid="map"
        data-picking={hint !== null}
        onKeyDown={onKeyDown}
      />
      <MapTools map={map} />
      <MapMenu
        asked={menu}
        onClose={() => {
          setMenu(null);
          container.current?.focus();
        }}
        onCentre={(place) => map?.centreOn(place)}
      />
      <RasterPanel shown={shown} pending={pending} failure={failure} />
      {hint !== null && (
        <Text className={`${classes.panel} ${classes.hint}`} size="xs" role="status">
          {hint}
        </Text>
      )}
      <div className={classes.foot}>
        <div ref={scaleBar} />
      </div>
      <Text className={classes.attribution} span>
        {t('map.attribution')}
      </Text>
    </div>
  );
}

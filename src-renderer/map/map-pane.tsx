import 'ol/ol.css';
import { ActionIcon, CloseButton, Group, SegmentedControl, Text, Tooltip } from '@mantine/core';
import { IconMinus, IconPlus, IconWorld } from '@tabler/icons-react';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useStore } from 'zustand';
import type { LibrarySceneId } from '../../src-preload/contract/ids.ts';
import { useActiveScope, useApi, useSettings } from '../client/api.tsx';
import type { LonLat } from '../i18n/coordinates.ts';
import type { RasterFailure } from '../raster/raster-messages.ts';
import { Busy } from '../shell/busy.tsx';
import { ErrorNote } from '../shell/error-note.tsx';
import { TimeText } from '../shell/time-text.tsx';
import { mapStore, putRaster, takeRasterAway } from '../state/map-store.ts';
import { type TimelineState, timelineStore } from '../state/timeline-store.ts';
import { showWorkspace, uiStore } from '../state/ui-store.ts';
import { BandChoice, inMode } from './band-choice.tsx';
import { MapMenu, type PlaceOnMap } from './map-menu.tsx';
import classes from './map-pane.module.css';
import { type MapHit, NadirMap, type SavedView } from './nadir-map.ts';
import { useShownRaster } from './shown-raster.ts';

const savedViewSchema = z.object({
  centre: z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]),
  zoom: z.number().min(0).max(24),
});
const keepMs = 1_000;

function clicked(
  { taskId, sceneId, orderId, commandId, moment }: MapHit,
  place: LonLat,
  sceneBelow: LibrarySceneId | null,
) {
  const { picking, pickingScene, areaTool } = mapStore.getState();
  if (areaTool !== null) return;
  if (pickingScene) {
    if (sceneBelow !== null) mapStore.setState({ pickedSceneId: sceneBelow, pickingScene: false });
    return;
  }
  if (picking) {
    mapStore.setState({ pickedPoint: place, picking: false });
    return;
  }
  const { workspace } = uiStore.getState();
  if (moment !== null) timelineStore.setState({ hit: moment });
  else if (taskId !== null) {
    mapStore.setState({ selectedTaskId: taskId });
    if (workspace !== 'plan') showWorkspace('tasks');
  } else if (orderId !== null) {
    mapStore.setState({ selectedOrderId: orderId });
  } else if (commandId !== null) {
    mapStore.setState({ selectedCommandId: commandId });
  } else if (sceneId !== null) {
    mapStore.setState({ selectedSceneId: sceneId });
    if (workspace !== 'downloads') showWorkspace('library');
  }
}

function hovered({ taskId, sceneId, orderId, commandId, moment }: MapHit) {
  const key = moment?.key ?? null;
  if (timelineStore.getState().hoveredKey !== key) timelineStore.setState({ hoveredKey: key });
  const state = mapStore.getState();
  if (
    state.hoveredTaskId !== taskId ||
    state.hoveredSceneId !== sceneId ||
    state.hoveredOrderId !== orderId ||
    state.hoveredCommandId !== commandId
  )
    mapStore.setState({
      hoveredTaskId: taskId,
      hoveredSceneId: sceneId,
      hoveredOrderId: orderId,
      hoveredCommandId: commandId,
    });
}

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

/** Carries what lists and forms say to the map, without a React render. */
function followStore(map: NadirMap): () => void {
  let lastNonce = 0;
  let lastSelected: number | null = null;
  let lastOrder: string | null = null;
  let lastCommand: string | null = null;
  const apply = () => {
    const state = mapStore.getState();
    const { selectedTaskId, selectedOrderId, selectedCommandId } = state;
    if (!state.restoring) {
      if (selectedTaskId !== null && selectedTaskId !== lastSelected) map.reveal(selectedTaskId);
      if (selectedOrderId !== null && selectedOrderId !== lastOrder) map.revealOrder(selectedOrderId);
      if (selectedCommandId !== null && selectedCommandId !== lastCommand)
        map.revealCommand(selectedCommandId);
    }
    lastSelected = selectedTaskId;
    lastOrder = selectedOrderId;
    lastCommand = selectedCommandId;
    map.setCommandEmphasis(state.hoveredCommandId, state.selectedCommandId);
    map.setOrderEmphasis(state.hoveredOrderId, state.selectedOrderId);
    map.setTaskEmphasis(state.hoveredTaskId, state.selectedTaskId);
    map.setSceneEmphasis(state.hoveredSceneId, state.selectedSceneId);
    map.setPickedPoint(state.pickedPoint);
    map.setPicking(state.picking || state.areaTool === 'polygon');
    map.setAreas({ areas: state.areas, tool: state.areaTool, editable: state.areasEditable });
    const request = state.viewRequest;
    if (!request || request.nonce === lastNonce) return;
    lastNonce = request.nonce;
    if (request.kind === 'reveal') map.revealPoint(request.at);
    else if (request.kind === 'point') map.zoomToPoint(request.at);
    else map.zoomToBox(request.box);
  };
  apply();
  return mapStore.subscribe(apply);
}

/** The same for the map by time. */
function followTimeline(map: NadirMap): () => void {
  let lastLook: TimelineState['look'] = null;
  let lastSelected: string | null = null;
  const apply = () => {
    const { look, hoveredKey, selected } = timelineStore.getState();
    if (look !== lastLook) map.setMoments(look);
    lastLook = look;
    if (look === null) return;
    const key = selected?.key ?? null;
    map.setMomentEmphasis(hoveredKey, key);
    if (key !== null && key !== lastSelected) map.revealMoment(key);
    lastSelected = key;
  };
  apply();
  return timelineStore.subscribe(apply);
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

function RasterPanel({
  shown,
  pending,
  failure,
}: {
  shown: ReturnType<typeof useShownRaster>;
  pending: boolean;
  failure: RasterFailure | null;
}) {
  const { t } = useTranslation();
  const state = useStore(mapStore, (each) => each.shownRaster);
  if (!state) return null;
  const { scene } = shown;
  const natural = { 'true-colour': t('map.trueColour'), 'as-stored': t('map.asStored'), grey: t('map.grey') };
  const modes = [
    { value: 'true-colour', label: natural[shown.natural ?? 'true-colour'] },
    { value: 'near-infrared', label: t('map.nearInfrared'), disabled: !shown.nearInfrared },
    { value: 'chosen', label: t('map.chosenBands'), disabled: shown.look === null },
  ];
  return (
    <section
      className={`${classes.panel} ${classes.raster}`}
      aria-label={t('map.bands')}
      data-testid="raster-panel"
    >
      <Group gap={8} wrap="nowrap" align="flex-start">
        {/* Beside the bands where there is room, else below them: the date is never cut. */}
        <Group gap={8} style={{ flex: 1, minWidth: 0 }}>
          {/* What cannot be drawn has no bands, and is not called true colour. */}
          {!shown.error && (
            <Tooltip label={t('map.noNearInfrared')} disabled={shown.nearInfrared}>
              <SegmentedControl
                className={classes.bands}
                aria-label={t('map.bands')}
                data={modes}
                value={state.bandMode}
                onChange={(value) => putRaster(inMode(state, value, shown.look?.bands))}
              />
            </Tooltip>
          )}
          <div style={{ flex: '1 1 150px', minWidth: 0, maxWidth: 320 }} data-testid="raster-identity">
            <Group gap="0 6px" fz="xs" fw={600}>
              <TimeText at={scene?.timestamp ?? null} fz="inherit" fw="inherit" />
              {scene?.satelliteName && (
                <Text span fz="inherit" fw="inherit" truncate>
                  {scene.satelliteName}
                </Text>
              )}
            </Group>
            <Text size="xs" c="var(--nadir-quiet)" truncate title={shown.info?.fileName}>
              {shown.info?.fileName}
            </Text>
          </div>
        </Group>
        {(pending || shown.loading) && (
          <Busy size={14} label={t('map.drawing', { file: shown.info?.fileName ?? '' })} />
        )}
        <CloseButton size="sm" aria-label={t('map.hideRaster')} onClick={takeRasterAway} />
      </Group>
      {state.bandMode === 'chosen' && shown.look && <BandChoice look={shown.look} />}
      {shown.error !== null && shown.error !== undefined && <ErrorNote error={shown.error} />}
      {failure !== null && (
        <Text size="xs" role="alert">
          {t(`map.rasterFailure.${failure}`)}
        </Text>
      )}
    </section>
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
      onHover: hovered,
      onClick: clicked,
      onMoved: keep,
      onLoading: (count) => setPending(count > 0),
      onFailure: setFailure,
      onAreas: (areas) => mapStore.setState({ areas }),
      onToolDone: () => mapStore.setState({ areaTool: null }),
      onMenu: (place, at) => setMenu({ place, at }),
    });
    const unfollow = followStore(made);
    const unfollowTimeline = followTimeline(made);
    setMap(made);
    return () => {
      clearTimeout(timer);
      unfollow();
      unfollowTimeline();
      made.destroy();
      setMap(null);
    };
  }, [ready, client]);

  const ordersShown = orderPlaces !== null;
  const byTime = useStore(timelineStore, ({ look }) => look !== null);
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
    const { selectedOrderId, selectedTaskId } = mapStore.getState();
    if (ordersShown && selectedOrderId !== null) map?.revealOrder(selectedOrderId);
    if (!ordersShown && selectedTaskId !== null) map?.reveal(selectedTaskId);
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

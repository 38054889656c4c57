import { ActionIcon, Checkbox, Group, Slider, Text, Tooltip } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowDown,
  IconArrowUp,
  IconDownload,
  IconFocus2,
  IconListDetails,
  IconRefresh,
  IconTrash,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { MapRaster, MapSource } from '../../../src-preload/contract/maps.ts';
import { useApi } from '../../kit/client/api.tsx';
import { errorText } from '../../kit/i18n/error-text.ts';
import { ownMapsStore } from '../../kit/state/own-maps-store.ts';
import { useAct } from '../../kit/ui/use-act.ts';
import type { NadirMap } from '../../map/nadir-map.ts';
import { kindNames } from './kind-names.ts';
import { hasLegend, MapLegend } from './legend.tsx';
import classes from './own-maps.module.css';
import { useUpdateMap } from './use-own-maps.ts';

interface OwnMapRowProps {
  own: MapSource;
  /** The properties of a GeoTIFF; null until they are loaded. */
  raster: MapRaster | null;
  map: NadirMap | null;
  /** Its position in the list, and the number of maps. */
  index: number;
  count: number;
  onZoomTo(): void;
  onAreas(): void;
  onRemove(): void;
}

/** Shows the problem of a map; renders nothing if there is none. */
function MapStatus({ own, missing }: { own: MapSource; missing: number }) {
  const { t } = useTranslation();
  const { state, error } = own;
  if (error !== null) {
    const { title, hint } = errorText(t, error);
    return (
      <Text size="xs" className={classes.problem} role="status" data-testid="map-problem">
        <IconAlertTriangle size={13} aria-hidden color="var(--nadir-warning)" />
        <span>
          {state === 'saved-only'
            ? t('ownMaps.savedOnly')
            : error.code === 'MAP_UNUSABLE'
              ? hint
              : `${title}. ${hint}`}
        </span>
      </Text>
    );
  }
  if (missing > 0)
    return (
      <Text size="xs" className={classes.problem} role="status" data-testid="map-problem">
        <IconAlertTriangle size={13} aria-hidden color="var(--nadir-warning)" />
        <span>{t('ownMaps.missing', { count: missing })}</span>
      </Text>
    );
  if (state !== 'nothing-here' || !own.visible) return null;
  return (
    <Text size="xs" c="var(--nadir-quiet)" role="status">
      {t('ownMaps.nothingHere', { from: own.minZoom, to: own.maxZoom })}
    </Text>
  );
}

function RowButton({
  label,
  onClick,
  disabled = false,
  expanded,
  children,
}: {
  label: string;
  onClick: () => void;
  disabled?: boolean;
  /** For a button that expands a part below it. */
  expanded?: boolean;
  children: ReactNode;
}) {
  return (
    <Tooltip label={label} position="top">
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={label}
        aria-disabled={disabled}
        {...(expanded === undefined ? {} : { 'aria-expanded': expanded })}
        onClick={() => !disabled && onClick()}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}

/** One of the user's own maps in the list: its visibility, opacity, position and state. */
export function OwnMapRow({ own, raster, map, index, count, onZoomTo, onAreas, onRemove }: OwnMapRowProps) {
  const { t } = useTranslation();
  const { client } = useApi();
  const act = useAct();
  /** The value of the slider while it is dragged. Main stores the final value. */
  const [opacity, setOpacity] = useState<number | null>(null);
  const { wanted, update } = useUpdateMap(own.id);
  const move = (to: number) => act(() => client.maps.move({ id: own.id, to }));
  const percent = Math.round((opacity ?? wanted.opacity ?? own.opacity) * 100);
  const isServer = own.hosts.length > 0;
  const [isLegendOpen, setLegendOpen] = useState(false);
  const missing = useStore(ownMapsStore, (state) => state.missing.get(own.id) ?? 0);
  const retry = () => {
    map?.ownMaps.refresh(own.id);
    act(() => client.maps.retry({ id: own.id }));
  };
  return (
    <li className={classes.row} data-testid="own-map" data-state={own.state}>
      <Group gap={6} wrap="nowrap" justify="space-between">
        <Checkbox
          size="xs"
          label={own.name}
          checked={wanted.visible ?? own.visible}
          onChange={(event) => update({ visible: event.currentTarget.checked })}
          classNames={{ root: classes.name, labelWrapper: classes.label }}
        />
        <Text size="xs" c="var(--nadir-quiet)" style={{ whiteSpace: 'nowrap' }}>
          {own.kind === 'reference' ? t('ownMaps.reference') : kindNames[own.kind]}
        </Text>
      </Group>
      <MapStatus own={own} missing={missing} />
      <Group gap={2} wrap="nowrap">
        <Text size="xs" c="var(--nadir-quiet)" aria-hidden>
          {t('ownMaps.opacity')}
        </Text>
        <Slider
          size="xs"
          className={classes.opacity}
          thumbLabel={t('ownMaps.opacityOf', { name: own.name })}
          label={(value) => `${value} %`}
          value={percent}
          min={0}
          max={100}
          step={5}
          onChange={(value) => setOpacity(value / 100)}
          onChangeEnd={(value) => {
            setOpacity(null);
            update({ opacity: value / 100 });
          }}
        />
        <RowButton
          label={t('ownMaps.up', { name: own.name })}
          disabled={index === 0}
          onClick={() => move(index - 1)}
        >
          <IconArrowUp size={15} aria-hidden />
        </RowButton>
        <RowButton
          label={t('ownMaps.down', { name: own.name })}
          disabled={index === count - 1}
          onClick={() => move(index + 1)}
        >
          <IconArrowDown size={15} aria-hidden />
        </RowButton>
        <RowButton label={t('ownMaps.zoomTo', { name: own.name })} onClick={onZoomTo}>
          <IconFocus2 size={15} aria-hidden />
        </RowButton>
        {isServer && (
          <RowButton label={t('ownMaps.offlineOf', { name: own.name })} onClick={onAreas}>
            <IconDownload size={15} aria-hidden />
          </RowButton>
        )}
        {hasLegend(own) && (
          <RowButton
            label={t('ownMaps.legendOf', { name: own.name })}
            expanded={isLegendOpen}
            onClick={() => setLegendOpen(!isLegendOpen)}
          >
            <IconListDetails size={15} aria-hidden />
          </RowButton>
        )}
        {(own.error !== null || missing > 0) && (
          <RowButton label={t('ownMaps.retry', { name: own.name })} onClick={retry}>
            <IconRefresh size={15} aria-hidden />
          </RowButton>
        )}
        <RowButton label={t('ownMaps.removeOf', { name: own.name })} onClick={onRemove}>
          <IconTrash size={15} aria-hidden />
        </RowButton>
      </Group>
      {isLegendOpen && <MapLegend own={own} map={map} raster={raster} />}
    </li>
  );
}

import { Menu } from '@mantine/core';
import { IconCopy, IconFocus2, IconInfoCircle, IconMapPinPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../client/api.tsx';
import { formatCoordinate, type LonLat } from '../i18n/coordinates.ts';
import { planTaskAt, showHere } from '../state/map-store.ts';
import { showWorkspace, uiStore } from '../state/ui-store.ts';
import { useAct, useSay } from '../ui/use-act.ts';

/** A place in degrees, and its position in the window, where the menu opens. */
export interface PlaceOnMap {
  place: LonLat;
  /** In pixels of the window. */
  at: { x: number; y: number };
}

interface MapMenuProps {
  asked: PlaceOnMap | null;
  onClose(): void;
  onCentre(place: LonLat): void;
}

/**
 * The menu of a place on the map; the right mouse button opens it there, the menu key opens it at the middle of the
 * map.
 */
export function MapMenu({ asked, onClose, onCentre }: MapMenuProps) {
  const { t } = useTranslation();
  const act = useAct();
  const say = useSay();
  const format = useSettings()?.coordinateFormat ?? 'dd';
  if (asked === null) return null;
  const { place, at } = asked;
  const written = formatCoordinate(place, format);
  const copy = () =>
    act(async () => {
      await navigator.clipboard.writeText(written);
      say({ message: t('map.copied', { place: written }), color: 'teal' });
    });
  const planHere = () => {
    uiStore.setState({ planMode: 'task' });
    planTaskAt(place);
    showWorkspace('plan');
  };
  return (
    <Menu opened onClose={onClose} position="bottom-start" offset={2} width={260} withinPortal>
      <Menu.Target>
        <span style={{ position: 'fixed', left: at.x, top: at.y, width: 1, height: 1 }} />
      </Menu.Target>
      <Menu.Dropdown aria-label={t('map.menu')}>
        <Menu.Label style={{ fontVariantNumeric: 'tabular-nums' }}>{written}</Menu.Label>
        <Menu.Item leftSection={<IconCopy size={15} aria-hidden />} onClick={copy}>
          {t('map.copyPlace')}
        </Menu.Item>
        <Menu.Item leftSection={<IconMapPinPlus size={15} aria-hidden />} onClick={planHere}>
          {t('map.newTaskHere')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconInfoCircle size={15} aria-hidden />}
          onClick={() => showHere({ at: place, name: null })}
        >
          {t('gazetteer.here.ask')}
        </Menu.Item>
        <Menu.Item leftSection={<IconFocus2 size={15} aria-hidden />} onClick={() => onCentre(place)}>
          {t('map.centreHere')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

import { Menu, Text } from '@mantine/core';
import {
  IconBookmarkPlus,
  IconCopy,
  IconFocus2,
  IconInfoCircle,
  IconListDetails,
  IconMapPinPlus,
  IconRuler2,
  IconZoomIn,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../../kit/client/api.tsx';
import { coordinateFormats, formatCoordinate, type LonLat } from '../../kit/i18n/coordinates.ts';
import { addPlaceAt, planTaskAt, showHere } from '../../kit/state/map-store.ts';
import { beginMeasure } from '../../kit/state/measure-store.ts';
import { showWorkspace, uiStore } from '../../kit/state/ui-store.ts';
import { useAct, useSay } from '../../kit/ui/use-act.ts';
import { choiceStore } from '../../map/choice-store.ts';
import type { MapClick } from '../../map/map-hit.ts';
import { PointMenu } from './point-menu.tsx';

interface MapMenuProps {
  click: MapClick | null;
  onClose(): void;
  onCentre(place: LonLat): void;
  onZoomIn(place: LonLat): void;
}

/** The submenu that copies a place in any coordinate format. */
function CopyAs({ place, onCopy }: { place: LonLat; onCopy: (text: string) => void }) {
  const { t } = useTranslation();
  return (
    <Menu.Sub>
      <Menu.Sub.Target>
        <Menu.Sub.Item leftSection={<IconCopy size={15} aria-hidden />}>{t('map.copyAs')}</Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown aria-label={t('map.copyAs')}>
        {coordinateFormats.map((format) => {
          const written = formatCoordinate(place, format);
          return (
            <Menu.Item key={format} onClick={() => onCopy(written)}>
              <Text size="xs" c="var(--nadir-quiet)">
                {t(`settings.coordinateFormat.${format}`)}
              </Text>
              <span style={{ fontVariantNumeric: 'tabular-nums' }}>{written}</span>
            </Menu.Item>
          );
        })}
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  );
}

/** The menu of a place on the map. The right mouse button opens it at the pointer, the menu key at the middle of the map. */
export function MapMenu({ click, onClose, onCentre, onZoomIn }: MapMenuProps) {
  const { t } = useTranslation();
  const act = useAct();
  const say = useSay();
  const format = useSettings()?.coordinateFormat ?? 'dd';
  if (click === null) return null;
  const { place, at, hits } = click;
  const written = formatCoordinate(place, format);
  const copy = (text: string) =>
    act(async () => {
      await navigator.clipboard.writeText(text);
      say({ message: t('map.copied', { place: text }), color: 'teal' });
    });
  const planHere = () => {
    uiStore.setState({ planMode: 'task' });
    planTaskAt(place);
    showWorkspace('plan');
  };
  return (
    <PointMenu at={at} label={t('map.menu')} width={260} onClose={onClose}>
      <Menu.Label style={{ fontVariantNumeric: 'tabular-nums' }}>{written}</Menu.Label>
      {hits.length > 0 && (
        <Menu.Item
          leftSection={<IconListDetails size={15} aria-hidden />}
          onClick={() => choiceStore.setState({ choice: { hits, place, at } })}
        >
          {t('map.marksHere')}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconCopy size={15} aria-hidden />} onClick={() => copy(written)}>
        {t('map.copyPlace')}
      </Menu.Item>
      <CopyAs place={place} onCopy={copy} />
      <Menu.Item leftSection={<IconMapPinPlus size={15} aria-hidden />} onClick={planHere}>
        {t('map.newTaskHere')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconBookmarkPlus size={15} aria-hidden />}
        onClick={() => addPlaceAt(place, null)}
      >
        {t('map.addPlace')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconInfoCircle size={15} aria-hidden />}
        onClick={() => showHere({ at: place, name: null })}
      >
        {t('gazetteer.here.ask')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconRuler2 size={15} aria-hidden />}
        onClick={() => beginMeasure('distance', place)}
      >
        {t('map.measureFromHere')}
      </Menu.Item>
      <Menu.Item leftSection={<IconZoomIn size={15} aria-hidden />} onClick={() => onZoomIn(place)}>
        {t('map.zoomInHere')}
      </Menu.Item>
      <Menu.Item leftSection={<IconFocus2 size={15} aria-hidden />} onClick={() => onCentre(place)}>
        {t('map.centreHere')}
      </Menu.Item>
    </PointMenu>
  );
}

import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconPackageExport } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { openTakeaway, takeawayStore } from '../../kit/state/takeaway-store.ts';
import type { NadirMap } from '../../map/nadir-map.ts';
import type { ShownRaster } from '../shown-raster.ts';
import { CropDialog } from './crop-dialog.tsx';
import { FileActionItems } from './file-actions.tsx';
import { PictureDialog } from './picture-dialog.tsx';
import { QgisDialog } from './qgis-dialog.tsx';

const close = () => openTakeaway(null);

interface TakeawayMenuProps {
  map: NadirMap | null;
  shown: ShownRaster;
}

/** The menu that exports the raster on the map, with its dialogs. */
export function TakeawayMenu({ map, shown }: TakeawayMenuProps) {
  const { t } = useTranslation();
  const open = useStore(takeawayStore, (state) => state.open);
  const info = shown.styled?.info ?? null;
  const isPlaced = info?.placement.kind === 'placed';
  useEffect(() => close, []);
  useHotkeys([['mod+shift+S', () => openTakeaway('picture')]], []);
  if (info === null) return null;
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Tooltip label={t('takeaway.menu')}>
          <Menu.Target>
            <ActionIcon size="sm" variant="subtle" color="gray" aria-label={t('takeaway.menu')}>
              <IconPackageExport size={15} />
            </ActionIcon>
          </Menu.Target>
        </Tooltip>
        <Menu.Dropdown>
          <Menu.Item disabled={!isPlaced} onClick={() => openTakeaway('picture')}>
            {t('takeaway.picture.open')}
          </Menu.Item>
          <Menu.Item onClick={() => openTakeaway('crop')}>{t('takeaway.crop.open')}</Menu.Item>
          <Menu.Item onClick={() => openTakeaway('qgis')}>{t('takeaway.qgis.open')}</Menu.Item>
          <Menu.Divider />
          <FileActionItems file={info} />
        </Menu.Dropdown>
      </Menu>
      {open === 'picture' && isPlaced && map && <PictureDialog map={map} shown={shown} onClose={close} />}
      {open === 'crop' && <CropDialog shown={shown} info={info} onClose={close} />}
      {open === 'qgis' && <QgisDialog shown={shown} onClose={close} />}
    </>
  );
}

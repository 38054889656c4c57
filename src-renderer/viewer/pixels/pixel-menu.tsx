import { ActionIcon, Kbd, Menu, Tooltip } from '@mantine/core';
import { IconWaveSine } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { mapStore } from '../../kit/state/map-store.ts';
import { pixelsStore, togglePixelTool, toggleValues } from '../../kit/state/pixels-store.ts';
import { focusPane } from '../../kit/ui/panes.ts';

/** The button at the edge of the map, whose menu has the tools that read pixels of the shown rasters. */
export function PixelMenu() {
  const { t } = useTranslation();
  const { tool, isValueShown } = useStore(pixelsStore);
  const hasRaster = useStore(mapStore, ({ shownRaster }) => shownRaster !== null);
  const [isOpen, setOpen] = useState(false);
  const isInUse = tool !== null || isValueShown;
  const tools = [
    { key: 'V', label: t('pixels.values'), isOn: isValueShown, run: toggleValues },
    ...(
      [
        { key: 'L', tool: 'profile', label: t('pixels.profile') },
        { key: '', tool: 'spectra', label: t('pixels.spectra') },
        { key: 'R', tool: 'area', label: t('pixels.area') },
      ] as const
    ).map(({ tool: own, ...entry }) => ({
      ...entry,
      isOn: tool === own,
      run: () => togglePixelTool(own),
    })),
  ];
  return (
    <Menu position="left-start" withinPortal returnFocus={false} opened={isOpen} onChange={setOpen}>
      <Tooltip label={t('pixels.title')} position="left" disabled={isOpen}>
        <Menu.Target>
          <ActionIcon
            variant={isInUse ? 'filled' : 'default'}
            size="md"
            aria-label={t('pixels.title')}
            aria-pressed={isInUse}
          >
            <IconWaveSine size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
      </Tooltip>
      <Menu.Dropdown aria-label={t('pixels.title')}>
        {!hasRaster && <Menu.Label>{t('pixels.noRaster')}</Menu.Label>}
        {tools.map(({ key, label, isOn, run }) => (
          <Menu.CheckboxItem
            key={label}
            closeMenuOnClick
            checked={isOn}
            disabled={!hasRaster && !isOn}
            {...(key === '' ? {} : { rightSection: <Kbd size="xs">{key}</Kbd> })}
            onClick={() => {
              run();
              focusPane('map');
            }}
          >
            {label}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

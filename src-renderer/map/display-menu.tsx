import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { mapDisplayStore, toggleMarks, toggleNames } from '../kit/state/map-display-store.ts';
import type { MapSubject } from './map-subject.ts';

/** The button at the edge of the map, whose menu hides marks of closed lists and the names of the basemap. */
export function DisplayMenu({ subjects }: { subjects: readonly MapSubject[] }) {
  const { t } = useTranslation();
  const { hiddenMarks, hasNames } = useStore(mapDisplayStore);
  const [isOpen, setOpen] = useState(false);
  return (
    <Menu position="left-start" withinPortal opened={isOpen} onChange={setOpen} closeOnItemClick={false}>
      <Tooltip label={t('map.display.title')} position="left" disabled={isOpen}>
        <Menu.Target>
          <ActionIcon variant="default" size="md" aria-label={t('map.display.title')}>
            <IconEye size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
      </Tooltip>
      <Menu.Dropdown aria-label={t('map.display.title')}>
        <Menu.Label>{t('map.display.marks')}</Menu.Label>
        {subjects
          .filter(({ useUnlisted }) => useUnlisted !== undefined)
          .map(({ subject, listedIn }) => (
            <Menu.CheckboxItem
              key={subject}
              checked={!hiddenMarks.has(subject)}
              onClick={() => toggleMarks(subject)}
            >
              {t(`shell.workspace.${listedIn}`)}
            </Menu.CheckboxItem>
          ))}
        <Menu.Label>{t('map.display.basemap')}</Menu.Label>
        <Menu.CheckboxItem checked={hasNames} onClick={toggleNames}>
          {t('map.display.names')}
        </Menu.CheckboxItem>
      </Menu.Dropdown>
    </Menu>
  );
}

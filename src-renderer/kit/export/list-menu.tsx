import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconDownload, IconPrinter } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type OutputKind, openOutput } from './export-store.ts';

interface ListMenuProps {
  /** The name of the list on the screen. */
  title: string;
  /** True if there is nothing to export or to print. */
  isEmpty: boolean;
}

/** The menu of actions for all rows of a list. */
export function ListMenu({ title, isEmpty }: ListMenuProps) {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  const open = (kind: OutputKind) => {
    // The menu item is unmounted with the menu, so the focus must return to the button when the dialog closes.
    button.current?.focus();
    openOutput(kind);
  };
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          ref={button}
          variant="default"
          disabled={isEmpty}
          aria-label={t('export.menu', { list: title })}
          title={t('export.menu', { list: title })}
        >
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconDownload size={14} aria-hidden />} onClick={() => open('file')}>
          {t('export.open')}
        </Menu.Item>
        <Menu.Item leftSection={<IconPrinter size={14} aria-hidden />} onClick={() => open('sheet')}>
          {t('fieldSheet.open')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

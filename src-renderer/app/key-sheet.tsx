import { Kbd, Modal, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { uiStore } from '../state/ui-store.ts';

const keys = [
  ['Ctrl+K', 'commands'],
  ['Alt+1 … 9, 0', 'workspaces'],
  ['N', 'newTask'],
  ['/', 'findPlace'],
  ['↑ ↓', 'rows'],
  ['Space, Shift+↑ ↓, Ctrl+A', 'choose'],
  ['Enter', 'open'],
  ['Esc', 'back'],
  ['F6', 'panes'],
  ['← ↑ ↓ →', 'pan'],
  ['+ −', 'zoom'],
  ['Shift+F10', 'menu'],
  ['Ctrl+Z, Ctrl+Y', 'undo'],
  ['Ctrl+Shift+E', 'export'],
  ['Ctrl+P', 'fieldSheet'],
  ['P, A', 'drawPlace'],
  ['F2, Ctrl+D, Ctrl+H', 'editCells'],
  ['?', 'sheet'],
] as const;

/** The dialog with the keyboard shortcuts. */
export function KeySheet() {
  const { t } = useTranslation();
  const opened = useStore(uiStore, (state) => state.keySheet);
  return (
    <Modal
      opened={opened}
      onClose={() => uiStore.setState({ keySheet: false })}
      title={t('shell.keys')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      centered
    >
      <Table>
        <Table.Tbody>
          {keys.map(([key, meaning]) => (
            <Table.Tr key={key}>
              <Table.Td w={110}>
                <Kbd>{key}</Kbd>
              </Table.Td>
              <Table.Td>{t(`shell.key.${meaning}`)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}

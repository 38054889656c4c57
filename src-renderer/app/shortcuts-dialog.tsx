import { Group, Kbd, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useStore } from 'zustand';
import { uiStore } from '../state/ui-store.ts';
import { Dialog } from '../ui/dialog.tsx';
import { useOnceMounted } from '../ui/use-once-true.ts';

/** The keys that have a name of their own in each language. */
const keyNameSchema = z.enum(['Backspace', 'Delete', 'Enter', 'Shift', 'Space']);

/** Returns the keys and their meanings. */
function useKeys(): [keys: string, meaning: string][] {
  const { t } = useTranslation();
  return [
    ['Ctrl+K', t('shell.key.commands')],
    ['Alt+1 … 9, Alt+0', t('shell.key.workspaces')],
    ['N', t('shell.key.newTask')],
    ['/', t('shell.key.findPlace')],
    ['↑ ↓', t('shell.key.rows')],
    ['Space, Shift+↑ ↓, Ctrl+A', t('shell.key.choose')],
    ['Enter', t('shell.key.open')],
    ['Esc', t('shell.key.back')],
    ['F6, Shift+F6', t('shell.key.panes')],
    ['← ↑ ↓ →', t('shell.key.pan')],
    ['Shift+← ↑ ↓ →', t('shell.key.panLittle')],
    ['+ −', t('shell.key.zoom')],
    ['A', t('map.allMarks')],
    ['S', t('map.toSelection')],
    ['P', t('map.toProject')],
    ['Alt+← Alt+→', t('shell.key.views')],
    ['Shift+F', t('map.full.open')],
    ['M', t('shell.key.measure')],
    ['V', t('pixels.values')],
    ['L', t('pixels.profile')],
    ['R', t('pixels.area')],
    ['Enter, Backspace', t('shell.key.vertices')],
    ['B', t('shell.key.before')],
    ['C', t('shell.key.compare')],
    [', .', t('shell.key.captures')],
    ['F', t('shell.key.strip')],
    ['Shift+F10', t('shell.key.menu')],
    ['Ctrl+Z, Ctrl+Y', t('shell.key.undo')],
    ['Ctrl+Shift+E', t('shell.key.export')],
    ['Ctrl+P', t('shell.key.fieldSheet')],
    ['Ctrl+Shift+S', t('shell.key.takeaway')],
    ['D, O', t('shell.key.drawPlace')],
    ['F2, Ctrl+D, Ctrl+H', t('shell.key.editCells')],
    ['Delete', t('shell.key.remove')],
    ['J, K, Q', t('reviews.keys.move')],
    ['Y, X, W', t('reviews.keys.verdict')],
    ['1 … 5, 0', t('reviews.keys.rating')],
    ['T, E', t('reviews.keys.texts')],
    ['I, U, G', t('reviews.keys.remarks')],
    ['?', t('shell.key.sheet')],
  ];
}

/** A comma after a key; at the beginning it is a key itself. */
const betweenKeys = /(?<=\S), /;
const namedKeys = /Backspace|Delete|Enter|Shift|Space/g;

/** The dialog with the keyboard shortcuts. */
export function ShortcutsDialog() {
  const { t } = useTranslation();
  const nameOf = (key: string) => t(`shell.keyName.${keyNameSchema.parse(key)}`);
  const opened = useOnceMounted(useStore(uiStore, (state) => state.areShortcutsOpen));
  return (
    <Dialog
      opened={opened}
      onClose={() => uiStore.setState({ areShortcutsOpen: false })}
      title={t('shell.keys')}
      size={580}
    >
      <Table>
        <Table.Tbody>
          {useKeys().map(([key, meaning]) => (
            <Table.Tr key={key}>
              <Table.Td w={230}>
                <Group gap={4}>
                  {key.split(betweenKeys).map((each) => (
                    <Kbd key={each}>{each.replace(namedKeys, nameOf)}</Kbd>
                  ))}
                </Group>
              </Table.Td>
              <Table.Td>{meaning}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Dialog>
  );
}

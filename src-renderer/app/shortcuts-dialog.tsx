import { Group, Kbd, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useStore } from 'zustand';
import { uiStore } from '../kit/state/ui-store.ts';
import { Dialog } from '../kit/ui/dialog.tsx';
import { useOnceMounted } from '../kit/ui/use-once-true.ts';
import { shortcuts } from './shortcut-registry.ts';

/** The keys that have a name of their own in each language. */
const keyNameSchema = z.enum(['Backspace', 'Delete', 'Enter', 'Shift', 'Space']);

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
          {shortcuts.map(({ shown, meaning }) => (
            <Table.Tr key={shown}>
              <Table.Td w={230}>
                <Group gap={4}>
                  {shown.split(betweenKeys).map((each) => (
                    <Kbd key={each}>{each.replace(namedKeys, nameOf)}</Kbd>
                  ))}
                </Group>
              </Table.Td>
              <Table.Td>{meaning(t)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Dialog>
  );
}

import { Tabs, type TabsListProps, type TabsProps } from '@mantine/core';
import type { ReactNode } from 'react';

interface TabPanelsProps<Name extends string> extends Omit<TabsProps, 'value' | 'onChange' | 'children'> {
  /** The names in the order of the tabs. */
  names: readonly Name[];
  shown: Name;
  onShow: (name: Name) => void;
  labelOf: (name: Name) => string;
  panels: Readonly<Record<Name, ReactNode>>;
  list?: Omit<TabsListProps, 'children'>;
  /** Shown above the tabs. */
  head?: ReactNode;
}

/** Tabs with one panel each; only the selected panel is rendered. */
export function TabPanels<Name extends string>(props: TabPanelsProps<Name>) {
  const { names, shown, onShow, labelOf, panels, list, head, ...tabs } = props;
  return (
    <Tabs
      {...tabs}
      value={shown}
      onChange={(value) => {
        const next = names.find((name) => name === value);
        if (next !== undefined) onShow(next);
      }}
      keepMounted={false}
    >
      {head}
      <Tabs.List {...list}>
        {names.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {labelOf(name)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {names.map((name) => (
        <Tabs.Panel key={name} value={name}>
          {panels[name]}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

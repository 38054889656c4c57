import type { ReactNode } from 'react';
import classes from './panes.module.css';

/** A line of a details pane: its name and its value. */
export type Fact = readonly [name: string, value: ReactNode];

/** Shows names and values as a description list. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a service may use a name twice; the order is fixed
        <div key={`${index} ${name}`} style={{ display: 'contents' }}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

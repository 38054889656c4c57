import type { ReactNode } from 'react';
import classes from './panes.module.css';

interface TwoLineRowProps {
  /** The icon of the row's state; `state` is its text. */
  mark: ReactNode;
  state: string;
  name: string;
  /** Shown beside the name. */
  flag: ReactNode;
  /** Shown at the right end of the first line; null for nothing. */
  trailing: string | null;
  /** The parts of the second line, in this order; empty parts are left out. */
  about: readonly (string | null | undefined)[];
}

/**
 * A list row with state, name and a figure, and a second line of details. It uses plain elements because dozens of rows
 * are rendered at once.
 */
export function TwoLineRow({ mark, state, name, flag, trailing, about }: TwoLineRowProps) {
  const line = about.filter(Boolean).join(' · ');
  return (
    <>
      <div className={classes.rowLine}>
        <span className={classes.rowStart}>
          <span role="img" aria-label={state} title={state} style={{ display: 'inline-flex' }}>
            {mark}
          </span>
          <span className={classes.rowName} title={name}>
            {name}
          </span>
          {flag}
        </span>
        {trailing !== null && (
          <span className={classes.rowQuiet} style={{ flex: 'none' }}>
            {trailing}
          </span>
        )}
      </div>
      <div className={classes.rowQuiet} title={line}>
        {line}
      </div>
    </>
  );
}

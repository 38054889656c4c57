import type { ReactNode } from 'react';
import classes from './panes.module.css';

interface TwoLineRowProps {
  /** The sign of the row's state, and what it says. */
  mark: ReactNode;
  state: string;
  name: string;
  /** Beside the name. */
  flag: ReactNode;
  /** At the right of the first line. */
  trailing: string | null;
  /** The second line: what is known of these, in this sequence. */
  about: readonly (string | null | undefined)[];
}

/** A row of a list: state, name and a figure, and below what it is about. Plain elements, as there are dozens. */
export function TwoLineRow({ mark, state, name, flag, trailing, about }: TwoLineRowProps) {
  return (
    <>
      <div className={classes.rowLine}>
        <span className={classes.rowStart}>
          <span role="img" aria-label={state} title={state} style={{ display: 'inline-flex' }}>
            {mark}
          </span>
          <span className={classes.rowName}>{name}</span>
          {flag}
        </span>
        {trailing !== null && (
          <span className={classes.rowQuiet} style={{ flex: 'none' }}>
            {trailing}
          </span>
        )}
      </div>
      <div className={classes.rowQuiet}>{about.filter(Boolean).join(' · ')}</div>
    </>
  );
}

import classes from './panes.module.css';

const tailLength = 22;

/** Truncates a file name in its middle, because the files of one scene start alike and differ at the end. */
export function FileName({ name }: { name: string }) {
  const head = name.slice(0, -tailLength);
  return (
    <span className={classes.fileName} title={name}>
      <span className={classes.rowName}>{head}</span>
      <span>{name.slice(head.length)}</span>
    </span>
  );
}

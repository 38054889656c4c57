import classes from './panes.module.css';

const tailLength = 22;

/** A name cut in its middle: files of one scene begin alike and differ at the end. */
export function FileName({ name }: { name: string }) {
  const head = name.slice(0, -tailLength);
  return (
    <span className={classes.fileName} title={name}>
      <span className={classes.rowName}>{head}</span>
      <span>{name.slice(head.length)}</span>
    </span>
  );
}

import classes from './shell.module.css';

/** Names of one scene differ at their end only: when there is no room the middle goes, not the end. */
const tailLength = 18;

export function FileName({ name }: { name: string }) {
  const at = Math.max(0, name.length - tailLength);
  return (
    <span className={classes.fileName} title={name}>
      <span>{name.slice(0, at)}</span>
      <span>{name.slice(at)}</span>
    </span>
  );
}

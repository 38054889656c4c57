import classes from './file-name.module.css';

const tailLength = 22;

/** Truncates a file name in its middle, because the files of one scene start alike and differ at the end. */
export function FileName({ name, isPlain = false }: { name: string; isPlain?: boolean }) {
  const head = name.slice(0, -tailLength);
  return (
    // A plain one has the font of the text around it.
    <span className={classes.fileName} title={name} data-plain={isPlain || undefined}>
      <span className={classes.head}>{head}</span>
      <span>{name.slice(head.length)}</span>
    </span>
  );
}

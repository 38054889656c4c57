import classes from './grid.module.css';

interface ColumnEdgeProps {
  /** In pixels. */
  width: number;
  onWidth: (width: number) => void;
}

/** The right edge of a column's head: dragging it changes the width of the column. The keys + and - do the same. */
export function ColumnEdge({ width, onWidth }: ColumnEdgeProps) {
  const onPointerDown = (event: React.PointerEvent<HTMLSpanElement>) => {
    event.stopPropagation();
    const edge = event.currentTarget;
    const from = event.clientX;
    // A column that grows is wider than its declared width.
    const drawn = edge.parentElement?.getBoundingClientRect().width ?? width;
    edge.setPointerCapture(event.pointerId);
    const move = ({ clientX }: PointerEvent) => onWidth(drawn + clientX - from);
    edge.addEventListener('pointermove', move);
    // This event follows both pointerup and pointercancel.
    edge.addEventListener('lostpointercapture', () => edge.removeEventListener('pointermove', move), {
      once: true,
    });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the head do the same
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of the head do the same
    <span
      className={classes.edge}
      data-testid="column-edge"
      onPointerDown={onPointerDown}
      onClick={(event) => event.stopPropagation()}
    />
  );
}

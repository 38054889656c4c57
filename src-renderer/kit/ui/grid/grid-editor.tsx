import { type KeyboardEvent, useId, useLayoutEffect, useRef } from 'react';
import classes from './grid.module.css';

interface GridEditorProps {
  label: string;
  text: string;
  /** Texts that are suggested while the user types. */
  options: readonly string[];
  /** True if Enter with Alt or Shift starts a new line. */
  isMultiline: boolean;
  /** True if the whole text is initially selected, so that typing replaces it. */
  selectsAll: boolean;
  /** Called with the text when the user leaves the cell; `to` is where the cursor moves. */
  onEnd: (text: string, to: 'down' | 'up' | 'next' | 'previous' | 'stay') => void;
  onCancel: () => void;
}

/** The text field of the cell that is edited. */
export function GridEditor({
  label,
  text,
  options,
  isMultiline,
  selectsAll,
  onEnd,
  onCancel,
}: GridEditorProps) {
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const isOver = useRef(false);
  const optionsId = useId();
  // Runs before the browser inserts the letter with which the user began.
  useLayoutEffect(() => {
    field.current?.focus();
    if (selectsAll) field.current?.select();
  }, [selectsAll]);
  const end: GridEditorProps['onEnd'] = (value, to) => {
    if (isOver.current) return;
    isOver.current = true;
    onEnd(value, to);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    // The keys of the table have another meaning here; those of an input method belong to it.
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    const { value } = event.currentTarget;
    if (event.key === 'Escape') {
      isOver.current = true;
      onCancel();
    } else if (event.key === 'Tab') end(value, event.shiftKey ? 'previous' : 'next');
    else if (event.key === 'Enter' && !(isMultiline && (event.altKey || event.shiftKey)))
      end(value, event.shiftKey ? 'up' : 'down');
    else return;
    event.preventDefault();
  };
  const shared = {
    ref: field,
    className: classes.editor,
    'aria-label': label,
    defaultValue: text,
    spellCheck: false,
    onKeyDown,
    onBlur: (event: { currentTarget: { value: string } }) => end(event.currentTarget.value, 'stay'),
    onPointerDown: (event: React.PointerEvent) => event.stopPropagation(),
    onDoubleClick: (event: React.MouseEvent) => event.stopPropagation(),
  };
  if (isMultiline) return <textarea {...shared} />;
  if (options.length === 0) return <input type="text" autoComplete="off" {...shared} />;
  return (
    <>
      <input type="text" list={optionsId} {...shared} />
      <datalist id={optionsId}>
        {options.map((option) => (
          <option key={option} value={option} />
        ))}
      </datalist>
    </>
  );
}

import { Textarea, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

/** Typed text is stored this time after its first letter, in milliseconds: the most that a crash can lose. */
const typingMs = 1_000;

interface CommitFieldProps {
  label: string;
  /** True if the label is only for screen readers. */
  hidesLabel?: boolean;
  value: string;
  /**
   * Stores the typed text; returns the reason in words if it cannot be stored. `isMore` is true for a text that goes on from the last one
   * that was stored while typing: one undo takes back both.
   */
  onCommit: (text: string, isMore: boolean) => string | null;
  isMultiline?: boolean;
  /** True for a field of prose, which is stored every second while somebody types. */
  savesWhileTyping?: boolean;
  /** Called when the user leaves the field by Escape, or a field of one line by Enter. The field has lost the focus by then. */
  onLeave?: () => void;
  placeholder?: string;
  description?: string;
  maxLength?: number;
}

/**
 * A field whose text is stored on blur or with Enter. Escape restores the stored text of a short value. It never throws away prose (a field
 * with several lines, or one that saves while typing): that is stored on Escape, when the field goes away, and when the window closes. A
 * text that cannot be stored stays in the field, with the reason.
 */
export function CommitField(props: CommitFieldProps) {
  const {
    label,
    hidesLabel,
    value,
    onCommit,
    isMultiline = false,
    savesWhileTyping = false,
    onLeave,
    placeholder,
    description,
    maxLength,
  } = props;
  const isProse = isMultiline || savesWhileTyping;
  const [typed, setTyped] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const isRestored = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const isMore = useRef(false);
  /** What was handed to `onCommit` and may still arrive as the value, after more has been typed. */
  const sent = useRef(new Set<string>());
  /** The text, the value and the function of the last drawing, for the timer and for the end of the field. */
  const latest = useRef({ typed, value, onCommit });
  const setText = (text: string | null) => {
    latest.current.typed = text;
    setTyped(text);
    if (text === null) sent.current.clear();
  };
  useEffect(() => {
    latest.current = { typed: latest.current.typed, value, onCommit };
  });
  const stopTimer = () => {
    if (timer.current !== null) clearTimeout(timer.current);
    timer.current = null;
  };
  // A value that changes elsewhere, for example by an undo, replaces a rejected text. The echo of one's own text replaces nothing: letters
  // that were typed meanwhile would be lost.
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each new value
  useEffect(() => {
    const now = latest.current.typed;
    if (now !== null && now !== value && (sent.current.has(value) || timer.current !== null)) return;
    setText(null);
    setError(null);
  }, [value]);
  /** Hands the typed text on, if there is one that differs from the stored one. */
  const store = () => {
    stopTimer();
    const { typed: text, value: stored, onCommit: commitLatest } = latest.current;
    if (text === null || text === stored) return false;
    sent.current.add(text);
    setError(commitLatest(text, isMore.current));
    isMore.current = true;
    return true;
  };
  const commit = () => {
    const wasRestored = isRestored.current;
    isRestored.current = false;
    if ((wasRestored || !store()) && error === null) setText(null);
    isMore.current = false;
  };
  const storeAtEnd = useRef(() => {});
  useEffect(() => {
    storeAtEnd.current = () => void (isProse && store());
  });
  useEffect(() => {
    const end = () => storeAtEnd.current();
    window.addEventListener('pagehide', end);
    return () => {
      window.removeEventListener('pagehide', end);
      end();
      if (timer.current !== null) clearTimeout(timer.current);
    };
  }, []);
  const onKeyDown = (event: React.KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape' && isProse) {
      // Escape would also close the details with the field.
      event.stopPropagation();
      event.currentTarget.blur();
      onLeave?.();
    } else if (event.key === 'Escape' && typed !== null) {
      event.stopPropagation();
      isRestored.current = true;
      setText(null);
      setError(null);
    } else if (event.key === 'Enter' && !isMultiline && !event.nativeEvent.isComposing) {
      event.preventDefault();
      if (onLeave) {
        event.currentTarget.blur();
        onLeave();
      } else commit();
    }
  };
  const shared = {
    ...(hidesLabel ? { 'aria-label': label } : { label }),
    ...(placeholder === undefined ? {} : { placeholder }),
    ...(description === undefined ? {} : { description }),
    ...(maxLength === undefined ? {} : { maxLength }),
    value: typed ?? value,
    error,
    spellCheck: false,
    autoComplete: 'off',
    onBlur: commit,
    onKeyDown,
  };
  const change = (text: string) => {
    isRestored.current = false;
    setText(text);
    if (savesWhileTyping) timer.current ??= setTimeout(store, typingMs);
  };
  return isMultiline ? (
    <Textarea
      {...shared}
      autosize
      minRows={2}
      maxRows={10}
      onChange={(event) => change(event.currentTarget.value)}
    />
  ) : (
    <TextInput {...shared} onChange={(event) => change(event.currentTarget.value)} />
  );
}

import { Textarea, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

interface CommitFieldProps {
  label: string;
  /** True if the label is only for screen readers. */
  hidesLabel?: boolean;
  value: string;
  /** Stores the typed text; returns the reason in words if it cannot be stored. */
  onCommit: (text: string) => string | null;
  isMultiline?: boolean;
  placeholder?: string;
  description?: string;
  maxLength?: number;
}

/**
 * A field whose text is stored on blur or with Enter; Escape restores the stored text. A text that cannot be stored
 * stays in the field, with the reason.
 */
export function CommitField(props: CommitFieldProps) {
  const {
    label,
    hidesLabel,
    value,
    onCommit,
    isMultiline = false,
    placeholder,
    description,
    maxLength,
  } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const isRestored = useRef(false);
  // A value that changes elsewhere, for example by an undo, replaces a rejected text.
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each new value
  useEffect(() => {
    setTyped(null);
    setError(null);
  }, [value]);
  const commit = () => {
    if (isRestored.current || typed === null || typed === value) {
      isRestored.current = false;
      if (error === null) setTyped(null);
      return;
    }
    const reason = onCommit(typed);
    setError(reason);
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === 'Escape' && typed !== null) {
      event.stopPropagation();
      isRestored.current = true;
      setTyped(null);
      setError(null);
    } else if (event.key === 'Enter' && !isMultiline && !event.nativeEvent.isComposing) {
      event.preventDefault();
      commit();
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
    setTyped(text);
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

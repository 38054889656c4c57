import { useState } from 'react';

/** Returns the previous value as long as the new one is equal as JSON, so that what depends on it does not run again. */
export function useStable<Value>(value: Value): Value {
  const text = JSON.stringify(value);
  const [last, setLast] = useState({ text, value });
  if (last.text === text) return last.value;
  setLast({ text, value });
  return value;
}

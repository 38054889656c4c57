import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useOnePress } from './use-one-press.ts';

/**
 * Returns a mutation for a button that makes, sends or imports something: while it runs, `mutate` does nothing. A button shows only a moment
 * after its press that the command runs, so that the second click of a double click or a second Enter would carry it out again.
 */
export function useCommand<Data, Variables = void>(options: UseMutationOptions<Data, Error, Variables>) {
  const { press, again } = useOnePress();
  const mutation = useMutation({
    ...options,
    onSettled(...settled) {
      again();
      return options.onSettled?.(...settled);
    },
  });
  const { mutate: carryOut } = mutation;
  // The same function in every drawing, as that of a mutation: effects that carry a command out would repeat it otherwise.
  const mutate: typeof carryOut = useCallback((...call) => press(() => carryOut(...call)), [press, carryOut]);
  return { ...mutation, mutate };
}

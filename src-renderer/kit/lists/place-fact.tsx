import { Text } from '@mantine/core';
import { usePlaceWords } from '../../gazetteer/use-place-words.ts';
import { useWhereIs } from '../../gazetteer/use-where-is.ts';
import { placeOf, usePlaceText } from './use-place-text.ts';

/** The place of an object in the user's coordinate format, with the nearest town below it. */
export function PlaceFact({ placed }: { placed: Parameters<typeof placeOf>[0] }) {
  const placeText = usePlaceText();
  const { nearText } = usePlaceWords();
  const town = useWhereIs(placeOf(placed))?.town ?? null;
  return (
    <>
      {placeText(placed)}
      {town && (
        <Text size="xs" c="var(--nadir-quiet)" data-testid="nearest-town">
          {nearText(town)}
        </Text>
      )}
    </>
  );
}

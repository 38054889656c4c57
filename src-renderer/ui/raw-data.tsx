import { Button, Code } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** More in one element than any screen bears. */
const mostCharacters = 200_000;

function written(value: unknown): string {
  const text = JSON.stringify(value, null, 2);
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters)}\n…` : text;
}

/** What the service sent, or will be sent; written out only when asked for. */
export function RawData({ value, label }: { value: unknown; label?: string }) {
  const { t } = useTranslation();
  const name = label ?? t('common.raw');
  const [shown, setShown] = useState(false);
  return (
    <div>
      <Button variant="subtle" color="gray" px={0} onClick={() => setShown(!shown)} aria-expanded={shown}>
        {name}
      </Button>
      {shown && (
        // It scrolls, and must by keys too.
        <Code block fz={11} mt={4} tabIndex={0} role="region" aria-label={name}>
          {written(value)}
        </Code>
      )}
    </div>
  );
}

import { Button, Code } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** The maximum number of characters that are shown; an element with more text is too slow to render. */
const maxCharacters = 200_000;

function jsonText(value: unknown): string {
  const text = JSON.stringify(value, null, 2);
  return text.length > maxCharacters ? `${text.slice(0, maxCharacters)}\n…` : text;
}

/** Shows a request or a response of the service as JSON. The text is formatted only when the user opens it. */
export function RawData({ value, label }: { value: unknown; label?: string }) {
  const { t } = useTranslation();
  const name = label ?? t('common.raw');
  const [shown, setShown] = useState(false);
  const Chevron = shown ? IconChevronDown : IconChevronRight;
  return (
    <div>
      <Button
        variant="subtle"
        color="gray"
        px={0}
        leftSection={<Chevron size={14} aria-hidden />}
        onClick={() => setShown(!shown)}
        aria-expanded={shown}
      >
        {name}
      </Button>
      {shown && (
        // The block scrolls, so it must also be reachable by keyboard.
        <Code block fz={11} mt={4} tabIndex={0} role="region" aria-label={name}>
          {jsonText(value)}
        </Code>
      )}
    </div>
  );
}

import { Button, Code } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** What the service sent, all of it; written out only when asked for. */
export function RawData({ value }: { value: unknown }) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  return (
    <div>
      <Button variant="subtle" color="gray" px={0} onClick={() => setShown(!shown)} aria-expanded={shown}>
        {t('common.raw')}
      </Button>
      {shown && (
        // It scrolls, and must by keys too.
        <Code block fz={11} mt={4} tabIndex={0} role="region" aria-label={t('common.raw')}>
          {JSON.stringify(value, null, 2)}
        </Code>
      )}
    </div>
  );
}

import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Fact, Facts } from './facts.tsx';

/** How many rows are shown at first, and how many more each press shows: a service may send tens of thousands. */
const rows = { first: 20, step: 1_000 };

/** Shows names and values under a heading, the first of them until more are wanted; nothing if there are none. */
export function LongFacts({ title, facts }: { title: string; facts: readonly Fact[] }) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(rows.first);
  if (facts.length === 0) return null;
  const left = facts.length - shown;
  return (
    <Stack gap={6} align="flex-start">
      <Text fw={600} size="sm" component="h3" m={0}>
        {title}
      </Text>
      <Facts facts={facts.slice(0, shown)} />
      {left > 0 && (
        <Button variant="default" size="compact-xs" onClick={() => setShown(shown + rows.step)}>
          {left <= rows.step
            ? t('common.showAllOf', { count: facts.length })
            : t('common.showMoreOf', { more: rows.step, count: facts.length })}
        </Button>
      )}
    </Stack>
  );
}

import { Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CommitField } from '../../kit/ui/commit-field.tsx';
import { ReviewerField } from './reviewer-name.tsx';
import { useReasons } from './use-reasons.ts';

/** The settings of reviews: the reviewer on this computer, and the reasons for a rejection. */
export function ReviewSettings() {
  const { t } = useTranslation();
  const { reasons, set } = useReasons();
  return (
    <Stack gap="xs" maw={640} mt="xl" component="section">
      <Title order={3} size="sm">
        {t('reviews.settings')}
      </Title>
      <ReviewerField />
      <CommitField
        label={t('reviews.reasons')}
        description={t('reviews.reasonsHint')}
        isMultiline
        value={reasons.join('\n')}
        onCommit={(text) => {
          set(text.split('\n'));
          return null;
        }}
      />
      <Text size="xs" c="var(--nadir-quiet)">
        {t('reviews.filesHint')}
      </Text>
    </Stack>
  );
}

import { Autocomplete, Button, Fieldset, Group, Rating, Stack, TagsInput, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { idSeparator } from '../../../src-preload/contract/packed-places.ts';
import {
  type ManyStatement,
  mostStated,
  reviewBounds,
  type StatedMany,
  type Verdict,
} from '../../../src-preload/contract/reviews.ts';
import { useApi } from '../../kit/client/api.tsx';
import { Dialog } from '../../kit/ui/dialog.tsx';
import { ErrorNote } from '../../kit/ui/error-note.tsx';
import { useCommand } from '../../kit/ui/use-command.ts';
import { ReviewHistoryTools } from './review-history-tools.tsx';
import { fieldWord } from './review-words.ts';
import { useReasons } from './use-reasons.ts';

/** Returns what became of a statement about many scenes. */
function resultText(t: TFunction, field: ManyStatement['field'], result: StatedMany): string {
  const { changed, same, full, unknown } = result;
  return [
    t('reviews.many.changed', { count: changed, what: fieldWord(t, field) }),
    same > 0 ? t('reviews.many.same', { count: same }) : null,
    full > 0 ? t('reviews.many.full', { count: full }) : null,
    unknown > 0 ? t('reviews.many.unknown', { count: unknown }) : null,
  ]
    .filter((text) => text !== null)
    .join(' ');
}

interface FieldProps {
  isBusy: boolean;
  /** Records a statement about all scenes. */
  state: (statement: ManyStatement) => void;
}

function VerdictField({ isBusy, state }: FieldProps) {
  const { t } = useTranslation();
  const { reasons, add } = useReasons();
  const [reason, setReason] = useState('');
  const give = (verdict: Verdict, because = '') =>
    state({ field: 'verdict', value: { verdict, reason: because } });
  const reject = () => {
    const because = reason.trim();
    if (because !== '' && !reasons.includes(because)) add(because);
    give('rejected', because);
  };
  return (
    <Fieldset legend={t('reviews.verdict')} disabled={isBusy}>
      <Stack gap="xs">
        <Group gap={6}>
          <Button variant="default" onClick={() => give('accepted')}>
            {t('handover.review.accept')}
          </Button>
          <Button variant="default" onClick={() => give('needs-task')}>
            {t('reviews.state.needs-task')}
          </Button>
          <Button variant="default" onClick={() => state({ field: 'verdict', value: null })}>
            {t('reviews.takeBack')}
          </Button>
        </Group>
        <Group gap={6} align="flex-end" wrap="nowrap">
          <Autocomplete
            flex={1}
            label={t('reviews.many.reason')}
            placeholder={t('reviews.noReason')}
            data={[...new Set(reasons)]}
            value={reason}
            maxLength={reviewBounds.reason}
            onChange={setReason}
          />
          <Button variant="default" onClick={reject}>
            {t('reviews.many.reject')}
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  );
}

function RatingField({ isBusy, state }: FieldProps) {
  const { t } = useTranslation();
  const [rating, setRating] = useState(0);
  const give = (value: number) => {
    setRating(value);
    state({ field: 'rating', value: value === 0 ? null : value });
  };
  return (
    <Fieldset legend={t('reviews.rating')} disabled={isBusy}>
      <Group gap="sm">
        <Rating
          value={rating}
          readOnly={isBusy}
          aria-label={t('reviews.rating')}
          getSymbolLabel={(value) => t('reviews.ratingOf', { value })}
          onChange={give}
        />
        <Button variant="default" onClick={() => give(0)}>
          {t('reviews.many.clearRating')}
        </Button>
      </Group>
    </Fieldset>
  );
}

function TagsField({ isBusy, state }: FieldProps) {
  const { t } = useTranslation();
  const [tags, setTags] = useState<string[]>([]);
  const [typed, setTyped] = useState('');
  // What is typed counts without Enter as well.
  const entered = [...new Set([...tags, typed].map((tag) => tag.trim()).filter((tag) => tag !== ''))];
  const isNone = entered.length === 0;
  return (
    <Fieldset legend={t('places.column.tags')} disabled={isBusy}>
      <Group gap={6} align="flex-end" wrap="nowrap">
        <TagsInput
          flex={1}
          label={t('reviews.many.tags')}
          placeholder={tags.length === 0 ? t('reviews.tagsHint') : ''}
          value={tags}
          maxTags={reviewBounds.tags}
          maxLength={reviewBounds.tag}
          splitChars={[',']}
          searchValue={typed}
          onSearchChange={setTyped}
          onChange={setTags}
        />
        <Button
          variant="default"
          disabled={isNone}
          onClick={() => state({ field: 'tags', add: entered, remove: [] })}
        >
          {t('places.addTags')}
        </Button>
        <Button
          variant="default"
          disabled={isNone}
          onClick={() => state({ field: 'tags', add: [], remove: entered })}
        >
          {t('places.dropTags')}
        </Button>
      </Group>
    </Fieldset>
  );
}

interface ReviewManyProps {
  /** The library scene ids, as text. */
  ids: readonly string[];
  onClose: () => void;
}

/** The dialog that gives many scenes a verdict, a rating or tags together. Each button records at once and is one step to undo. */
export function ReviewMany({ ids, onClose }: ReviewManyProps) {
  const { t } = useTranslation();
  const { client } = useApi();
  const command = useCommand({
    mutationFn: (statement: ManyStatement) =>
      client.reviews.stateMany({ ids: ids.join(idSeparator), statement }),
  });
  const isTooMany = ids.length > mostStated;
  const fields = { isBusy: command.isPending || isTooMany, state: command.mutate };
  return (
    <Dialog opened onClose={onClose} size="lg" title={t('reviews.many.title', { count: ids.length })}>
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Text size="sm">{t('reviews.many.hint')}</Text>
          <ReviewHistoryTools />
        </Group>
        {isTooMany && (
          <Text size="sm" role="alert">
            {t('reviews.many.tooMany', { most: mostStated })}
          </Text>
        )}
        <VerdictField {...fields} />
        <RatingField {...fields} />
        <TagsField {...fields} />
        <Text size="sm" role="status" mih={20} data-testid="review-many-result">
          {command.isPending && t('reviews.many.running', { count: ids.length })}
          {command.isSuccess && resultText(t, command.variables.field, command.data)}
        </Text>
        {command.isError && <ErrorNote error={command.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common.close')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

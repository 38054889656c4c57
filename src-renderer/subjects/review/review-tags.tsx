import { TagsInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reviewBounds } from '../../../src-preload/contract/reviews.ts';

interface ReviewTagsProps {
  /** The tags that are stored. */
  value: readonly string[];
  /** Stores all tags; fails if they could not be stored. */
  onTags: (tags: string[]) => Promise<unknown>;
  /** Leaves the field. */
  onLeave: () => void;
}

/** Ends a tag within what is typed, as Enter does. */
const tagEnd = ',';

const isSame = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((tag, i) => tag === b[i]);

/**
 * The tags of a review. What was entered counts until it is stored: a tag that is entered right after another one is added to both, and
 * never to the list that was stored before them.
 */
export function ReviewTags({ value, onTags, onLeave }: ReviewTagsProps) {
  const { t } = useTranslation();
  const [entered, setEntered] = useState<{ tags: readonly string[]; isStored: boolean } | null>(null);
  useEffect(() => {
    setEntered((now) => (now !== null && (now.isStored || isSame(now.tags, value)) ? null : now));
  }, [value]);
  const [typed, setTyped] = useState('');
  const change = (next: readonly string[]) => {
    const tags = [...new Set(next.map((tag) => tag.trim()).filter((tag) => tag !== ''))];
    const mine = { tags, isStored: false };
    setEntered(mine);
    onTags(tags).then(
      () => setEntered((now) => (now === mine ? { tags, isStored: true } : now)),
      () => setEntered((now) => (now === mine ? null : now)),
    );
  };
  const shown = entered?.tags ?? value;
  /** What is typed by single keys has no end of a tag; what was typed ahead comes at once (`deferred-keys.ts`). */
  const type = (text: string) => {
    const parts = text.split(tagEnd);
    setTyped(parts.at(-1) ?? '');
    const known = new Set(shown.map((tag) => tag.toLowerCase()));
    const added = parts.slice(0, -1).filter((tag) => !known.has(tag.trim().toLowerCase()));
    if (added.length > 0) change([...shown, ...added].slice(0, reviewBounds.tags));
  };
  return (
    <TagsInput
      label={t('places.column.tags')}
      size="xs"
      value={[...shown]}
      maxTags={reviewBounds.tags}
      maxLength={reviewBounds.tag}
      placeholder={shown.length === 0 ? t('reviews.tagsHint') : ''}
      onChange={change}
      splitChars={[tagEnd]}
      searchValue={typed}
      onSearchChange={type}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // The details would close; whoever leaves the field goes on with the keys of the review.
        event.stopPropagation();
        onLeave();
      }}
      data-review-tags
    />
  );
}

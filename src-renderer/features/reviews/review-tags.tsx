import { TagsInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reviewBounds } from '../../../src-preload/contract/reviews.ts';

interface ReviewTagsProps {
  /** The tags that are stored. */
  value: readonly string[];
  /** Stores all tags; rejects if that fails. */
  onTags: (tags: string[]) => Promise<unknown>;
  /** Called when the user leaves the field by a key. */
  onLeave: () => void;
}

/** Ends a tag within the typed text, as Enter does. */
const tagEnd = ',';

const isSame = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((tag, i) => tag === b[i]);

/**
 * The tags of a review. Entered tags count before they are stored, so that a tag that follows quickly is added to them and not to the
 * stored list.
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
  /** Takes the typed text and enters each tag that a comma ends; text that was typed ahead arrives in one call (`deferred-keys.ts`). */
  const type = (text: string) => {
    const parts = text.split(tagEnd);
    setTyped(parts.at(-1) ?? '');
    const lowerCaseTags = new Set(shown.map((tag) => tag.toLowerCase()));
    const added = parts.slice(0, -1).filter((tag) => !lowerCaseTags.has(tag.trim().toLowerCase()));
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
        // Escape would close the details; here it only returns to the keys of the review.
        event.stopPropagation();
        onLeave();
      }}
      data-review-tags
    />
  );
}

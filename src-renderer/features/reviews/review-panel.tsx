import { Alert, Badge, Divider, Group, Rating, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { SceneDetails } from '../../../src-preload/contract/library.ts';
import {
  type ReviewsOfScene,
  reviewBounds,
  type SceneReview,
  type Statement,
} from '../../../src-preload/contract/reviews.ts';
import { useApi } from '../../kit/client/api.tsx';
import { reviewStore } from '../../kit/state/review-store.ts';
import { CommitField } from '../../kit/ui/commit-field.tsx';
import { Loaded } from '../../kit/ui/loaded.tsx';
import { useAct } from '../../kit/ui/use-act.ts';
import { Conflicts } from './conflicts.tsx';
import { OtherReviews } from './other-reviews.tsx';
import { QueueBar } from './queue-bar.tsx';
import { Remarks } from './remarks.tsx';
import { ReviewHistoryTools } from './review-history-tools.tsx';
import { ReviewTags } from './review-tags.tsx';
import { stateWord } from './review-words.ts';
import { ReviewerName } from './reviewer-name.tsx';
import { useReviewKeys } from './use-review-keys.ts';
import { VerdictButtons } from './verdict-buttons.tsx';

const firstOf = <T,>(values: readonly { value: T }[] | undefined): T | undefined => values?.[0]?.value;

const noTags: readonly string[] = [];

/** Shows the remarks of all reviewers on the map while the review is open. */
function useRemarksOnMap(reviews: readonly SceneReview[]) {
  useEffect(() => {
    const onMap = reviews.flatMap(({ reviewerId, isMine, remarks }) =>
      remarks.flatMap(({ remarkId, values }) =>
        values.flatMap(({ value }, i) =>
          value === null ? [] : [{ key: `${reviewerId} ${remarkId} ${i}`, isMine, ...value }],
        ),
      ),
    );
    reviewStore.setState({ onMap });
    return () => reviewStore.setState({ onMap: [] });
  }, [reviews]);
}

interface OwnFieldsProps {
  scene: SceneDetails;
  own: SceneReview | undefined;
  /** Records a statement and shows an error if that fails; rejects as well, for callers that need the result. */
  state: (statement: Statement, isMore?: boolean) => Promise<unknown>;
}

/** The fields of this reviewer. */
function OwnFields({ scene, own, state }: OwnFieldsProps) {
  const { t } = useTranslation();
  const rating = firstOf(own?.rating) ?? null;
  const tags = firstOf(own?.tags) ?? noTags;
  const fields = useRef<HTMLDivElement>(null);
  /** Leaves a field of text for the keys of the review. */
  const leaveText = () => fields.current?.focus();
  useReviewKeys({ scene, state, fields });
  return (
    <Stack gap="xs" ref={fields} tabIndex={-1} style={{ outline: 'none' }}>
      <VerdictButtons scene={scene} verdict={firstOf(own?.verdict) ?? null} state={state} />
      <Group gap="xs">
        <Text size="sm" component="span" id="review-rating">
          {t('reviews.rating')}
        </Text>
        <Rating
          value={rating ?? 0}
          aria-labelledby="review-rating"
          data-testid="review-rating"
          getSymbolLabel={(value) => t('reviews.ratingOf', { value })}
          onChange={(value) => state({ field: 'rating', value: value === 0 ? null : value })}
        />
      </Group>
      <ReviewTags
        key={scene.librarySceneId}
        value={tags}
        onTags={(value) => state({ field: 'tags', value })}
        onLeave={leaveText}
      />
      <div data-review-notes>
        <CommitField
          label={t('places.column.notes')}
          isMultiline
          value={firstOf(own?.notes) ?? ''}
          maxLength={reviewBounds.notes}
          savesWhileTyping
          onLeave={leaveText}
          onCommit={(value, isMore) => {
            state({ field: 'notes', value }, isMore);
            return null;
          }}
        />
      </div>
      <Remarks scene={scene} remarks={own?.remarks ?? []} state={state} onLeave={leaveText} />
    </Stack>
  );
}

/** Names the reviewer whose decision counts where reviewers differ, because the state then differs from some verdicts. */
function Decided({ reviews, summary }: Pick<ReviewsOfScene, 'reviews' | 'summary'>) {
  const { t } = useTranslation();
  const decided = reviews.flatMap(({ name, decision }) =>
    decision.flatMap(({ value }) => (value !== null && value === summary.state ? [{ name, value }] : [])),
  );
  const [last] = decided;
  if (last === undefined) return null;
  return (
    <Text size="xs" c="var(--nadir-quiet)">
      {t('reviews.decided', { name: last.name, state: stateWord(t, last.value) })}
    </Text>
  );
}

function Problems({ problems }: Pick<ReviewsOfScene, 'problems'>) {
  const { t } = useTranslation();
  if (problems.length === 0) return null;
  return (
    <Alert
      icon={<IconAlertTriangle size={16} aria-hidden color="var(--nadir-warning)" />}
      title={t('reviews.problems', { count: problems.length })}
    >
      {problems.map(({ path, problem }) => (
        <Text key={path} size="xs" style={{ overflowWrap: 'anywhere' }}>
          {`${path}: ${t(`reviews.problem.${problem}`)}`}
        </Text>
      ))}
    </Alert>
  );
}

function Panel({ scene, all }: { scene: SceneDetails; all: ReviewsOfScene }) {
  const { t } = useTranslation();
  const { client } = useApi();
  const act = useAct();
  const { librarySceneId } = scene;
  const { summary, reviews, problems, isWaiting, staysHere } = all;
  useRemarksOnMap(reviews);
  const state = (statement: Statement, isMore = false) => {
    const stored = client.reviews.state({ librarySceneId, statement, isMore });
    act(() => stored);
    return stored;
  };
  const queueId = useStore(reviewStore, (each) => each.queueId);
  return (
    <Stack
      gap="xs"
      component="section"
      aria-label={t('reviews.title')}
      data-testid="scene-review"
      data-state={summary.state ?? 'none'}
      data-waiting={isWaiting}
    >
      {queueId !== null && <QueueBar queueId={queueId} librarySceneId={librarySceneId} />}
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Group gap="0 8px" miw={0}>
          <Text fw={600} size="sm" component="h3" m={0}>
            {t('reviews.title')}
          </Text>
          {summary.state !== null && (
            <Badge variant="light" color="gray" size="sm" style={{ textTransform: 'none' }}>
              {stateWord(t, summary.state)}
            </Badge>
          )}
        </Group>
        <ReviewHistoryTools />
      </Group>
      <ReviewerName />
      <Decided reviews={reviews} summary={summary} />
      <Conflicts librarySceneId={librarySceneId} all={all} state={state} />
      <OwnFields scene={scene} own={reviews.find(({ isMine }) => isMine)} state={state} />
      <OtherReviews reviews={reviews} />
      <Problems problems={problems} />
      {isWaiting && scene.filesOnDisk === 0 && (
        <Text size="xs" c="var(--nadir-quiet)">
          {t('reviews.noFiles')}
        </Text>
      )}
      {staysHere && (
        <Text size="xs" c="var(--nadir-quiet)">
          {t('reviews.staysHere')}
        </Text>
      )}
      <Divider />
    </Stack>
  );
}

/** The reviews of a scene: the fields of this reviewer, the statements of others, and conflicts. */
export function ReviewPanel({ scene }: { scene: SceneDetails }) {
  const { query } = useApi();
  const result = useQuery(
    query.reviews.ofScene.queryOptions({ input: { librarySceneId: scene.librarySceneId } }),
  );
  return <Loaded of={result}>{(all) => <Panel scene={scene} all={all} />}</Loaded>;
}

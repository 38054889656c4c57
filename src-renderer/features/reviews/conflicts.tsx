import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { LibrarySceneId } from '../../../src-preload/contract/ids.ts';
import {
  type ReviewsOfScene,
  type SceneReview,
  type Statement,
  verdicts,
} from '../../../src-preload/contract/reviews.ts';
import { useApi } from '../../kit/client/api.tsx';
import { formatUtc } from '../../kit/i18n/format.ts';
import { useAct } from '../../kit/ui/use-act.ts';
import { fieldWord, stateWord } from './review-words.ts';
import { remarkText, verdictText } from './value-text.ts';

/** A value to choose: its text, its time, and the statement that keeps it. */
interface Choice {
  text: string;
  at: string;
  statement: Statement;
}

/** Returns the fields of this reviewer with several values, each with the statement that keeps it. */
function useOwnChoices(own: SceneReview | undefined): { field: string; choices: Choice[] }[] {
  const { t } = useTranslation();
  if (own === undefined) return [];
  const none = t('reviews.nothing');
  const all: { field: string; choices: Choice[] }[] = [
    {
      field: fieldWord(t, 'verdict'),
      choices: own.verdict.map(({ value, at }) => ({
        text: verdictText(t, value),
        at,
        statement: { field: 'verdict', value },
      })),
    },
    {
      field: fieldWord(t, 'rating'),
      choices: own.rating.map(({ value, at }) => ({
        text: value === null ? none : String(value),
        at,
        statement: { field: 'rating', value },
      })),
    },
    {
      field: fieldWord(t, 'tags'),
      choices: own.tags.map(({ value, at }) => ({
        text: value.join(', ') || none,
        at,
        statement: { field: 'tags', value },
      })),
    },
    {
      field: fieldWord(t, 'notes'),
      choices: own.notes.map(({ value, at }) => ({
        text: value || none,
        at,
        statement: { field: 'notes', value },
      })),
    },
    ...own.remarks.map(({ remarkId, values }) => ({
      field: fieldWord(t, 'remark'),
      choices: values.map(
        ({ value, at }): Choice => ({
          text: remarkText(t, value),
          at,
          statement: { field: 'remark', remarkId, value },
        }),
      ),
    })),
  ];
  return all.filter(({ choices }) => choices.length > 1);
}

/** Says that a file has statements under the user's name, which another computer or somebody else wrote. */
function ElsewhereNote({ librarySceneId }: { librarySceneId: LibrarySceneId }) {
  const { t } = useTranslation();
  const { client } = useApi();
  const act = useAct();
  return (
    <Alert
      icon={<IconAlertTriangle size={16} aria-hidden color="var(--nadir-warning)" />}
      role="alert"
      data-testid="review-elsewhere"
    >
      <Stack gap={4} align="flex-start">
        <Text size="xs">{t('reviews.elsewhere')}</Text>
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => act(() => client.reviews.confirmElsewhere({ librarySceneId }))}
        >
          {t('reviews.elsewhereMine')}
        </Button>
      </Stack>
    </Alert>
  );
}

interface ConflictsProps {
  librarySceneId: LibrarySceneId;
  all: ReviewsOfScene;
  state: (statement: Statement) => void;
}

/** The statements that conflict: both stay until the user chooses one here. */
export function Conflicts({ librarySceneId, all, state }: ConflictsProps) {
  const { t, i18n } = useTranslation();
  const { reviews, summary, isDisputed } = all;
  const own = useOwnChoices(reviews.find(({ isMine }) => isMine));
  const isUndecided =
    summary.state === 'conflict' && !own.some(({ field }) => field === fieldWord(t, 'verdict'));
  if (own.length === 0 && !isUndecided && !isDisputed) return null;
  return (
    <Stack gap="xs" data-testid="review-conflicts">
      {isDisputed && <ElsewhereNote librarySceneId={librarySceneId} />}
      {isUndecided && (
        <Alert
          icon={<IconAlertTriangle size={16} aria-hidden color="var(--nadir-warning)" />}
          title={t('reviews.differ')}
          role="alert"
        >
          <Stack gap={4}>
            {reviews.flatMap(({ reviewerId, name, verdict }) =>
              verdict.map(({ value, at }) => (
                <Text key={`${reviewerId} ${at}`} size="xs">
                  {`${name}: ${verdictText(t, value)} · ${formatUtc(i18n.language, at)}`}
                </Text>
              )),
            )}
            {reviews.flatMap(({ reviewerId, name, decision }) =>
              decision.map(({ value, at }) =>
                value === null ? null : (
                  <Text key={`${reviewerId} ${at} decision`} size="xs">
                    {`${name}: ${fieldWord(t, 'decision')}: ${stateWord(t, value)} · ${formatUtc(i18n.language, at)}`}
                  </Text>
                ),
              ),
            )}
            <Text size="xs">{t('reviews.decide')}</Text>
            <Group gap={4}>
              {verdicts.map((value) => (
                <Button
                  key={value}
                  size="compact-xs"
                  variant="default"
                  onClick={() => state({ field: 'decision', value })}
                >
                  {stateWord(t, value)}
                </Button>
              ))}
            </Group>
          </Stack>
        </Alert>
      )}
      {own.map(({ field, choices }) => (
        <Alert
          key={`${field} ${choices[0]?.text}`}
          icon={<IconAlertTriangle size={16} aria-hidden color="var(--nadir-warning)" />}
          title={t('reviews.twice', { field })}
          role="alert"
        >
          <Stack gap={4} align="flex-start">
            {choices.map(({ text, at, statement }) => (
              <Button
                key={`${text} ${at}`}
                size="compact-xs"
                variant="default"
                title={text}
                onClick={() => state(statement)}
              >
                {t('reviews.keep', { text: text.slice(0, 60), at: formatUtc(i18n.language, at) })}
              </Button>
            ))}
          </Stack>
        </Alert>
      ))}
    </Stack>
  );
}

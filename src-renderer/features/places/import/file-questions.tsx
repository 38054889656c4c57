import { Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FileQuestion, QuestionKind, QuestionSample } from '../../../formats/imported.ts';
import { formatCoordinate, type LonLat } from '../../../kit/i18n/coordinates.ts';
import { NearField } from './near-field.tsx';

/** Returns the name of the country of a place; empty if it is unknown. */
export type CountryNameOf = (longitude: number, latitude: number) => string;

interface QuestionProps {
  question: FileQuestion;
  /** The middle of the list that the places are added to; null without one. */
  middleOfList: LonLat | null;
  countryNameOf: CountryNameOf;
  onAnswer: (answer: string) => void;
}

/** Returns the function that names an answer; encodings are named by themselves. */
function useAnswerWords() {
  const { t } = useTranslation();
  return (kind: QuestionKind, answer: string): string => {
    switch (answer) {
      case 'comma':
      case 'point':
      case 'unshifted':
      case 'named':
      case 'written':
      case 'is-side':
      case 'no-side':
        return t(`import.answer.${answer}`);
      case 'latitude-first':
      case 'longitude-first':
      case 'band':
      case 'north':
      case 'south':
      case 'centre':
      case 'south-west':
      case 'o-west':
      case 'o-east':
        return t(`place.meaning.${answer}`);
      default:
        return kind === 'encoding' ? answer.toUpperCase() : answer;
    }
  };
}

/** Shows how a sample of the file would be parsed under an answer: as text, or as a place with its country. */
function Sample({
  kind,
  sample,
  countryNameOf,
}: {
  kind: QuestionKind;
  sample: QuestionSample;
  countryNameOf: CountryNameOf;
}) {
  const { t } = useTranslation();
  const { text, longitude, latitude } = sample;
  if (longitude === undefined || latitude === undefined)
    return kind === 'order'
      ? t('import.question.noPlace', { text })
      : t('import.question.sampleText', { text });
  const degrees = formatCoordinate([longitude, latitude], 'dms');
  const place = [degrees, countryNameOf(longitude, latitude)].filter(Boolean).join(' · ');
  return t('import.question.sample', { text, place });
}

/** A field for the code of a coordinate system that the file does not name or that Nadir does not know. */
function CrsField({ question, onAnswer }: Pick<QuestionProps, 'question' | 'onAnswer'>) {
  const { t } = useTranslation();
  const [code, setCode] = useState(question.answer ?? '');
  return (
    <Group gap={6} align="flex-end">
      <TextInput
        flex={1}
        label={t('import.crs')}
        description={t('import.crsHint')}
        value={code}
        maxLength={60}
        onChange={(event) => setCode(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          onAnswer(code.trim());
        }}
      />
      <Button variant="default" onClick={() => onAnswer(code.trim())}>
        {t('common.use')}
      </Button>
    </Group>
  );
}

function Question({ question, middleOfList, countryNameOf, onAnswer }: QuestionProps) {
  const { t } = useTranslation();
  const words = useAnswerWords();
  const id = useId();
  const { kind, values, choices, answer } = question;
  const text = t(`import.question.${kind}`, values);
  if (kind === 'near')
    return (
      <Stack gap={4}>
        <Text size="xs" fw={600}>
          {text}
        </Text>
        <NearField question={question} middleOfList={middleOfList} onAnswer={onAnswer} />
        {choices
          .flatMap(({ samples }) => samples)
          .map((sample) => (
            <Text key={sample.text} size="xs">
              <Sample kind={kind} sample={sample} countryNameOf={countryNameOf} />
            </Text>
          ))}
      </Stack>
    );
  if (kind === 'crs')
    return (
      <Stack gap={4}>
        <Text size="xs" fw={600}>
          {text}
        </Text>
        <CrsField question={question} onAnswer={onAnswer} />
      </Stack>
    );
  return (
    <Radio.Group label={text} value={answer ?? ''} onChange={onAnswer} name={id} size="xs">
      <Stack gap={6} mt={4}>
        {choices.map((choice) => (
          <Radio
            key={choice.answer}
            size="xs"
            value={choice.answer}
            label={words(kind, choice.answer)}
            description={
              <span style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
                {choice.samples.map((sample) => (
                  <span key={sample.text} style={{ display: 'block' }}>
                    <Sample kind={kind} sample={sample} countryNameOf={countryNameOf} />
                  </span>
                ))}
              </span>
            }
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}

interface FileQuestionsProps extends Pick<QuestionProps, 'middleOfList'> {
  file: string;
  questions: readonly FileQuestion[];
  countryNameOf: CountryNameOf;
  onAnswer: (kind: QuestionKind, answer: string) => void;
}

/** Moves the focus to the first unanswered question, which also scrolls to it. */
export function focusOpenQuestion() {
  document.querySelector<HTMLElement>('[data-open-question] input:not(:checked)')?.focus();
}

/** The questions about ambiguous content, each asked once per file, with the effect of each answer. */
export function FileQuestions({
  file,
  questions,
  middleOfList,
  countryNameOf,
  onAnswer,
}: FileQuestionsProps) {
  const { t } = useTranslation();
  if (questions.length === 0) return null;
  const isOpen = questions.some(({ answer }) => answer === null);
  return (
    <Stack
      gap="xs"
      p="xs"
      role="group"
      aria-label={t('import.question.title', { file })}
      data-testid="file-questions"
      data-open-question={isOpen || undefined}
      style={{
        border: `1px solid var(${isOpen ? '--nadir-warning' : '--nadir-line'})`,
        borderRadius: 6,
      }}
    >
      {questions.map((question) => (
        <Question
          key={question.kind}
          question={question}
          middleOfList={middleOfList}
          countryNameOf={countryNameOf}
          onAnswer={(answer) => onAnswer(question.kind, answer)}
        />
      ))}
    </Stack>
  );
}

import type { Answers, FileQuestion, QuestionKind, QuestionSample } from './imported.ts';

const maxSamplesPerAnswer = 2;

interface CollectedQuestion {
  count: number;
  values: FileQuestion['values'];
  choices: Map<string, QuestionSample[]>;
}

/** Creates a collection of the questions of a file: each kind once, with a count and a few samples for each answer. */
export function createCollectedQuestions() {
  const collected = new Map<QuestionKind, CollectedQuestion>();
  return {
    /** Counts one more text that a question concerns; `samples` show what the text means with each answer. */
    add(
      kind: QuestionKind,
      values: FileQuestion['values'],
      samples: Readonly<Record<string, QuestionSample>>,
    ) {
      const question = collected.get(kind) ?? {
        count: 0,
        values,
        choices: new Map<string, QuestionSample[]>(),
      };
      collected.set(kind, question);
      question.count += 1;
      for (const [answer, sample] of Object.entries(samples)) {
        const list = question.choices.get(answer) ?? [];
        question.choices.set(answer, list);
        if (list.length < maxSamplesPerAnswer) list.push(sample);
      }
    },
    /**
     * Returns the questions that were answered or must be asked, with the answers in force. A `guessed` answer is
     * listed as null.
     */
    list({
      answers,
      guessed,
      mustBeAsked,
    }: {
      answers: Answers;
      guessed: ReadonlySet<QuestionKind>;
      mustBeAsked: (kind: QuestionKind, values: FileQuestion['values']) => boolean;
    }): FileQuestion[] {
      return [...collected]
        .filter(([kind, { values }]) => answers[kind] !== undefined || mustBeAsked(kind, values))
        .map(([kind, { count, values, choices }]) => ({
          kind,
          answer: guessed.has(kind) ? null : (answers[kind] ?? null),
          count,
          values,
          choices: kind === 'crs' ? [] : [...choices].map(([answer, samples]) => ({ answer, samples })),
        }));
    },
  };
}

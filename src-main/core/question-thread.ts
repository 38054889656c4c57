import { setTimeout } from 'node:timers/promises';
import type { MessagePort, Worker } from 'node:worker_threads';
import { AppError } from './app-error.ts';
import { createSerialRunner } from './serial-runner.ts';

interface NamedQuestion {
  ask: string;
}

interface Numbered<Question> {
  id: number;
  question: Question;
}

type Answer<Failure> = { id: number; answer: unknown } | { id: number; failure: Failure };

/** A thread that answers named questions one after another. */
export interface QuestionThread<
  Question extends NamedQuestion,
  Answers extends Record<Question['ask'], unknown>,
> {
  ask<Name extends Question['ask']>(question: Extract<Question, { ask: Name }>): Promise<Answers[Name]>;
  /** Ends the thread at once; open questions are rejected with CANCELLED. The next question starts it again. */
  end(): Promise<void>;
}

/** The longest wait for the end of a thread: a drive that does not answer can block it for longer. */
const maxEndWaitMs = 3_000;

interface QuestionThreadOptions<Failure, Posted> {
  start: () => Worker;
  /** Returns the error for a failure that the thread posted. */
  errorOf: (failure: Failure) => Error;
  /** Called with each message of the thread that is not an answer. */
  onPosted?: (posted: Posted) => void;
}

/** Creates the client of a question thread, which starts with the first question. `answerQuestions` is the thread's side. */
export function createQuestionThread<
  Question extends NamedQuestion,
  Answers extends Record<Question['ask'], unknown>,
  Failure,
  Posted extends object = never,
>({ start, errorOf, onPosted }: QuestionThreadOptions<Failure, Posted>): QuestionThread<Question, Answers> {
  const waiting = new Map<number, { resolve: (answer: unknown) => void; reject: (error: Error) => void }>();
  let worker: Worker | null = null;
  let lastId = 0;

  function rejectAll(error: Error) {
    worker = null;
    const all = [...waiting.values()];
    waiting.clear();
    for (const { reject } of all) reject(error);
  }

  function startWorker(): Worker {
    const started = start();
    // An ended worker may already have a successor, whose questions it must not reject.
    const isCurrent = () => worker === started;
    started.on('message', (message: Answer<Failure> | Posted) => {
      if (!isCurrent()) return;
      if (!('id' in message)) return onPosted?.(message);
      const asked = waiting.get(message.id);
      waiting.delete(message.id);
      if ('answer' in message) asked?.resolve(message.answer);
      else asked?.reject(errorOf(message.failure));
    });
    started.on('error', (error: Error) => {
      if (isCurrent()) rejectAll(error);
    });
    started.on('exit', () => {
      if (isCurrent()) rejectAll(new AppError('CANCELLED', {}));
    });
    started.unref();
    return started;
  }

  function ask<Name extends Question['ask']>(
    question: Extract<Question, { ask: Name }>,
  ): Promise<Answers[Name]>;
  function ask(question: Question): Promise<unknown> {
    worker ??= startWorker();
    lastId += 1;
    const numbered: Numbered<Question> = { id: lastId, question };
    const answered = new Promise<unknown>((resolve, reject) => {
      waiting.set(numbered.id, { resolve, reject });
    });
    worker.postMessage(numbered);
    return answered;
  }

  return {
    ask,
    async end() {
      const ended = worker;
      rejectAll(new AppError('CANCELLED', {}));
      if (ended !== null)
        await Promise.race([ended.terminate(), setTimeout(maxEndWaitMs, null, { ref: false })]);
    },
  };
}

interface AnswerOptions<Question, Failure> {
  answer: (question: Question) => Promise<unknown>;
  /** Returns the failure for the client; it must be plain data. */
  failureOf: (error: unknown) => Failure | Promise<Failure>;
}

/** Answers the questions that come through the port of a thread, one after another. */
export function answerQuestions<Question, Failure>(
  port: Pick<MessagePort, 'on' | 'postMessage'> | null,
  { answer, failureOf }: AnswerOptions<Question, Failure>,
): void {
  const runner = createSerialRunner();
  const answerOf = async ({ id, question }: Numbered<Question>): Promise<Answer<Failure>> => {
    try {
      return { id, answer: await answer(question) };
    } catch (error) {
      return { id, failure: await failureOf(error) };
    }
  };
  port?.on('message', (message: Numbered<Question>) =>
    runner.run(async () => port.postMessage(await answerOf(message))),
  );
}

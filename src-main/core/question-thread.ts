import { setTimeout } from 'node:timers/promises';
import type { MessagePort, Worker } from 'node:worker_threads';
import { AppError } from '../app-error.ts';
import { createExclusive } from './run-exclusive.ts';

interface Asked {
  ask: string;
}

interface Numbered<Question> {
  id: number;
  question: Question;
}

type Answer<Failure> = { id: number; answer: unknown } | { id: number; failure: Failure };

/** A thread that is asked questions, each with its name, and answers one after another. */
export interface QuestionThread<Question extends Asked, Answers extends Record<Question['ask'], unknown>> {
  ask<Name extends Question['ask']>(question: Extract<Question, { ask: Name }>): Promise<Answers[Name]>;
  /** Ends it, whatever it does; what was asked is rejected with CANCELLED. The next question starts it again. */
  end(): Promise<void>;
}

/** A thread that hangs in a drive which does not answer ends when the drive does; nobody waits for that. */
const maxEndWaitMs = 3_000;

interface QuestionThreadOptions<Failure, Posted> {
  start: () => Worker;
  /** Returns the error that stands for what the thread posted of a failure. */
  errorOf: (failure: Failure) => Error;
  /** Hears what the thread posts besides answers. */
  hear?: (posted: Posted) => void;
}

/** Creates the client of such a thread, which starts with the first question. `answerQuestions` is the thread's side. */
export function createQuestionThread<
  Question extends Asked,
  Answers extends Record<Question['ask'], unknown>,
  Failure,
  Posted extends object = never,
>({ start, errorOf, hear }: QuestionThreadOptions<Failure, Posted>): QuestionThread<Question, Answers> {
  const waiting = new Map<number, { resolve: (answer: unknown) => void; reject: (error: Error) => void }>();
  let worker: Worker | null = null;
  let lastId = 0;

  function giveUp(error: Error) {
    worker = null;
    const all = [...waiting.values()];
    waiting.clear();
    for (const { reject } of all) reject(error);
  }

  function startWorker(): Worker {
    const started = start();
    // One that was ended on purpose has a successor by now, which answers for itself.
    const isCurrent = () => worker === started;
    started.on('message', (message: Answer<Failure> | Posted) => {
      if (!isCurrent()) return;
      if (!('id' in message)) return hear?.(message);
      const asked = waiting.get(message.id);
      waiting.delete(message.id);
      if ('answer' in message) asked?.resolve(message.answer);
      else asked?.reject(errorOf(message.failure));
    });
    started.on('error', (error: Error) => {
      if (isCurrent()) giveUp(error);
    });
    started.on('exit', () => {
      if (isCurrent()) giveUp(new AppError('CANCELLED', {}));
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
      giveUp(new AppError('CANCELLED', {}));
      if (ended !== null)
        await Promise.race([ended.terminate(), setTimeout(maxEndWaitMs, null, { ref: false })]);
    },
  };
}

interface AnswerOptions<Question, Failure> {
  answer: (question: Question) => Promise<unknown>;
  /** Returns what the client is told of an error; it must be plain data. */
  failureOf: (error: unknown) => Failure | Promise<Failure>;
}

/** Answers the questions that come through the port of a thread, one after another. */
export function answerQuestions<Question, Failure>(
  port: Pick<MessagePort, 'on' | 'postMessage'> | null,
  { answer, failureOf }: AnswerOptions<Question, Failure>,
): void {
  const exclusive = createExclusive();
  const answerOf = async ({ id, question }: Numbered<Question>): Promise<Answer<Failure>> => {
    try {
      return { id, answer: await answer(question) };
    } catch (error) {
      return { id, failure: await failureOf(error) };
    }
  };
  port?.on('message', (message: Numbered<Question>) =>
    exclusive.run(async () => port.postMessage(await answerOf(message))),
  );
}

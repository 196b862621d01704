import { type Ask, createBoundedWorker } from '../shared/bounded-worker.ts';
import type { CompilerAnswer, CompilerQuestion } from './compiler-question.ts';
import CompilerWorker from './compiler-worker.ts?worker';

/** The compiler reads its files with the first question, on machines of every speed. */
export const slowLimits = { timeLimit: 20_000, patience: 20_000, late: () => ({}), broken: () => ({}) } as const;

/** Creates the function that asks the compiler. */
export function createAskCompiler(): Ask<CompilerQuestion, CompilerAnswer> {
  return createBoundedWorker(() => new CompilerWorker(), slowLimits);
}

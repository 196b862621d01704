import { formFields, valueOfField } from './form.ts';
import { cut, type Json, parseJson } from './json.ts';
import type { KnownType } from './knowledge.ts';
import { patternOf, shapeOf } from './schema.ts';

/** A string, and the regular expression of a description that it must match. */
export interface PatternQuestion {
  readonly pattern: string;
  readonly text: string;
}

/** The messages of the worker: it begins, and then whether each string matches. */
export type PatternMessage = { readonly id: number } & (
  | { readonly hasBegun: true }
  | { readonly matches: readonly boolean[] }
);

/** Returns whether each string matches its pattern, or `undefined` if an expression takes too long. */
export type CheckPatterns = (questions: readonly PatternQuestion[]) => Promise<readonly boolean[] | undefined>;

const MAX_MILLISECONDS = 500;
const MAX_TEXT = 100;
/** A longer text is not checked: the server decides. */
const MAX_CHECKED = 100_000;

/** Whether a string matches a pattern. An expression that JavaScript does not know matches: the server decides. */
export function matches({ pattern, text }: PatternQuestion): boolean {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return true;
  }
}

/**
 * Creates the check of patterns. An expression of an API can run without end, so it runs in a worker that can be stopped. The time that
 * the worker needs to start does not count.
 */
export function createPatternCheck(createWorker: () => Worker): CheckPatterns {
  let ask: CheckPatterns | undefined;
  return (questions) => {
    if (questions.length === 0) return Promise.resolve([]);
    ask ??= askerOf(createWorker(), () => {
      ask = undefined;
    });
    return ask(questions);
  };
}

/** Returns a function that asks a worker. If an expression takes too long, nothing that waits for the worker receives a result. */
function askerOf(worker: Worker, onStop: () => void): CheckPatterns {
  const waiting = new Map<number, (result: readonly boolean[] | undefined) => void>();
  let count = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => {
    worker.terminate();
    onStop();
    for (const end of waiting.values()) end(undefined);
  };
  worker.addEventListener('message', ({ data }: MessageEvent<PatternMessage>) => {
    clearTimeout(timer);
    if ('hasBegun' in data) {
      timer = setTimeout(stop, MAX_MILLISECONDS);
      return;
    }
    waiting.get(data.id)?.(data.matches);
    waiting.delete(data.id);
  });
  return (questions) =>
    new Promise((resolve) => {
      const id = count++;
      waiting.set(id, resolve);
      worker.postMessage({ id, patterns: questions });
    });
}

/** Returns what is wrong with the strings of a document whose fields have a pattern, by the names of the fields. */
export async function patternMistakes(
  type: KnownType,
  document: string,
  check: CheckPatterns,
): Promise<ReadonlyMap<string, string>> {
  const parsed = parseJson(document);
  const asked = formFields(type).flatMap((field) => {
    const pattern = field.kind === 'attribute' ? patternOf(field.schema) : undefined;
    const text = valueOfField(parsed, field);
    if (pattern === undefined || typeof text !== 'string' || text.length > MAX_CHECKED) return [];
    return [{ name: field.name, pattern, text, message: messageOf(field.schema, pattern) }];
  });
  const results = await check(asked.map(({ pattern, text }) => ({ pattern, text })));
  return new Map(asked.flatMap(({ name, message }, index) => (results?.[index] === false ? [[name, message]] : [])));
}

function messageOf(schema: Json | undefined, pattern: string): string {
  const { format } = shapeOf(schema);
  return format === ''
    ? `must match the pattern ${cut(pattern, MAX_TEXT)}`
    : `must be of the format ${cut(format, MAX_TEXT)}`;
}

import { below } from '../below.ts';
import type { Problem, ValueCheck } from './value-check.ts';

const MAX_LEVELS = 500;

function isOutsideJson(value: unknown): boolean {
  return typeof value === 'bigint' || typeof value === 'function' || typeof value === 'symbol';
}

/**
 * Returns a problem if a value contains itself, has too many levels for functions that call themselves for each level, or
 * contains a value that JSON does not have.
 */
function jsonProblem(root: unknown): Problem | undefined {
  let level = new Map<unknown, string>([[root, '']]);
  for (let count = 0; level.size > 0; count++) {
    if (count > MAX_LEVELS) return { pointer: '', text: `must not have more than ${MAX_LEVELS} levels` };
    const next = new Map<unknown, string>();
    for (const [value, pointer] of level) {
      if (isOutsideJson(value)) return { pointer, text: `must be a JSON value, but it is a ${typeof value}` };
      if (typeof value !== 'object' || value === null) continue;
      for (const [name, member] of Object.entries(value)) next.set(member, below(pointer, name));
    }
    level = next;
  }
  return undefined;
}

/** Returns the first problem of a value that should be JSON of a form. */
export function inputProblem(value: unknown, check: ValueCheck): Problem | undefined {
  return jsonProblem(value) ?? check(value, '');
}

/**
 * Checks an argument that can come from a file.
 *
 * @param where The function. Begins the message.
 * @param name The name of the argument.
 * @throws {TypeError} If a member has another kind than it must have. The message contains its JSON Pointer.
 */
export function checkInput(where: string, name: string, value: unknown, check: ValueCheck): void {
  const problem = inputProblem(value, check);
  if (problem === undefined) return;
  const { pointer, text } = problem;
  throw new TypeError(`${where}: ${pointer === '' ? `\`${name}\`` : `${name}: \`${pointer}\``} ${text}.`);
}

import { jsonProblem } from './json-check.ts';
import type { Problem, ValueCheck } from './value-check.ts';

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

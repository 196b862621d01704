import { errorObject, JsonApiError } from '@linkage/core';
import type { Gate } from './gate.ts';

/** What rules say yes or no to. */
type Action = 'create' | 'update' | 'delete' | 'relate';

const details: Readonly<Record<Action, string>> = {
  create: 'You may not create this resource.',
  update: 'You may not change this resource.',
  delete: 'You may not delete this resource.',
  relate: 'You may not change this relationship.',
};

/** The error for what the caller may not do. */
export function forbidden(action: Action, pointer?: string): JsonApiError {
  return new JsonApiError(
    errorObject('FORBIDDEN', details[action], pointer === undefined ? {} : { source: { pointer } }),
  );
}

/** Whether an action has to be asked about, with what it is about. */
export function isRuled({ control }: Gate, type: string, action: Action): boolean {
  return control.ruleOf(type)[action] !== undefined;
}

/**
 * Asks whether the caller may do something.
 *
 * @throws {TypeError} The rule gives neither true nor false.
 */
export async function isAllowed(
  { control, context }: Gate,
  type: string,
  action: Action,
  subject: object,
): Promise<boolean> {
  const rule = control.ruleOf(type) as Readonly<Record<string, unknown>>;
  const ask = rule[action] as ((context: unknown, subject: unknown) => unknown) | undefined;
  const answer = ask === undefined ? control.absent === 'allow' : await ask.call(rule, context, Object.freeze(subject));
  if (typeof answer !== 'boolean') throw new TypeError(`access.${type}.${action} gives true or false.`);
  return answer;
}

/**
 * Makes sure that the caller may do something.
 *
 * @throws {JsonApiError} 403 when he may not.
 * @throws {TypeError} The rule gives neither true nor false.
 */
export async function assertAllowed(
  gate: Gate,
  type: string,
  action: Action,
  subject: object,
  pointer?: string,
): Promise<void> {
  if (!(await isAllowed(gate, type, action, subject))) throw forbidden(action, pointer);
}

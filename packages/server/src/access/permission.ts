import { errorObject, JsonApiError } from '@linkage/core';
import type { RequestAccess } from './request-access.ts';

/** The actions with a rule that allows or rejects them. */
type Action = 'create' | 'update' | 'delete' | 'relate';

const details: Readonly<Record<Action, string>> = {
  create: 'You are not allowed to create this resource.',
  update: 'You are not allowed to change this resource.',
  delete: 'You are not allowed to delete this resource.',
  relate: 'You are not allowed to change this relationship.',
};

/** Creates the error for an action that is not allowed. */
export function forbidden(action: Action, pointer?: string): JsonApiError {
  return new JsonApiError(
    errorObject('FORBIDDEN', details[action], pointer === undefined ? {} : { source: { pointer } }),
  );
}

/** Whether a rule of a type exists for an action. */
export function hasRule({ control }: RequestAccess, type: string, action: Action): boolean {
  return control.ruleOf(type)[action] !== undefined;
}

/**
 * Whether the caller can perform an action.
 *
 * @throws {TypeError} If the rule does not return true or false.
 */
export async function isAllowed(
  { control, context }: RequestAccess,
  type: string,
  action: Action,
  subject: object,
): Promise<boolean> {
  const rule = control.ruleOf(type) as Readonly<Record<string, unknown>>;
  const ask = rule[action] as ((context: unknown, subject: unknown) => unknown) | undefined;
  const answer = ask === undefined ? control.absent === 'allow' : await ask.call(rule, context, Object.freeze(subject));
  if (typeof answer !== 'boolean')
    throw new TypeError(`\`access.${type}.${action}\` must return true or false, but it returned another value.`);
  return answer;
}

/**
 * Checks that the caller can perform an action.
 *
 * @throws {JsonApiError} 403 if the action is not allowed.
 * @throws {TypeError} If the rule does not return true or false.
 */
export async function assertAllowed(
  access: RequestAccess,
  type: string,
  action: Action,
  subject: object,
  pointer?: string,
): Promise<void> {
  if (!(await isAllowed(access, type, action, subject))) throw forbidden(action, pointer);
}

import { errorObject, JsonApiError } from '@linkage/core';
import { fieldOf } from '@linkage/core/records';
import { createRefusal } from './refusal.ts';
import type { RequestAccess } from './request-access.ts';

/** The actions with a rule that allows or rejects them. */
type Action = 'create' | 'update' | 'delete' | 'relate';

const details: Readonly<Record<Action, string>> = {
  create: 'You are not allowed to create this resource.',
  update: 'You are not allowed to change this resource.',
  delete: 'You are not allowed to delete this resource.',
  relate: 'You are not allowed to change this relationship.',
};

/**
 * Creates the error for an action that is not allowed.
 *
 * @param reason The reason for the application: see `RequestEnd.refusal`. Clients never receive it.
 */
export function forbidden(action: Action, reason: string, pointer?: string): JsonApiError {
  const source = pointer === undefined ? {} : { source: { pointer } };
  return new JsonApiError(errorObject('FORBIDDEN', details[action], source), { cause: createRefusal(reason) });
}

/** Names a resource in a reason: `"articles" "1"`. */
export function describeResource(type: string, id: string | undefined): string {
  return id === undefined ? `a new resource of type "${type}"` : `"${type}" ${JSON.stringify(id)}`;
}

/** Returns the reason why a rule does not allow an action. */
export function ruleReason(access: RequestAccess, type: string, action: Action, id: string | undefined): string {
  const rule = `\`access.${type}.${action}\``;
  return hasRule(access, type, action)
    ? `${rule} returned false for ${describeResource(type, id)}.`
    : `There is no rule ${rule}, and \`defaultAccess\` is "deny".`;
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
  if (await isAllowed(access, type, action, subject)) return;
  throw forbidden(action, ruleReason(access, type, action, fieldOf(subject, 'id') as string | undefined), pointer);
}

import { ownMembers } from '../internal/members.ts';
import { isMemberName } from '../spec/member/member-name.ts';
import type { ActionTarget } from './action.ts';
import type { TypeDeclaration } from './api.ts';
import type { StandardSchema } from './standard-schema.ts';

const LIMIT = 100;

/** An action with all options that a server needs. */
export interface ActionDefinition {
  readonly name: string;
  readonly on: ActionTarget;
  readonly input: StandardSchema | undefined;
  readonly output: StandardSchema | undefined;
  readonly ifMatch: boolean;
  readonly limit: number;
  readonly description: string | undefined;
  readonly deprecated: boolean | string | undefined;
}

/**
 * Returns the actions of a type.
 *
 * @throws {TypeError} If one of them was not created by `defineAction`, or has an invalid name, or that of a relationship.
 */
export function readActions(
  type: string,
  { actions = {}, relationships = {} }: TypeDeclaration,
): readonly ActionDefinition[] {
  return Object.entries(actions).map(([name, declared]): ActionDefinition => {
    const where = `defineApi: action \`${type}.${name}\``;
    if (ownMembers(declared)['kind'] !== 'action')
      throw new TypeError(`${where} must be declared with \`defineAction\`.`);
    if (!isMemberName(name))
      throw new TypeError(`${where}: ${JSON.stringify(name)} is not a valid name for an action.`);
    const {
      on = 'resource',
      input,
      output,
      ifMatch = false,
      limit = LIMIT,
      description,
      deprecated,
    } = declared.options;
    // The URL `/issues/-actions/close` would be that of a relationship of the resource `-actions`.
    if (on !== 'resource' && Object.hasOwn(relationships, name))
      throw new TypeError(`${where} must not have the name of a relationship, because their URLs would be equal.`);
    return Object.freeze({ name, on, input, output, ifMatch, limit, description, deprecated });
  });
}

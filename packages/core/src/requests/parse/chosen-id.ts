import { memberOf } from '../../internal/inherited-members.ts';

/** Returns the id that a client chose for a new resource. An input without an id does not have this member. */
export function chosenIdOf(input: object): string | undefined {
  return memberOf(input, 'id') as string | undefined;
}

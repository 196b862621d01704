import { memberOf } from '../../internal/members.ts';

/**
 * Returns the value of a record for a field. A record can inherit its fields, like an instance of a class. Members that
 * every object inherits, such as `constructor`, are not fields.
 */
export function fieldOf(record: object, name: string): unknown {
  return memberOf(record, name);
}

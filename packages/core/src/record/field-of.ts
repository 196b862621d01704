import { memberOf } from '../internal/own-or-inherited.ts';

/**
 * What a record holds for a field. A record may inherit its fields, as instances of classes do, but what every object
 * inherits, such as `constructor`, is no field.
 */
export function fieldOf(record: object, name: string): unknown {
  return memberOf(record, name);
}

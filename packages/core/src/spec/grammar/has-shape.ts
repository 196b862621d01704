import { isJsonPrimitive } from '../../internal/json-value.ts';
import { isObject } from '../../internal/members.ts';
import { isKnownMemberName } from '../member/known-name.ts';
import type { Shape } from './node-kinds.ts';

/** Whether a value has a shape. Does not check the members of the value. */
export function hasShape(value: unknown, shape: Shape): boolean {
  switch (shape) {
    case 'object':
      return isObject(value);
    case 'string':
      return typeof value === 'string';
    case 'name':
      return typeof value === 'string' && isKnownMemberName(value);
    case 'value':
      return typeof value === 'object' || isJsonPrimitive(value);
    case 'array':
      return Array.isArray(value);
    case 'one-or-many':
      return typeof value === 'object';
    case 'link':
      return typeof value === 'string' || value === null || isObject(value);
    default:
      return typeof value === 'string' || typeof value === 'object';
  }
}

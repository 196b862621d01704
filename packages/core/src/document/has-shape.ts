import { isObject } from '../internal/is-object.ts';
import { isKnownMemberName } from '../member/known-name.ts';
import type { Shape } from './places.ts';

/** Whether a value is a string, a number, a boolean or null of JSON. */
export function isJsonPrimitive(value: unknown): boolean {
  const type = typeof value;
  return type === 'string' || (type === 'number' ? Number.isFinite(value) : type === 'boolean' || value === null);
}

/** Whether a value can stand where the shape is asked for. What it holds is not looked at. */
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

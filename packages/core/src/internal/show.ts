import { excerpt } from './excerpt.ts';

/** A JSON value as it is shown inside a message: short, on one line. */
export function show(value: unknown): string {
  if (typeof value === 'string') return `"${excerpt(value)}"`;
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : `an array of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  return typeof value === 'symbol' || typeof value === 'function' ? `a ${typeof value}` : String(value);
}

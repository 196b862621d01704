import { truncate } from './truncate.ts';

/** Renders a value for use inside a message, short and on one line. */
export function describeValue(value: unknown): string {
  if (typeof value === 'string') return `"${truncate(value).replaceAll(/["\\]/g, '\\$&')}"`;
  if (Array.isArray(value)) {
    if (value.length === 0) return 'an empty array';
    return `an array of ${value.length} element${value.length === 1 ? '' : 's'}`;
  }
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value === 'bigint') return `${value}n`;
  return typeof value === 'symbol' || typeof value === 'function' ? `a ${typeof value}` : String(value);
}

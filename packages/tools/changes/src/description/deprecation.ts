import type { Place } from '../place.ts';

/** The strings that attributes, relationships, and types have. */
export interface Described {
  readonly description?: string;
  readonly deprecated?: boolean | string;
}

/** Adds the changes of a description text and of a deprecation. */
export function compareStrings(before: Described, after: Described, { at }: Place): void {
  const [was, is] = [before.deprecated ?? false, after.deprecated ?? false];
  const deprecated = at('deprecated');
  if (was === false && is !== false)
    deprecated.add('deprecated', `It is deprecated${typeof is === 'string' ? `: ${is}` : '.'}`, { after: is });
  else if (was !== false && is === false)
    deprecated.add('no-longer-deprecated', 'It is no longer deprecated.', { before: was });
  else deprecated.changed(was, is, 'text-changed', 'Its deprecation has another message.');
  const text = 'Its description changed.';
  at('description').changed(before.description, after.description, 'text-changed', text);
}

/** Whether something was deprecated with a date that has come: "sunset 2027-01-31". `today` is such a date. */
export function isSunset({ deprecated }: Described, today: string): boolean {
  if (typeof deprecated !== 'string') return false;
  const date = /\bsunset\b[^0-9]{0,20}(\d{4}-\d{2}-\d{2})/i.exec(deprecated)?.[1];
  return date !== undefined && date <= today;
}

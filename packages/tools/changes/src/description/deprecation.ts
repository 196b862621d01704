import type { Report } from './report.ts';

/** The strings that attributes, relationships, and types have. */
export interface Described {
  readonly description?: string;
  readonly deprecated?: boolean | string;
}

/** Adds the changes of a description text and of a deprecation. */
export function compareStrings(before: Described, after: Described, pointer: string, { add }: Report): void {
  const [was, is] = [before.deprecated ?? false, after.deprecated ?? false];
  if (was === false && is !== false) {
    const text = typeof is === 'string' ? `: ${is}` : '.';
    add('deprecated', `${pointer}/deprecated`, `It is deprecated${text}`, { after: is });
  } else if (was !== false && is === false) {
    add('no-longer-deprecated', `${pointer}/deprecated`, 'It is no longer deprecated.', { before: was });
  } else if (was !== is)
    add('text-changed', `${pointer}/deprecated`, 'Its deprecation has another message.', { before: was, after: is });
  if (before.description !== after.description) {
    const values = { before: before.description, after: after.description };
    add('text-changed', `${pointer}/description`, 'Its description changed.', values);
  }
}

/** Whether something was deprecated with a date that has come: "sunset 2027-01-31". `today` is such a date. */
export function isSunset({ deprecated }: Described, today: string): boolean {
  if (typeof deprecated !== 'string') return false;
  const date = /\bsunset\b[^0-9]{0,20}(\d{4}-\d{2}-\d{2})/i.exec(deprecated)?.[1];
  return date !== undefined && date <= today;
}

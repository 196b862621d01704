import { canonical, isObject, type Json } from '../json.ts';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const DATE = /^\d{4}-\d\d-\d\d(T|$)/;
const TIME = /^\d\d:\d\d:\d\d$/;
/** A draft keeps the beginning of a long text. */
const KEPT = 24;

/** Returns a value like one that exists, with a mark that makes it new. */
function marked(text: string): string {
  if (UUID.test(text)) return '{uuid}';
  if (DATE.test(text)) return text.length === 10 ? '{date}' : '{date-time}';
  if (TIME.test(text)) return '{time}';
  if (/^https?:\/\//.test(text)) return 'https://example.com/{unique}';
  if (/^[^@\s]+@[^@\s]+$/.test(text)) return 'conformance-{unique}@example.com';
  const kept = text.slice(0, KEPT).trimEnd().replaceAll(/[{}]/g, '');
  // A server can allow only letters and digits, or no spaces: the mark fits both.
  return `${kept}${/\s/.test(text) ? ' ' : /^[\p{L}\d]+$/u.test(text) ? '' : '-'}{unique}`;
}

/**
 * Drafts attributes of a new resource from those of an existing one. A server can find or replace the resource that has the same
 * values, so a copied value is one that several resources have, and the others get a mark. Undefined if nothing would be new.
 */
export function draftAttributes(attributes: Json, listed: readonly Json[]): Json {
  const drafted = Object.entries<Json>(attributes).map(([name, value]) => {
    const text = canonical(value);
    const isShared = listed.filter((it) => canonical(it?.attributes?.[name]) === text).length > 1;
    const draft = isShared ? value : newValue(value);
    return [name, draft] as const;
  });
  const marks = ['{unique}', '{uuid}', '{number}'];
  const isNew = drafted.some(([, value]) => marks.some((mark) => canonical(value).includes(mark)));
  return isNew ? Object.fromEntries(drafted) : undefined;
}

function newValue(value: Json): Json {
  if (typeof value === 'string') return marked(value);
  if (typeof value === 'number') return '{number}';
  if (Array.isArray(value)) return [];
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, newValue(each)]));
  return value;
}

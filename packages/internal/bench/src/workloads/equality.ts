/** Are two documents the same? The order of members and of `included` says nothing. */

interface Identified {
  readonly type?: string;
  readonly id?: string;
}

const identity = ({ type, id }: Identified): string => JSON.stringify([type, id]);

/** The parsed document with `included` in a fixed order. */
export function canonical(text: string): Record<string, unknown> {
  const document: { readonly included?: readonly Identified[] } = JSON.parse(text);
  const { included } = document;
  if (included === undefined) return { ...document };
  return { ...document, included: included.toSorted((a, b) => (identity(a) < identity(b) ? -1 : 1)) };
}

/** Says where two JSON values differ first; undefined when they do not. */
export function firstDifference(wanted: unknown, actual: unknown, path = ''): string | undefined {
  if (Object.is(wanted, actual)) return undefined;
  if (!isObject(wanted) || !isObject(actual) || Array.isArray(wanted) !== Array.isArray(actual)) {
    return `${path || '/'}: ${excerpt(wanted)} became ${excerpt(actual)}`;
  }
  for (const name of new Set([...Object.keys(wanted), ...Object.keys(actual)])) {
    if (!Object.hasOwn(wanted, name)) return `${path}/${name} is added: ${excerpt(actual[name])}`;
    if (!Object.hasOwn(actual, name)) return `${path}/${name} is missing`;
    const difference = firstDifference(wanted[name], actual[name], `${path}/${name}`);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function excerpt(value: unknown): string {
  return String(JSON.stringify(value)).slice(0, 40);
}

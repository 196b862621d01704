import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { functionNames, isoNames, memberNames, schemaMethodNames, schemaNames } from '../model/known-names.ts';

/** The maximum length of a name, and of the space between a name and what follows. */
const MAX_NAME = 100;

/** Returns the name at the end of a string. It can be empty. */
function nameAtEnd(text: string): string {
  let from = text.length;
  while (from > Math.max(0, text.length - MAX_NAME) && /[\w$-]/.test(text[from - 1] ?? '')) from--;
  return text.slice(from);
}

/** The names that a declaration gives to its types: members that begin with attributes or relationships. */
function typeNames(text: string): readonly string[] {
  const names = [...text.matchAll(/\b(?:attributes|relationships)\b/g)].map(({ index }) => {
    const before = text.slice(Math.max(0, index - 3 * MAX_NAME), index).trimEnd();
    if (!before.endsWith('{')) return '';
    const key = before.slice(0, -1).trimEnd();
    return key.endsWith(':') ? nameAtEnd(key.slice(0, -1).replace(/['"]$/, '')) : '';
  });
  return [...new Set(names)].filter((name) => name !== '');
}

/** Returns what can stand at the end of a string: names of the library, of members, and of the types of the declaration. */
export function namesBefore(
  before: string,
  text: string,
): { readonly from: number; readonly names: readonly string[] } | undefined {
  const word = nameAtEnd(before);
  const from = before.length - word.length;
  const line = before.slice(Math.max(0, from - 200), from);
  if (/\bto(?:One|Many)\(\[?['"]$/.test(line)) return { from, names: typeNames(text) };
  if (/\bz\.iso\.$/.test(line)) return { from, names: isoNames };
  if (/\bz\.$/.test(line)) return { from, names: schemaNames };
  if (/\)\.$/.test(line)) return { from, names: schemaMethodNames };
  if (word === '' || /['".]$/.test(line)) return undefined;
  return { from, names: [...functionNames, 'z', ...memberNames] };
}

/** The names that most declarations contain stand before others with the same beginning. */
const usual: ReadonlySet<string> = new Set([
  ...['string', 'number', 'boolean', 'object', 'optional', 'toOne', 'attributes', 'relationships', 'email'],
]);

/** Completes a declaration. */
export function completeDeclaration({ state, pos, explicit }: CompletionContext): CompletionResult | null {
  const text = state.doc.toString();
  const found = namesBefore(text.slice(0, pos), text);
  if (found === undefined || (found.names.length === 0 && !explicit)) return null;
  return {
    from: found.from,
    options: found.names.map((label) => ({ label, boost: usual.has(label) ? 1 : 0 })),
    validFor: /^[\w$-]*$/,
  };
}

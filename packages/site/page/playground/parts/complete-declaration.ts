import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { functionNames, isoNames, memberNames, schemaMethodNames, schemaNames } from '../reader/known-names.ts';

/** The names that a declaration gives to its types: members that contain attributes or relationships. */
function typeNames(text: string): readonly string[] {
  const names = [...text.matchAll(/([\w$-]{1,100})['"]?: ?\{\s{0,200}(?:attributes|relationships)\b/g)];
  return [...new Set(names.map(([, name = '']) => name))];
}

/** Returns what can stand at the end of a text: names of the library, of members, and of the types of the declaration. */
export function namesBefore(
  before: string,
  text: string,
): { readonly from: number; readonly names: readonly string[] } | undefined {
  const word = /[\w$-]{0,100}$/.exec(before)?.[0] ?? '';
  const from = before.length - word.length;
  const line = before.slice(Math.max(0, from - 200), from);
  if (/\bto(?:One|Many)\(\[?(?:['"][\w-]{1,100}['"], ?)*['"]$/.test(line)) return { from, names: typeNames(text) };
  if (/\bz\.iso\.$/.test(line)) return { from, names: isoNames };
  if (/\bz\.$/.test(line)) return { from, names: schemaNames };
  if (/\)\.$/.test(line)) return { from, names: schemaMethodNames };
  if (word === '' || /['".]$/.test(line)) return undefined;
  return { from, names: [...functionNames, 'z', ...memberNames] };
}

/** Completes a declaration. */
export function completeDeclaration({ state, pos, explicit }: CompletionContext): CompletionResult | null {
  const text = state.doc.toString();
  const found = namesBefore(text.slice(0, pos), text);
  if (found === undefined || (found.names.length === 0 && !explicit)) return null;
  return { from: found.from, options: found.names.map((label) => ({ label })), validFor: /^[\w$-]*$/ };
}

import { isExtensionParameterName, isMemberName } from '../spec/member/member-name.ts';

/** The parts of a query parameter name: `page[size]` has the base name `page` and the bracketed name `size`. */
export interface QueryParameterName {
  readonly baseName: string;
  /** The text in each pair of brackets, in order. An empty pair has an empty text. */
  readonly brackets: readonly string[];
}

const CACHE_SIZE = 1000;
const MAX_NAME_LENGTH = 64;

const known = new Map<string, QueryParameterName>();

/**
 * Splits a query parameter name into its parts. Returns undefined if the name is not in a family: a base name, then any
 * number of `[]`, `[member name]`, or `[dot-separated member names]`, and nothing after them.
 *
 * @see https://jsonapi.org/format/1.1/#query-parameters-families
 */
export function parseQueryParameterName(name: string): QueryParameterName | undefined {
  const remembered = known.get(name);
  if (remembered !== undefined) return remembered;
  const used = splitParameterName(name);
  // Requests repeat their names, so remember the last thousand valid names.
  if (used === undefined || name.length > MAX_NAME_LENGTH) return used;
  if (known.size >= CACHE_SIZE) known.clear();
  Object.freeze(used.brackets);
  known.set(name, Object.freeze(used));
  return used;
}

function splitParameterName(name: string): QueryParameterName | undefined {
  const open = name.indexOf('[');
  if (open === -1) return isBaseName(name) ? { baseName: name, brackets: [] } : undefined;
  const baseName = name.slice(0, open);
  if (!isBaseName(baseName) || !name.endsWith(']')) return undefined;
  const brackets = name.slice(open + 1, -1).split('][');
  return brackets.every(isBracketed) ? { baseName, brackets } : undefined;
}

/**
 * Whether a name is reserved for applications: in a family whose base name is a member name with a character other than
 * a-z. The specification reserves names of a-z, whether it uses them or not.
 *
 * @see https://jsonapi.org/format/1.1/#query-parameters-custom
 */
export function isApplicationParameter(name: string): boolean {
  const baseName = parseQueryParameterName(name)?.baseName;
  return baseName !== undefined && isMemberName(baseName) && /[^a-z]/.test(baseName);
}

/** Whether a string is a base name: a member name, or the name of an extension's parameter with a namespace. */
function isBaseName(text: string): boolean {
  return isMemberName(text) || isExtensionParameterName(text);
}

function isBracketed(text: string): boolean {
  return text === '' || text.split('.').every(isMemberName);
}

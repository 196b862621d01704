import { ownMembers } from '../../internal/own-members.ts';
import type { ErrorObject } from '../../spec/document/error-object.ts';
import { englishTexts } from './english-texts.ts';
import { sharedTexts } from './shared-texts.ts';
import { splitText } from './split-text.ts';
import type { TextGroup, TextKey } from './text-catalog.ts';

/** One part of the text of an error: its key in the catalog, and the values of its placeholders. */
export interface TextPart {
  readonly key: TextKey;
  /** By the name of the placeholder: a name, a number as text, a text of the client, or a phrase that has a translation, too. */
  readonly values: Readonly<Record<string, string | TextPart>>;
}

/** A text of the catalog, apart: a literal before each placeholder, and one after the last. */
interface Template {
  readonly key: TextKey;
  readonly literals: readonly string[];
  readonly names: readonly string[];
}

/** A longer `detail` is not a text of this library: it shortens each value to 100 characters. */
const MAX_LENGTH = 2000;

function templateOf(key: TextKey, text: string): Template {
  const parts = splitText(text);
  return { key, literals: parts.filter((_, at) => at % 2 === 0), names: parts.filter((_, at) => at % 2 === 1) };
}

const templates: Map<string, readonly Template[]> = /* @__PURE__ */ new Map();

/** Returns the texts of a group, those with the most literal characters first: they are the most specific. */
function templatesOf(group: string): readonly Template[] {
  const known = templates.get(group);
  if (known !== undefined) return known;
  const texts: object = Object.hasOwn(englishTexts, group) ? englishTexts[group as TextGroup] : {};
  const weight = ({ literals }: Template): number => literals.join('').length;
  const created = Object.entries(texts)
    .map(([name, text]) => templateOf(`${group}.${name}` as TextKey, text))
    .sort((left, right) => weight(right) - weight(left));
  templates.set(group, created);
  return created;
}

/** The group of the phrases of a placeholder: that of `reason2` is `reason`. */
function groupOf(name: string): string {
  return name.replace(/\d$/, '');
}

function valuesOf({ names }: Template, texts: readonly string[]): TextPart['values'] {
  const values: Record<string, string | TextPart> = { __proto__: null } as never;
  for (const [at, name] of names.entries()) {
    const text = texts[at] as string;
    values[name] = (Object.hasOwn(englishTexts, groupOf(name)) ? phraseOf(groupOf(name), text) : undefined) ?? text;
  }
  return values;
}

/**
 * Yields the ways in which a template fits to a text from a position on: the end, and the values. Only the last literal has several
 * places; each other one stands at its first place.
 */
function* fits({ literals, names }: Template, text: string, from: number): Generator<readonly [number, string[]]> {
  const [first = '', ...others] = literals;
  if (!text.startsWith(first, from)) return;
  const last = others.pop();
  let at = from + first.length;
  if (last === undefined) {
    yield [at, []];
    return;
  }
  const values: string[] = [];
  for (const literal of others) {
    const next = text.indexOf(literal, at);
    if (next === -1) return;
    values.push(text.slice(at, next));
    at = next + literal.length;
  }
  if (last === '') {
    yield [text.length, [...values, text.slice(at)]];
    return;
  }
  for (let next = text.indexOf(last, at); next !== -1 && names.length > 0; next = text.indexOf(last, next + 1))
    yield [next + last.length, [...values, text.slice(at, next)]];
}

/** Returns the phrase that is the whole text. Undefined if the group has no such phrase. */
function phraseOf(group: string, text: string): TextPart | undefined {
  for (const template of templatesOf(group))
    for (const [end, values] of fits(template, text, 0))
      if (end === text.length) return { key: template.key, values: valuesOf(template, values) };
  return undefined;
}

/**
 * Returns the parts of the text of an error: its sentences, each with its key and its values. Undefined if the error has no `detail`,
 * or if it is not a text of this library.
 *
 * @see https://jsonapi.org/format/1.1/#error-objects
 */
export function textParts(error: ErrorObject): readonly TextPart[] | undefined {
  const { code, detail }: ErrorObject = ownMembers(error);
  if (typeof detail !== 'string' || typeof code !== 'string' || detail === '' || detail.length > MAX_LENGTH)
    return undefined;
  // An application can have a code with the name of a group of phrases.
  if (Object.hasOwn(sharedTexts, code)) return undefined;
  const candidates = [...templatesOf(code), ...templatesOf('common')];
  // Positions from which the rest has no parts: without them, the time would be exponential.
  const failed = new Set<number>();
  const partsFrom = (from: number): readonly TextPart[] | undefined => {
    if (from > detail.length) return [];
    if (failed.has(from)) return undefined;
    for (const template of candidates) {
      for (const [end, values] of fits(template, detail, from)) {
        if (end !== detail.length && detail[end] !== ' ') continue;
        const rest = partsFrom(end + 1);
        if (rest !== undefined) return [{ key: template.key, values: valuesOf(template, values) }, ...rest];
      }
    }
    failed.add(from);
    return undefined;
  };
  return partsFrom(0);
}

import { closestName, describeValue, listNames, MAX_LISTED, type Quote } from '../internal/describe-value.ts';
import type { englishTexts, KeyOf, Placeholders, TextGroup, TextKey, TextName } from './chapters/english-texts.ts';
import { commonTexts, foundTexts, nameTexts, typeTexts } from './chapters/shared-texts.ts';

/** One part of the text of an error: its key in the catalog, the values of its placeholders, and the English text. */
export interface TextPart {
  readonly key: TextKey;
  /** By the name of the placeholder: a name, a number, a text of the client, or a phrase that has a translation, too. */
  readonly values: Readonly<Record<string, string | number | TextPart>>;
  /** The English text. */
  readonly text: string;
}

type TextOf<Key extends TextKey> = Key extends `${infer Group extends TextGroup}.${infer Name}`
  ? (typeof englishTexts)[Group][Name & TextName<Group>]
  : never;

/** Placeholders that are phrases, and those that can be. */
type Phrase = `${'reason' | 'expected' | 'token' | 'condition'}${'' | '2'}`;
type PhraseOrText = `${'found' | 'names' | 'types'}${'' | '2'}`;

type ValueOf<Name> = Name extends Phrase ? TextPart : string | number | (Name extends PhraseOrText ? TextPart : never);

/** The values of the placeholders of a text. */
export type ValuesOf<Key extends TextKey> = [Placeholders<TextOf<Key>>] extends [never]
  ? Record<string, never>
  : { readonly [Name in Placeholders<TextOf<Key>>]: ValueOf<Name> };

/** Returns a text with a value in place of each placeholder. */
export function fillText(text: string, shown: (placeholder: string) => string): string {
  const pieces = text.split(/[{}]/);
  return pieces.map((piece, at) => (at % 2 === 0 ? piece : shown(piece))).join('');
}

/** Returns a text with its values: a sentence of an error, or a phrase that is a value of another text. */
export function textPart<Group extends TextGroup, Key extends KeyOf<Group>>(
  table: Readonly<Record<Group, object>>,
  key: Key,
  values: ValuesOf<Key>,
): TextPart {
  const [group, name] = key.split('.') as [Group, string];
  const given: TextPart['values'] = values;
  const text = fillText((table[group] as Readonly<Record<string, string>>)[name] as string, (placeholder) => {
    const value = given[placeholder] as string | TextPart;
    return typeof value === 'object' ? value.text : value;
  });
  return Object.freeze({ key, values: Object.freeze(values), text });
}

/** Returns the sentences of a `detail`. */
export function detailOf(parts: readonly TextPart[]): string {
  return parts.map(({ text }) => text).join(' ');
}

/** Returns the phrase for a value that a document contains in place of the expected one. */
export function found(value: unknown): string | TextPart {
  if (typeof value !== 'object' || value === null) return describeValue(value);
  if (!Array.isArray(value)) return textPart(foundTexts, 'found.object', {});
  if (value.length === 0) return textPart(foundTexts, 'found.emptyArray', {});
  if (value.length === 1) return textPart(foundTexts, 'found.arrayOfOne', {});
  return textPart(foundTexts, 'found.array', { count: value.length });
}

/** Returns the phrase for quoted names: the first ten, then the number of the others. */
export function nameList(names: readonly string[], quote?: Quote): string | TextPart {
  const listed = listNames(names.slice(0, MAX_LISTED), quote);
  const count = names.length - MAX_LISTED;
  return count > 0 ? textPart(nameTexts, 'names.more', { names: listed, count }) : listed;
}

/** Returns the phrase for quoted resource types as alternatives: the first ten, then the number of the others. */
export function typeList(types: readonly string[]): string | TextPart {
  const count = types.length - MAX_LISTED;
  const listed: (string | TextPart)[] = types.slice(0, MAX_LISTED).map((type) => `"${type}"`);
  if (count > 0) listed.push(textPart(typeTexts, 'types.more', { count }));
  return listed.reduceRight((types2, first) => textPart(typeTexts, 'types.either', { types: first, types2 }));
}

/**
 * Returns a "Did you mean" sentence. Undefined if no name is close. Pass only names that the
 * user can see: a suggestion reveals that the name exists.
 */
export function suggestion(
  text: string,
  names: Iterable<string>,
  quoted: (name: string) => string = (name) => `\`${name}\``,
): TextPart | undefined {
  const name = closestName(text, names);
  return name === undefined ? undefined : textPart(commonTexts, 'common.didYouMean', { name: quoted(name) });
}

/** Returns the sentence that lists what is possible. */
export function supported(names: string | TextPart): TextPart {
  return textPart(commonTexts, 'common.supported', { names });
}

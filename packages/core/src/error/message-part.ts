import { closestName, describeValue, listNames, MAX_LISTED, type Quote } from '../internal/describe-value.ts';
import type {
  englishMessages,
  KeyOf,
  MessageGroup,
  MessageKey,
  MessageName,
  Placeholders,
} from './chapters/english-messages.ts';
import { commonMessages, foundMessages, nameMessages, typeMessages } from './chapters/shared-messages.ts';

/** One part of the text of an error: its key in the translation, the values of its placeholders, and the English message. */
export interface MessagePart {
  readonly key: MessageKey;
  /** By the name of the placeholder: a name, a number, a message of the client, or a phrase that has a translation, too. */
  readonly values: Readonly<Record<string, string | number | MessagePart>>;
  /** The English message. */
  readonly text: string;
}

type TextOf<Key extends MessageKey> = Key extends `${infer Group extends MessageGroup}.${infer Name}`
  ? (typeof englishMessages)[Group][Name & MessageName<Group>]
  : never;

/** Placeholders that are phrases, and those that can be. */
type Phrase = `${'reason' | 'expected' | 'token' | 'condition'}${'' | '2'}`;
type PhraseOrText = `${'found' | 'names' | 'types'}${'' | '2'}`;

type ValueOf<Name> = Name extends Phrase
  ? MessagePart
  : string | number | (Name extends PhraseOrText ? MessagePart : never);

/** The values of the placeholders of a message. */
export type ValuesOf<Key extends MessageKey> = [Placeholders<TextOf<Key>>] extends [never]
  ? Record<string, never>
  : { readonly [Name in Placeholders<TextOf<Key>>]: ValueOf<Name> };

/** Returns a message with a value in place of each placeholder. */
export function fillText(text: string, shown: (placeholder: string) => string): string {
  const pieces = text.split(/[{}]/);
  return pieces.map((piece, at) => (at % 2 === 0 ? piece : shown(piece))).join('');
}

/** Returns a message with its values: a sentence of an error, or a phrase that is a value of another string. */
export function messagePart<Group extends MessageGroup, Key extends KeyOf<Group>>(
  table: Readonly<Record<Group, object>>,
  key: Key,
  values: ValuesOf<Key>,
): MessagePart {
  const [group, name] = key.split('.') as [Group, string];
  const given: MessagePart['values'] = values;
  const text = fillText((table[group] as Readonly<Record<string, string>>)[name] as string, (placeholder) => {
    const value = given[placeholder] as string | MessagePart;
    return typeof value === 'object' ? value.text : value;
  });
  return Object.freeze({ key, values: Object.freeze(values), text });
}

/** Returns the sentences of a `detail`. */
export function detailOf(parts: readonly MessagePart[]): string {
  return parts.map(({ text }) => text).join(' ');
}

/** Returns the phrase for a value that a document contains in place of the expected one. */
export function found(value: unknown): string | MessagePart {
  if (typeof value !== 'object' || value === null) return describeValue(value);
  if (!Array.isArray(value)) return messagePart(foundMessages, 'found.object', {});
  if (value.length === 0) return messagePart(foundMessages, 'found.emptyArray', {});
  if (value.length === 1) return messagePart(foundMessages, 'found.arrayOfOne', {});
  return messagePart(foundMessages, 'found.array', { count: value.length });
}

/** Returns the phrase for quoted names: the first ten, then the number of the others. */
export function nameList(names: readonly string[], quote?: Quote): string | MessagePart {
  const listed = listNames(names.slice(0, MAX_LISTED), quote);
  const count = names.length - MAX_LISTED;
  return count > 0 ? messagePart(nameMessages, 'names.more', { names: listed, count }) : listed;
}

/** Returns the phrase for quoted resource types as alternatives: the first ten, then the number of the others. */
export function typeList(types: readonly string[]): string | MessagePart {
  const count = types.length - MAX_LISTED;
  const listed: (string | MessagePart)[] = types.slice(0, MAX_LISTED).map((type) => `"${type}"`);
  if (count > 0) listed.push(messagePart(typeMessages, 'types.more', { count }));
  return listed.reduceRight((types2, first) => messagePart(typeMessages, 'types.either', { types: first, types2 }));
}

/**
 * Returns a "Did you mean" sentence. Undefined if no name is close. Pass only names that the
 * user can see: a suggestion reveals that the name exists.
 */
export function suggestion(
  text: string,
  names: Iterable<string>,
  quoted: (name: string) => string = (name) => `\`${name}\``,
): MessagePart | undefined {
  const name = closestName(text, names);
  return name === undefined ? undefined : messagePart(commonMessages, 'common.didYouMean', { name: quoted(name) });
}

/** Returns the sentence that lists what is possible. */
export function supported(names: string | MessagePart): MessagePart {
  return messagePart(commonMessages, 'common.supported', { names });
}

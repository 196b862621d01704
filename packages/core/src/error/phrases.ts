import { closestName } from '../internal/closest-name.ts';
import { describeValue } from '../internal/describe-value.ts';
import { listNames, MAX_LISTED, type Quote } from '../internal/name-list.ts';
import { commonTexts, foundTexts, nameTexts, typeTexts } from './chapters/shared-texts.ts';
import { type TextPart, textPart } from './text-part.ts';

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
 * caller can see: a suggestion reveals that the name exists.
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

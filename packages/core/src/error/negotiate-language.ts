/** A range of languages of `Accept-Language`, in lower case, and its weight. */
interface Range {
  readonly name: string;
  readonly weight: number;
}

/** Reads one element of the list. An invalid weight counts as 0. */
function rangeOf(element: string): Range {
  const [name = '', weight = 'q=1'] = element.split(';').map((it) => it.trim().toLowerCase());
  const digits = /^q=([01](?:\.\d{0,3})?)$/.exec(weight)?.[1];
  return { name, weight: Math.min(1, Number(digits ?? 0)) };
}

/**
 * Returns the range that decides about a language: the most specific one that contains it, as `de` contains `de-AT`. Otherwise one below
 * it, because a client that prefers `de-AT` understands `de` (RFC 4647, section 3.4). Otherwise `*`. `rank` is higher for the former.
 */
function decide(language: string, ranges: readonly Range[]): { readonly weight: number; readonly rank: number } {
  const above = ranges.filter(({ name }) => language === name || language.startsWith(`${name}-`));
  const [closest] = above.sort((left, right) => right.name.length - left.name.length);
  if (closest !== undefined) return { weight: closest.weight, rank: 2 };
  const below = ranges.filter(({ name }) => name.startsWith(`${language}-`));
  const others = below.length > 0 ? below : ranges.filter(({ name }) => name === '*');
  return { weight: Math.max(0, ...others.map(({ weight }) => weight)), rank: below.length > 0 ? 1 : 0 };
}

/**
 * Returns the language of a list that `Accept-Language` prefers: of equally good ones, the first of the list. Without a match, returns
 * the first of all.
 *
 * @param acceptLanguage The header; undefined if the request has none.
 * @param languages The languages of the messages, such as `['en', 'de']`, the default first.
 * @throws {TypeError} If the list is empty.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-12.5.4
 */
export function negotiateLanguage<Language extends string>(
  acceptLanguage: string | undefined,
  languages: readonly [Language, ...Language[]],
): Language {
  const [first] = languages;
  if (typeof first !== 'string') throw new TypeError('negotiateLanguage: `languages` must contain a language.');
  if (typeof acceptLanguage !== 'string') return first;
  const ranges = acceptLanguage.split(',').map(rangeOf);
  let best = { language: first, weight: 0, rank: 0 };
  for (const language of languages) {
    const { weight, rank } = decide(language.toLowerCase(), ranges);
    if (weight === 0) continue;
    if (weight > best.weight || (weight === best.weight && rank > best.rank)) best = { language, weight, rank };
  }
  return best.language;
}

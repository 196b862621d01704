/** Types that the page guesses from the links of the root document, until it has read a list. */
import type { FollowLink } from './address.ts';
import { type Json, member, objectAt, textOf } from './json.ts';
import { allMethods, type Knowledge, MAX_NAME, MAX_TYPES } from './knowledge.ts';

/** The links of a document that do not lead to a collection. */
const ownLinks = ['self', 'describedby', 'related', 'first', 'last', 'prev', 'next'];

/** Adds the types that a root document names: in `links`, or like servers of Linkage in `meta.collections`. */
export function learnLinks(known: Knowledge, document: Json | undefined, targetOf: FollowLink): Knowledge {
  const types = new Map(known);
  if (member(document, 'data') !== undefined) return types;
  const collections = objectAt(member(document, 'meta'), 'collections');
  for (const [name, link] of Object.entries({ ...objectAt(document, 'links'), ...collections })) {
    const href = typeof link === 'string' ? link : member(link, 'href');
    if (types.size >= MAX_TYPES || name.length > MAX_NAME) continue;
    const path = typeof href === 'string' ? targetOf(href) : undefined;
    if (path === undefined || ownLinks.includes(name) || types.has(name)) continue;
    const isType = Object.hasOwn(collections, name);
    const found = { name, path, fields: new Map(), methods: allMethods, clientIds: false };
    types.set(name, isType ? found : { ...found, isGuessed: true });
  }
  return types;
}

/**
 * Replaces the guess for a collection by the type of its list. An empty list keeps the name.
 *
 * @param path The path at which the document was read.
 */
export function withoutGuess(known: Knowledge, document: Json | undefined, path: string): Knowledge {
  const list = member(document, 'data');
  const guess = [...known.values()].find((it) => it.isGuessed === true && it.path === path);
  if (guess === undefined || !Array.isArray(list)) return known;
  const types = new Map(known);
  types.delete(guess.name);
  const [first] = list;
  const name = first === undefined ? guess.name : textOf(member(first, 'type'));
  const { isGuessed, ...found } = guess;
  if (name !== '' && name.length <= MAX_NAME && !types.has(name)) types.set(name, { ...found, name });
  return types;
}

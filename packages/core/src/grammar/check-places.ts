import { type DocumentPlace, documentPlaces } from './document-places.ts';

/** Members by the place they stand in and by their name; each leads to a place, or nowhere. */
type MembersByPlace = Readonly<Record<string, Readonly<Record<string, string | null>>>>;

/**
 * Sees to it that what a definition adds to documents stands in places that exist, and leads to such.
 *
 * @throws {TypeError} A name is of no place of a document and of none that the definition adds.
 */
export function checkPlaces(members: MembersByPlace, places: Readonly<Record<string, DocumentPlace>>): void {
  const names = [
    ...Object.keys(members),
    ...Object.values(members).flatMap((defined) => Object.values(defined)),
    ...Object.values(places).flatMap(({ members: below = {}, others, element }) => [
      ...Object.values(below),
      others,
      element,
    ]),
  ];
  for (const name of names) {
    if (name === null || name === undefined) continue;
    if (Object.hasOwn(documentPlaces, name) || Object.hasOwn(places, name)) continue;
    throw new TypeError(`There is no place ${JSON.stringify(name)} in a document.`);
  }
}

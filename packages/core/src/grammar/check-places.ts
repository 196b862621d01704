import { type DocumentPlace, documentPlaces } from './document-places.ts';

/** Members by the name of their place and by their own name. The value is the place of the member's value, or null. */
type MembersByPlace = Readonly<Record<string, Readonly<Record<string, string | null>>>>;

/**
 * Checks that a definition refers only to places that exist in a document or that the definition adds.
 *
 * @throws {TypeError} If a name is not the name of a place.
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
    throw new TypeError(`${JSON.stringify(name)} is not a place of a document.`);
  }
}

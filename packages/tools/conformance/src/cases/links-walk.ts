import { absent, fail, undecided } from '../run/verdict.ts';
import type { LinkPlace } from '../walk/links-of.ts';
import { walkOf } from '../walk/walk-links.ts';
import { anApi, type Case } from './case.ts';

const places: readonly (readonly [place: LinkPlace, rows: string, what: string])[] = [
  ['top-level self', 'FET-05 DOC-20', 'top-level `self` links'],
  ['top-level related', 'DOC-18', 'top-level `related` links'],
  ['pagination', 'DOC-20 PAG-02', 'pagination links'],
  ['resource self', 'RES-17 FET-05', '`self` links of resources'],
  ['included self', 'RES-17 FET-05', '`self` links of included resources'],
  ['relationship self', 'FET-06', '`self` links of relationships'],
  ['relationship related', 'FET-05 REL-08', '`related` links of relationships'],
  ['relationship pagination', 'PAG-06 REL-07', 'pagination links of relationships'],
];

/** Every link that any answer offers leads to a document. */
export const walkCases: readonly Case[] = places.map(([place, rows, what]) =>
  anApi(`walk-${place.replace(' ', '-')}`, rows, `GET works for ${what}`, async (tester) => {
    const { followed, broken } = await walkOf(tester);
    const first = broken.find((link) => link.place === place);
    if (first === undefined) {
      if (followed.has(place)) return;
      if (tester.world.gateway.outside().length === 0) absent(`No document has ${what}.`);
      undecided(`No document has ${what} that lead below the base URL.`);
    }
    if (first.exchange !== undefined) tester.exchanges.push(first.exchange);
    if (first.other !== undefined) fail(`${first.identity} at its own link ${first.url}`, `it leads to ${first.other}`);
    fail(`200 with a document at ${first.url}`, `the status is ${first.status ?? 'none'}`);
  }),
);

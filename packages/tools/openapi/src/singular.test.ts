import pluralize from 'pluralize';
import { expect, test } from 'vitest';
import { singular } from './singular.ts';

/** Last words of tables in schemas that are in use. */
const words =
  'Accounts Activities Addresses Aliases Analyses Appendices Articles Atlases Attributes Batches Biases Bonuses Boxes Branches Buses Businesses Campuses Canvases Cases Categories Causes Children Cities Classes Clauses Cookies Countries Courses Crises Criteria Currencies Databases Days Diagnoses Diseases Employees Entries Events Expenses Faxes Films Gases Halves Heroes Histories Houses Hypotheses Images Indices Invoices Keys Languages Leases Leaves Licenses Lines Matrices Media Men Messages Movies News Notes OrderLines OrderStatuses Orders People Phases Phrases Photos Policies Potatoes Purchases Questions Quizzes Releases Responses Roles SalesPeople Senses Series Services Shelves Shoes Species Statuses Stories Switches Tags Taxes Terms Thieves Tomatoes Users Values Vertices Viruses Warehouses Wishes Wolves Women';

test('the singulars of names are those of a library with many more rules', () => {
  const all = words.split(' ');
  const better = new Map([
    ['Biases', 'Bias'],
    ['Canvases', 'Canvas'],
    ['Cookies', 'Cookie'],
    ['Media', 'Medium'],
  ]);
  expect(all.map((word) => [word, singular(word)])).toEqual(
    all.map((word) => [word, better.get(word) ?? pluralize.singular(word)]),
  );
});

test.each(['Status', 'Address', 'Menu', 'Bus', 'Analysis', 'Atlas', 'Sheep', 'Data', 'Ümläut', 'a', ''])(
  '"%s" stays',
  (word) => expect(singular(word)).toBe(word),
);

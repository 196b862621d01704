import { expect, test } from 'vitest';
import { german } from '../../../../server/src/languages/de.ts';
import { documentErrors } from '../chapters/document-errors.ts';
import { errorIn, errorOf } from '../json-api-error.ts';
import { suggestion, typeList } from '../message-part.ts';
import { translateErrors } from './translate-errors.ts';

const hint = suggestion('a', ['A'], () => '"b"');
const unknown = errorOf('TYPE_UNKNOWN.type', { type: 'a' }, undefined, [hint]);
const translated = {
  title: 'Unbekannter Ressourcentyp',
  detail: '„a“ ist kein Ressourcentyp dieser API. Meinten Sie "b"?',
};
const facts = (language: string | undefined, issue?: { readonly message: string }) => ({ language, issue });

test.each([
  ['de', translated],
  ['DE-at', translated],
  ['de-Latn-AT-1996', translated],
  ['d', undefined],
  ['dee', undefined],
  ['en', undefined],
  [undefined, undefined],
])('the messages for %s', (language, messages) => {
  expect(translateErrors({ de: german })(unknown, {}, facts(language))).toEqual(messages);
});

test('the most specific language decides', () => {
  const austrian = { ...german, TYPE_UNKNOWN: { title: 'Servus', type: '{type}' } };
  expect(translateErrors({ de: german, 'de-AT': austrian })(unknown, {}, facts('de-AT'))).toMatchObject({
    title: 'Servus',
  });
});

test('a message of the application stays as it is, and the title of its code is translated', () => {
  const error = { code: 'NOT_FOUND', detail: 'No such beer.' };
  expect(translateErrors({ de: german })(error, {}, facts('de'))).toEqual({
    title: 'Nicht gefunden',
    detail: undefined,
  });
  expect(translateErrors({ de: german })({ code: 'constructor' }, {}, facts('de'))).toEqual({});
});

test('phrases are translated, too', () => {
  const values = { name: 'a', types: typeList(['b', 'c']), value: 'x or y' };
  const error = errorOf('TYPE_CONFLICT.identifierOfSeveral', values);
  expect(translateErrors({ de: german })(error, {}, facts('de'))).toMatchObject({
    detail: 'Die Beziehung `a` nimmt nur die Typen "b" oder "c" an, der Identifier hat aber den Typ „x or y“.',
  });
});

test('`issue` translates the issue of a schema', () => {
  const issue = { message: 'Too small', minimum: 3 };
  const values = { name: 'title', message: 'Too small' };
  const error = errorIn(documentErrors, 'ATTRIBUTE_INVALID.issue', values, undefined, [], issue);
  const localize = translateErrors(
    { de: german },
    { issue: (it, language) => `${language}: mindestens ${it['minimum']}` },
  );
  expect(localize(error, {}, facts('de-AT', issue))).toMatchObject({ detail: 'title: de: mindestens 3' });
  const detailOf = (text: { readonly message: string } | null) =>
    translateErrors({ de: german }, { issue: () => text })(error, {}, facts('de', issue));
  expect(detailOf({ message: 'Zu klein' })).toMatchObject({ detail: 'title: Zu klein' });
  expect(detailOf(null)).toMatchObject({ detail: 'title: Too small' });
  expect(translateErrors({ de: german })(error, {}, facts('de', issue))).toMatchObject({ detail: 'title: Too small' });
});

test('messages are loaded once, and again after a failure', async () => {
  let loads = 0;
  const localize = translateErrors({
    de: async () => {
      loads++;
      if (loads === 1) throw new Error('down');
      return german;
    },
  });
  await expect(localize(unknown, {}, facts('de'))).rejects.toThrow('down');
  expect(await Promise.all([1, 2, 3].map(() => localize(unknown, {}, facts('de'))))).toEqual(Array(3).fill(translated));
  // They are at hand now.
  expect(localize(unknown, {}, facts('de'))).toEqual(translated);
  expect(loads).toBe(2);
});

test('a translation without the text keeps the English one', () => {
  const { TYPE_UNKNOWN: _, ...others } = german;
  expect(translateErrors({ de: others as never })(unknown, {}, facts('de'))).toEqual({});
});

test('wrong arguments are rejected', () => {
  expect(() => translateErrors({ de: 'german' as never })).toThrow(
    new TypeError('translateErrors: the messages of "de" must be an object or a function.'),
  );
  expect(() => translateErrors({}, { issues: () => '' } as never)).toThrow('Did you mean `issue`?');
});

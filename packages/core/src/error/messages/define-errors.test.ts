import { expect, test } from 'vitest';
import { german } from '../../../../server/src/languages/de.ts';
import { messageParts } from '../error-values.ts';
import { JsonApiError } from '../json-api-error.ts';
import { defineErrors } from './define-errors.ts';
import { translateErrors } from './translate-errors.ts';

const errors = defineErrors({
  OUT_OF_STOCK: { status: 409, title: 'Out of stock', detail: 'Only {left} of {item} are left.' },
  CLOSED: { status: 403, title: 'Closed', detail: 'The shop is closed.' },
});
const own = errors.translate({
  OUT_OF_STOCK: { title: 'Nicht vorrätig', detail: 'Von {item} gibt es nur noch {left}.' },
  CLOSED: { title: 'Geschlossen', detail: 'Das Geschäft ist geschlossen.' },
});
const localize = translateErrors({ de: { ...german, ...own } });
const facts = (language: string) => ({ language, issue: undefined });

test('an error has its English messages, and those of another language', () => {
  const source = { pointer: '/data/attributes/pieces' };
  const error = errors.create('OUT_OF_STOCK', { left: 3, item: '{left}' }, { source });
  const { status, code, title, detail } = error;
  expect([status, code, title, detail]).toEqual(['409', 'OUT_OF_STOCK', 'Out of stock', 'Only 3 of {left} are left.']);
  expect(error.source).toEqual(source);
  expect(messageParts(error)).toMatchObject([{ key: 'OUT_OF_STOCK.detail', values: { left: 3, item: '{left}' } }]);
  // Errors are copied on their way to the response.
  for (const it of [error, new JsonApiError(error).errors[0] ?? {}])
    expect(localize(it, {}, facts('de'))).toEqual({
      title: 'Nicht vorrätig',
      detail: 'Von {left} gibt es nur noch 3.',
    });
  expect(localize(error, {}, facts('en'))).toBeUndefined();
});

test('an error with the code alone has the messages without values', () => {
  const of = (code: string) => localize({ code, detail: 'Anything' }, {}, facts('de'));
  expect(of('CLOSED')).toEqual({ title: 'Geschlossen', detail: 'Das Geschäft ist geschlossen.' });
  expect(of('OUT_OF_STOCK')).toEqual({ title: 'Nicht vorrätig', detail: undefined });
});

test.each<[what: string, run: () => unknown, message: string]>([
  [
    'a code',
    () => errors.create('CLOSD' as 'CLOSED', {}),
    'errors.create: unknown code "CLOSD". Did you mean `CLOSED`?',
  ],
  ['an inherited code', () => errors.create('toString' as 'CLOSED', {}), 'errors.create: unknown code "toString"'],
  [
    'a value',
    () => errors.create('OUT_OF_STOCK', { left: 1 } as never),
    'needs a string or a number for the placeholder "item"',
  ],
  [
    'a status',
    () => defineErrors({ A: { title: 'A', detail: 'A' } } as never),
    'defineErrors: A: `status` must be a number',
  ],
  [
    'a translation',
    () => errors.translate({ CLOSED: { title: 'Zu', detail: 'Zu.' } } as never),
    'errors.translate: OUT_OF_STOCK: the message "title" is missing',
  ],
  [
    'a placeholder',
    () =>
      errors.translate({
        OUT_OF_STOCK: { title: 'Nein', detail: '{left}' },
        CLOSED: { title: 'Zu', detail: 'Zu.' },
      } as never),
    'errors.translate: OUT_OF_STOCK.detail must have the placeholders of the English message: {item} {left}.',
  ],
])('a wrong or missing name is an error: %s', (_, run, message) => {
  expect(run).toThrow(message);
});

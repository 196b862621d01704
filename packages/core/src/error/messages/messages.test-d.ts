import { expectTypeOf, test } from 'vitest';
import { german } from '../../../../server/src/languages/de.ts';
import type { MessageKey } from '../chapters/english-messages.ts';
import { defineErrors } from './define-errors.ts';
import { defineMessages, type Messages } from './messages.ts';
import { translateErrors } from './translate-errors.ts';

test('each group of a translation has every message, and no other', () => {
  expectTypeOf(german).toEqualTypeOf<Messages>();
  defineMessages(german);
  defineMessages({ ...german, TYPE_UNKNOWN: { title: 'Unbekannt', type: '„{type}“ ist unbekannt.' } });
  const { TYPE_UNKNOWN, ...others } = german;
  defineMessages(others);
  // @ts-expect-error: a group is missing.
  expectTypeOf(others).toExtend<Required<Messages>>();
  // @ts-expect-error: a message is missing.
  defineMessages({ ...german, TYPE_UNKNOWN: { title: 'Unbekannt' } });
  // @ts-expect-error: the title of a code is missing.
  defineMessages({ ...german, TYPE_UNKNOWN: { type: '„{type}“ ist unbekannt.' } });
  // @ts-expect-error: a group is misspelled.
  defineMessages({ ...german, TYPE_UNKNOWM: TYPE_UNKNOWN });
  defineMessages({
    ...german,
    // @ts-expect-error: a message is misspelled.
    TYPE_UNKNOWN: { title: 'Unbekannt', type: '„{type}“ ist unbekannt.', typ: '„{type}“ ist unbekannt.' },
  });
});

test('a message has the placeholders of the English message', () => {
  defineMessages({
    ...german,
    // @ts-expect-error: the placeholder is misspelled.
    TYPE_UNKNOWN: { title: 'Unbekannt', type: '„{typ}“ ist unbekannt.' },
  });
  defineMessages({
    ...german,
    // @ts-expect-error: the placeholder is missing.
    TYPE_UNKNOWN: { title: 'Unbekannt', type: 'Der Typ ist unbekannt.' },
  });
  defineMessages({
    ...german,
    // @ts-expect-error: a message that does not have placeholders has one.
    INTERNAL_ERROR: { title: 'Fehler', recorded: 'Protokolliert unter {id}.' },
  });
});

test('keys are the group and the name', () => {
  expectTypeOf<'ATTRIBUTE_UNKNOWN.attribute' | 'common.didYouMean'>().toExtend<MessageKey>();
  // @ts-expect-error: the text does not exist.
  expectTypeOf<'ATTRIBUTE_UNKNOWN.attribut'>().toExtend<MessageKey>();
});

test('messages can be loaded', () => {
  translateErrors({ de: german, 'de-AT': () => german, 'de-CH': async () => german });
  // @ts-expect-error: messages must be a translation.
  translateErrors({ de: { NOT_FOUND: {} } });
});

test('the errors of an application have their codes and placeholders', () => {
  const errors = defineErrors({
    OUT_OF_STOCK: { status: 409, title: 'Out of stock', detail: 'Only {left} are left.' },
  });
  errors.create('OUT_OF_STOCK', { left: 3 });
  // @ts-expect-error: the code is misspelled.
  errors.create('OUT_OF_STOK', { left: 3 });
  // @ts-expect-error: the value is missing.
  errors.create('OUT_OF_STOCK', {});
  errors.translate({ OUT_OF_STOCK: { title: 'Nicht vorrätig', detail: 'Nur noch {left}.' } });
  errors.translate({
    // @ts-expect-error: the placeholder is misspelled.
    OUT_OF_STOCK: { title: 'Nicht vorrätig', detail: 'Nur noch {letf}.' },
  });
  // @ts-expect-error: the code is missing.
  errors.translate({});
  // @ts-expect-error: the library has this code.
  defineErrors({ NOT_FOUND: { status: 404, title: 'Not found', detail: 'Nothing.' } });
});

import { expectTypeOf, test } from 'vitest';
import { german } from '../../../../../docs/examples/languages/german.ts';
import type { TextKey } from '../chapters/english-texts.ts';
import { defineTexts, type TextCatalog } from './text-catalog.ts';
import { translateErrors } from './translate-errors.ts';

test('each group of a catalog has every text, and no other', () => {
  expectTypeOf(german).toEqualTypeOf<TextCatalog>();
  defineTexts(german);
  defineTexts({ ...german, TYPE_UNKNOWN: { title: 'Unbekannt', type: '„{type}“ ist unbekannt.' } });
  const { TYPE_UNKNOWN, ...others } = german;
  defineTexts(others);
  // @ts-expect-error: a group is missing.
  expectTypeOf(others).toExtend<Required<TextCatalog>>();
  // @ts-expect-error: a text is missing.
  defineTexts({ ...german, TYPE_UNKNOWN: { title: 'Unbekannt' } });
  // @ts-expect-error: the title of a code is missing.
  defineTexts({ ...german, TYPE_UNKNOWN: { type: '„{type}“ ist unbekannt.' } });
  // @ts-expect-error: a group is misspelled.
  defineTexts({ ...german, TYPE_UNKNOWM: TYPE_UNKNOWN });
  defineTexts({
    ...german,
    // @ts-expect-error: a text is misspelled.
    TYPE_UNKNOWN: { title: 'Unbekannt', type: '„{type}“ ist unbekannt.', typ: '„{type}“ ist unbekannt.' },
  });
});

test('a text has the placeholders of the English text', () => {
  defineTexts({
    ...german,
    // @ts-expect-error: the placeholder is misspelled.
    TYPE_UNKNOWN: { title: 'Unbekannt', type: '„{typ}“ ist unbekannt.' },
  });
  defineTexts({
    ...german,
    // @ts-expect-error: the placeholder is missing.
    TYPE_UNKNOWN: { title: 'Unbekannt', type: 'Der Typ ist unbekannt.' },
  });
  defineTexts({
    ...german,
    // @ts-expect-error: a text that does not have placeholders has one.
    INTERNAL_ERROR: { title: 'Fehler', recorded: 'Protokolliert unter {id}.' },
  });
});

test('keys are the group and the name', () => {
  expectTypeOf<'ATTRIBUTE_UNKNOWN.attribute' | 'common.didYouMean'>().toExtend<TextKey>();
  // @ts-expect-error: the text does not exist.
  expectTypeOf<'ATTRIBUTE_UNKNOWN.attribut'>().toExtend<TextKey>();
});

test('texts can be loaded', () => {
  translateErrors({ de: german, 'de-AT': () => german, 'de-CH': async () => german });
  // @ts-expect-error: texts must be a catalog.
  translateErrors({ de: { NOT_FOUND: {} } });
});

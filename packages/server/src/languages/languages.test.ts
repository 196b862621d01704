import { type ErrorCode, type ErrorObject, englishMessages, messageParts, translateErrors } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { errorExamples, errorOf } from '../../test/error-examples.ts';
import { german } from './de.ts';

type Groups = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The messages of all groups by their key. */
const messagesOf = (groups: Groups) =>
  Object.entries(groups).flatMap(([group, messages]) =>
    Object.entries(messages)
      .filter(([name]) => name !== 'status')
      .map(([name, text]) => [`${group}.${name}`, String(text)] as const),
  );
const english: ReadonlyMap<string, string> = new Map(messagesOf(englishMessages));

// `defineMessages` compares the placeholders when the module is loaded.
describe.each([['de', german]])('%s', (language, messages) => {
  test('has every message, and none in English', () => {
    const translated = messagesOf(messages as Groups);
    expect(translated.map(([key]) => key).sort()).toEqual([...english.keys()].sort());
    const words = (text: string) => /[a-z]{3}/i.test(text.replace(/\{\w+\}/g, ''));
    expect(translated.filter(([key, text]) => words(text) && text === english.get(key))).toEqual([]);
  });

  test.each(Object.keys(errorExamples) as ErrorCode[])('%s reaches the client', async (code) => {
    const translate = translateErrors({ [language]: messages });
    const errors: ErrorObject[] = [];
    const localize: typeof translate = (error, ...others) => {
      if (error.code === code) errors.push(error);
      return translate(error, ...others);
    };
    const sent = await errorOf(code, { language: () => language, localize });
    expect(sent.title).toBe(messages[code]?.title);
    const [{ detail } = {}] = errors;
    // A `detail` of the application has no parts, and stays.
    const parts = errors.flatMap((error) => messageParts(error) ?? []);
    const isPhrase = ({ key }: { readonly key: string }) => /^\{\w+\}: \{\w+\}$/.test(english.get(key) ?? '');
    expect(sent.detail === detail).toBe(parts.every(isPhrase));
  });
});

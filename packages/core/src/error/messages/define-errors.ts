import { checkKind } from '../../internal/options.ts';
import type { ErrorObject } from '../../spec/document/error-object.ts';
import type { MessageGroup, Placeholders } from '../chapters/english-messages.ts';
import { errorObject } from '../create-error-object.ts';
import { type ErrorOrigin, origin } from '../error-values.ts';
import { fillText, type MessagePart } from '../message-part.ts';
import { assertGroup, assertNames, type CheckedText, type Messages } from './messages.ts';

/** The errors of an application by code: the status, and the title and the detail in English. A placeholder in braces stands for a value. */
export type ErrorDeclarations = Readonly<
  Record<string, { readonly status: number; readonly title: string; readonly detail: string }>
>;

type DetailValues<Detail extends string> = {
  readonly [Name in Placeholders<Detail>]: string | number;
};

/** The messages of the errors of an application in another language. */
type Translation<Declared> = { readonly [Code in keyof Declared]: { readonly title: string; readonly detail: string } };

type CheckedTranslation<Declared extends ErrorDeclarations, Given extends Translation<Declared>> = {
  readonly [Code in keyof Given]: Code extends keyof Declared
    ? { readonly title: string; readonly detail: CheckedText<Given[Code]['detail'], Declared[Code]['detail']> }
    : never;
};

/** The errors of an application: see `defineErrors`. */
export interface ApplicationErrors<Declared extends ErrorDeclarations> {
  /**
   * Creates an error object.
   *
   * @param values A value for each placeholder.
   * @throws {TypeError} If the code is unknown, or a value is missing.
   */
  create<Code extends keyof Declared & string>(
    code: Code,
    values: DetailValues<Declared[Code]['detail']>,
    more?: Pick<ErrorObject, 'source' | 'meta'>,
  ): ErrorObject;
  /**
   * Returns the messages in another language, for `translateErrors`, beside those of this library.
   *
   * @throws {TypeError} If a code or a message is missing or unknown, or a detail does not have the placeholders of the English one.
   */
  translate<const Given extends Translation<Declared>>(messages: Given & CheckedTranslation<Declared, Given>): Messages;
}

/**
 * Declares the errors of an application, so that `translateErrors` translates them as those of this library.
 *
 * @param declared By code, such as `OUT_OF_STOCK`: the status, and the title and the detail in English.
 * @example
 * const errors = defineErrors({
 *   OUT_OF_STOCK: { status: 409, title: 'Out of stock', detail: 'Only {left} pieces are left.' },
 * });
 * throw new JsonApiError(errors.create('OUT_OF_STOCK', { left: 3 }));
 * @see https://jsonapi.org/format/1.1/#error-objects
 */
export function defineErrors<const Declared extends ErrorDeclarations>(
  declared: Declared & { readonly [Code in MessageGroup]?: never },
): ApplicationErrors<Declared> {
  const codes = Object.keys(declared);
  for (const code of codes) {
    const { status, title, detail } = declared[code] as ErrorDeclarations[string];
    for (const [name, kind, value] of [
      ['status', 'number', status],
      ['title', 'string', title],
      ['detail', 'string', detail],
    ] as const)
      checkKind(`defineErrors: ${code}`, name, kind, value);
  }
  return Object.freeze<ApplicationErrors<Declared>>({
    create(code, values, more = {}) {
      assertNames('errors.create', [code], codes, 'code');
      const { status, title, detail } = declared[code] as ErrorDeclarations[string];
      const text = fillText(detail, (name) => {
        const value = Object.hasOwn(values, name) ? (values as Readonly<Record<string, unknown>>)[name] : undefined;
        if (typeof value === 'string' || typeof value === 'number') return String(value);
        throw new TypeError(`errors.create: ${code} needs a string or a number for the placeholder "${name}".`);
      });
      const part = Object.freeze({ key: `${code}.detail`, values: Object.freeze({ ...values }), text });
      const facts: ErrorOrigin = Object.freeze({ parts: [part as unknown as MessagePart], issue: undefined });
      return Object.freeze({ ...errorObject({ code, status, title, detail: text, ...more }), [origin]: facts });
    },
    translate(messages) {
      const given: Readonly<Record<string, object>> = messages;
      assertNames('errors.translate', Object.keys(given), codes, 'code');
      for (const code of codes) assertGroup('errors.translate', code, given[code], declared[code] ?? {});
      return messages as unknown as Messages;
    },
  });
}

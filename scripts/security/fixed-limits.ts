/** Limits that no option changes, and what happens beyond them. */
import { boundConstants } from './constants.ts';

interface FixedLimit {
  /** The file and the name of the constant. */
  readonly constant: string;
  readonly name: string;
  readonly unit: string;
  readonly beyond: string;
}

type Entry = readonly [constant: string, name: string, unit: string, beyond: string];

const entries: readonly Entry[] = [
  ['core/src/media-type/media-type.ts MAX_HEADER_LENGTH', '`Accept`', 'characters', '406'],
  ['core/src/media-type/media-type.ts MAX_HEADER_LENGTH', '`Content-Type`', 'characters', '415'],
  ['core/src/http/entity-tag.ts MAX_HEADER_LENGTH', '`If-Match`, `If-None-Match`', 'characters', '400'],
  ['server/src/operations/idempotency/idempotency-key.ts MAX_LENGTH', '`Idempotency-Key`', 'characters', '400'],
  ['server/src/request/preference.ts MAX_HEADER_LENGTH', '`Prefer`', 'characters', 'ignored'],
  [
    'server/src/response/errors/error-language.ts MAX_LANGUAGES',
    '`Accept-Language`',
    'characters',
    'the functions of `errors` do not receive it',
  ],
  ['core/src/requests/parse/parse-create.ts MAX_ID_LENGTH', 'the `id` of a new resource', 'characters', '400'],
  [
    'core/src/internal/uri.ts MAX_URI_LENGTH',
    'the URI of an extension or a profile, or in `rel` of a link',
    'characters',
    'invalid',
  ],
  ['core/src/spec/document/links-object.ts MAX_TAG_LENGTH', 'a tag in `hreflang` of a link', 'characters', 'invalid'],
  [
    'core/src/pagination/cursor/cursor-text.ts MAX_CURSOR_LENGTH',
    '`page[after]`, `page[before]`',
    'characters',
    '400. The server does not write longer cursors',
  ],
  [
    'core/src/pagination/page-parameter.ts MAX_DIGITS',
    '`page[number]`, `page[size]`, `page[offset]`, `page[limit]`',
    'digits',
    '400',
  ],
  [
    'server/src/rules/create-request-access.ts MAX_CHECKED_MEMBERS',
    'the members of a relationship that an access rule checks, at most `limits.includedLinkage`',
    '',
    '403',
  ],
  [
    'server/src/rules/read-condition.ts MAX_DEPTH',
    'the nesting of the groups in the condition of a `read` rule',
    '',
    '500',
  ],
  [
    'server/src/response/errors/complete-errors.ts LOCALIZE_TIME',
    'the time of `errors.localize`',
    'ms',
    'the original messages',
  ],
  [
    'server/src/adapter/respond-to-error.ts MAX_ERRORS',
    'errors that the framework throws, in one response',
    '',
    'omitted',
  ],
  [
    'core/src/requests/parse/error-collector.ts MAX_POINTER_LENGTH',
    'the `source.pointer` of an error',
    'characters',
    'the pointer to an object around it',
  ],
  [
    'core/src/error/create-error-object.ts MAX_PARAMETER_LENGTH',
    'the `source.parameter` of an error',
    'characters',
    'shortened',
  ],
  ['core/src/query/query-errors.ts MAX_SUGGESTIONS', 'suggestions of names in one response', '', 'omitted'],
  ['core/src/internal/describe-value.ts MAX_LISTED', 'names in the message of an error', '', '"and 5 more"'],
  ['client/src/send.ts MAX_REDIRECTS', 'redirects that the client follows', '', 'the call rejects'],
  ['client/src/send.ts MAX_WAIT', 'the `Retry-After` that the client waits for', 'ms', 'the call rejects at once'],
  [
    'core/src/internal/read-source.ts MAX_TEXT_BYTES',
    'a file, a response, or the standard input that a command reads',
    'bytes',
    'an error; in the conformance tests, a case is undecided',
  ],
  [
    'core/src/internal/read-source.ts MAX_RESPONSE_TIME',
    'a response that a command waits for (`--timeout` of the conformance tests)',
    'ms',
    'an error; in the conformance tests, a case is undecided',
  ],
  ['core/src/internal/read-source.ts MAX_REDIRECTS', 'redirects that a command follows', '', 'an error'],
  ['changes/src/input/check-input.ts MAX_LEVELS', 'the nesting of an input', '', 'an error'],
  ['changes/src/schema/shape.ts MAX_PARTS', 'the parts of a schema that is compared', '', 'compared as a string'],
];

/** The limits that no option changes. */
export const fixedLimits: readonly FixedLimit[] = entries.map(([constant, name, unit, beyond]) => ({
  ...{ constant, name, unit, beyond },
}));

const MEBIBYTE = 1_048_576;

function textOf({ constant, unit }: FixedLimit): string {
  const value = boundConstants().get(constant);
  if (value === undefined) throw new Error(`There is no constant ${constant} with a whole number.`);
  if (unit === 'bytes' && value % MEBIBYTE === 0) return `${value / MEBIBYTE} MiB`;
  return `${value.toLocaleString('en')} ${unit}`.trim();
}

/** Returns the table of the limits that no option changes. */
export function fixedTable(): string {
  const rows = fixedLimits.map((limit) => `| ${limit.name} | ${textOf(limit)} | ${limit.beyond} |`);
  return ['| Fixed limit | Value | Beyond it |', '| --- | --- | --- |', ...rows].join('\n');
}

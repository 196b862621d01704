import { compareEntries } from '../description/names.ts';
import { type Comparison, compareSchema } from './comparison.ts';
import type { Content } from './operation.ts';

type Headers = Content['headers'];

/** Compares the header fields of a response. */
export function compareHeaders(
  before: Headers,
  after: Headers,
  { name, pointer }: { readonly name: string; readonly pointer: string },
  comparison: Comparison,
): void {
  const { add } = comparison.report;
  const at = `${pointer}/headers`;
  compareEntries(before, after, {
    removed: (header, { isRequired }) =>
      add(
        isRequired ? 'response-header-removed' : 'response-header-optional-removed',
        at,
        `${name} no longer has the header field \`${header}\`.`,
        { before: header },
      ),
    added: (header) =>
      add('response-header-added', at, `${name} has the header field \`${header}\`.`, { after: header }),
    both: (header, was, is) => {
      if (was.isRequired && !is.isRequired)
        add('response-header-optional', is.value.pointer, `${name} can omit the header field \`${header}\`.`);
      if (!was.isRequired && is.isRequired)
        add('response-header-required', is.value.pointer, `${name} always has the header field \`${header}\`.`);
      const subject = `The header field \`${header}\``;
      compareSchema(was.value, is.value, { direction: 'response', subject }, comparison);
    },
  });
}

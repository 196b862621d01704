import { usageError } from '@linkage/core/internal';
import type { RaisedErrors } from '@linkage/kysely';

/** Reads the option `--errors`. The application then shows the strings of these errors. */
export function raisedErrorsIn(given: string): RaisedErrors {
  const errors = given.split(',').map((text) => {
    const [, code = '', status] = /^(\w{5})=([45]\d\d)$/.exec(text) ?? [];
    if (status === undefined)
      throw usageError(`--errors must be SQLSTATEs with a status, such as P0001=422, but it has "${text}".`);
    return [code, { status: Number(status), showsText: true }] as const;
  });
  return Object.fromEntries(errors);
}

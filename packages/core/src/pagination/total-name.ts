import { describeValue } from '../internal/describe-value.ts';
import type { MetaObject } from '../spec/document/meta-object.ts';
import { isMemberName } from '../spec/member/member-name.ts';

/** The name that profiles with pagination define. */
export const DEFAULT_TOTAL_NAME = 'page.total';

/**
 * Checks the name of the total: a member of the top-level `meta`, such as `total`, or of an object in it, such as
 * `page.total`. A member name cannot contain a dot.
 *
 * @throws {TypeError} If it is not such a name, or replaces the object `page`.
 */
export function checkTotalName(where: string, name: unknown): asserts name is string {
  const names = typeof name === 'string' ? name.split('.') : [];
  if (names.length > 0 && names.length < 3 && names.every(isMemberName) && name !== 'page') return;
  throw new TypeError(
    `${where} must be the name of a member of \`meta\` other than \`page\`, such as "total" or "page.total", but it is ${describeValue(name)}.`,
  );
}

/** Returns the meta object that contains a total under its name. */
export function totalMeta(name: string, total: number): MetaObject {
  const [first = name, second] = name.split('.');
  return { [first]: second === undefined ? total : { [second]: total } };
}

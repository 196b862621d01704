/**
 * Returns the value of the option `vary`: names of header fields.
 *
 * @throws {TypeError} If a name is not the name of a header field.
 */
export function checkVary(names: readonly string[]): string {
  // A name is a token (RFC 9110, section 5.6.2).
  const wrong = names.find((name) => typeof name !== 'string' || !/^[\w!#$%&'*+.^`|~-]+$/.test(name));
  if (wrong === undefined) return names.join(', ');
  throw new TypeError(
    `createServer: \`vary\` must contain names of header fields, but it contains ${JSON.stringify(wrong)}.`,
  );
}

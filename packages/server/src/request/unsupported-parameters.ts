import { JsonApiError } from '@linkage/core';
import { errorOf, type TextName } from '@linkage/core/internal';

/** Returns the base name of a parameter's family: `page` for `page[size]`. */
export function baseNameOf(parameter: string): string {
  return parameter.split('[', 1)[0] as string;
}

/** The texts of the error for a parameter that a URL does not support. */
type Text = Exclude<TextName<'PARAMETER_NOT_SUPPORTED'>, 'sum'>;

/** Creates the errors for parameters that a URL does not support. */
export function notSupported(parameters: readonly string[], text: Text): JsonApiError {
  return new JsonApiError(parameters.map((parameter) => errorOf(`PARAMETER_NOT_SUPPORTED.${text}`, {}, { parameter })));
}

/**
 * Rejects query parameters of these families.
 *
 * @throws {JsonApiError} 400 with the name of each parameter.
 */
export function assertNoFamilies(parameters: URLSearchParams, baseNames: readonly string[], text: Text): void {
  if (parameters.size === 0) return;
  const found = [...new Set(parameters.keys())].filter((parameter) => baseNames.includes(baseNameOf(parameter)));
  if (found.length > 0) throw notSupported(found, text);
}

/**
 * Rejects all query parameters, for a response without primary data, or all but those that the URL takes.
 *
 * @throws {JsonApiError} 400 with the name of each parameter.
 */
export function assertNoParameters(
  parameters: URLSearchParams,
  isTaken: (parameter: string) => boolean = () => false,
  text: Text = 'noData',
): void {
  const others = [...parameters.keys()].filter((name) => !isTaken(name)).map(baseNameOf);
  assertNoFamilies(parameters, others, text);
}

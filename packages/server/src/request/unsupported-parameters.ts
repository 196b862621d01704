import { errorObject, JsonApiError } from '@linkage/core';

/** Returns the base name of a parameter's family: `page` for `page[size]`. */
export function baseNameOf(parameter: string): string {
  return parameter.split('[', 1)[0] as string;
}

/**
 * Rejects query parameters of these families.
 *
 * @throws {JsonApiError} 400 with the name of each parameter.
 */
export function assertNoFamilies(parameters: URLSearchParams, baseNames: readonly string[], detail: string): void {
  if (parameters.size === 0) return;
  const errors = [...new Set(parameters.keys())]
    .filter((parameter) => baseNames.includes(baseNameOf(parameter)))
    .map((parameter) => errorObject('PARAMETER_NOT_SUPPORTED', detail, { source: { parameter } }));
  if (errors.length > 0) throw new JsonApiError(errors);
}

/**
 * Rejects all query parameters, for a response without primary data, or all but those that the URL takes.
 *
 * @throws {JsonApiError} 400 with the name of each parameter.
 */
export function assertNoParameters(
  parameters: URLSearchParams,
  isTaken: (parameter: string) => boolean = () => false,
  detail = 'The response does not have primary data, so this URL does not support query parameters. Remove them.',
): void {
  const others = [...parameters.keys()].filter((name) => !isTaken(name)).map(baseNameOf);
  assertNoFamilies(parameters, others, detail);
}

import { collectionErrors } from '../error/chapters/collection-errors.ts';
import type { MessageName } from '../error/chapters/english-messages.ts';
import { truncateName } from '../error/create-error-object.ts';
import { errorIn, JsonApiError } from '../error/json-api-error.ts';

/** Returns the base name of a parameter's family: `page` for `page[size]`. */
export function baseNameOf(parameter: string): string {
  return parameter.split('[', 1)[0] as string;
}

/** The messages of the errors for a parameter that a URL does not support. */
type Text = Exclude<MessageName<'PARAMETER_NOT_SUPPORTED'>, 'sum'>;

/** Creates the errors for parameters that a URL does not support. */
export function notSupported(parameters: readonly string[], text: Text): JsonApiError {
  const errors = parameters.map((parameter) =>
    errorIn(collectionErrors, `PARAMETER_NOT_SUPPORTED.${text}`, {}, { parameter: truncateName(parameter) }),
  );
  return new JsonApiError(errors);
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

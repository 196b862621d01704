import type { Reference } from './components.ts';
import { headResponses } from './responses.ts';

/** The members of the operation of a GET that its HEAD has, too. */
interface ReadOperation {
  readonly summary: string;
  readonly tags?: readonly string[];
  readonly deprecated?: boolean;
  readonly parameters?: readonly Reference[];
}

/** Returns the operation of HEAD for that of GET, without its id. The server accepts HEAD wherever it accepts GET. */
export function headOperation({
  tags,
  deprecated,
  parameters,
}: ReadOperation): ReadOperation & { readonly responses: object } {
  return {
    summary: 'Fetch only the header fields',
    ...(tags === undefined ? {} : { tags }),
    ...(deprecated === undefined ? {} : { deprecated }),
    ...(parameters === undefined ? {} : { parameters }),
    responses: headResponses,
  };
}

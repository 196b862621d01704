import type { EndpointDescription, PageDescription } from '@linkage/server';
import type { SchemaObject } from './json-schema.ts';
import { type Reference, relationshipsOf, type Setup, typeOf } from './setup.ts';
import { queryParameter, shareParameter } from './shared-parameters.ts';

/** Returns the pages of an endpoint. */
export function pageOf(setup: Setup, owner: string, { relationship }: EndpointDescription): PageDescription {
  const declared = typeOf(setup, owner);
  const found = relationshipsOf(declared).find(([name]) => name === relationship);
  return found?.[1].page ?? declared.page;
}

function schemaOf(name: string, { strategy, sizeName, size, maximum }: PageDescription): SchemaObject {
  const description = `The number of resources on a page. Default: ${size}.`;
  if (name === sizeName) return { type: 'integer', minimum: 1, ...(maximum === null ? {} : { maximum }), description };
  if (strategy === 'page-number') return { type: 'integer', minimum: 1 };
  return strategy === 'offset' ? { type: 'integer', minimum: 0 } : { type: 'string' };
}

/** Returns the `page` parameters of an endpoint. */
export function pageParameters(setup: Setup, owner: string, endpoint: EndpointDescription): readonly Reference[] {
  return parametersOfPage(setup, pageOf(setup, owner, endpoint));
}

/** Returns the parameters of pages. */
export function parametersOfPage(setup: Setup, page: PageDescription): readonly Reference[] {
  const parameters = page.names.map((name) => queryParameter(`page[${name}]`, schemaOf(name, page)));
  if (page.total !== 'never') {
    const description = 'Whether `meta` of the response contains the number of all resources, or an estimate of it.';
    parameters.push(
      queryParameter('page[total]', { anyOf: [{ type: 'boolean' }, { const: 'estimate' }] }, description),
    );
  }
  for (const { uri, applied, pageNames = [] } of setup.description.profiles) {
    if (applied === 'always') continue;
    const others = pageNames.filter((name) => !page.names.includes(name));
    for (const name of others)
      parameters.push(queryParameter(`page[${name}]`, { type: 'string' }, `Requires the profile ${uri}.`));
  }
  return parameters.map((parameter) => shareParameter(setup, parameter.name, parameter));
}

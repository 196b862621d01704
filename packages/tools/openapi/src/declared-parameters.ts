import type { JsonSchema } from '@linkage/core';
import type { EndpointDescription } from '@linkage/server';
import { toComponent } from './json-schema.ts';
import { nameOf, type Reference, type Setup, typeOf } from './setup.ts';
import { bracketsOf, queryParameter, queryParameters, shareParameter } from './shared-parameters.ts';

/** Returns parameters of the application, or of an extension or a profile. */
function declaredParameters(
  setup: Setup,
  key: string,
  declared: { readonly [name: string]: JsonSchema },
  note?: string,
  rejected: readonly string[] = [],
): readonly Reference[] {
  const accepted = Object.entries(declared).filter(([name]) => !rejected.includes(name));
  return accepted.map(([name, schema]) => {
    const [value, family] = [toComponent(schema), name.replace(/\[\*\]$/, '')];
    const isOne = family === name;
    const parameter = isOne
      ? queryParameter(name, value, note)
      : queryParameters(family, bracketsOf(family, value), note);
    return shareParameter(setup, `${key}.${name}`, parameter);
  });
}

/** Returns the parameters of the application, its extensions, and its profiles, at an endpoint. */
export function endpointParameters(setup: Setup, endpoint: EndpointDescription): readonly Reference[] {
  const { types, extensions: applied = [], rejectedParameters = [] } = endpoint;
  const { parameters, extensions, profiles } = setup.description;
  const [first = '', ...others] = types;
  // A parameter of one type is valid for several types only if each declares it alike.
  const ofType =
    others.length === 0
      ? declaredParameters(setup, nameOf(setup, first), typeOf(setup, first).parameters, undefined, rejectedParameters)
      : [];
  return [
    ...declaredParameters(setup, 'query', parameters, undefined, rejectedParameters),
    ...ofType,
    ...extensions.flatMap(({ uri, parameters: all }) => {
      const strings = (applied.includes(uri) ? all : []).map((name) => [name, { type: 'string' }]);
      return declaredParameters(setup, 'query', Object.fromEntries(strings), `Requires the extension ${uri}.`);
    }),
    ...profiles.flatMap(({ uri, parameters: all, applied: isApplied }) => {
      const note = isApplied === 'always' ? undefined : `Requires the profile ${uri}.`;
      return declaredParameters(setup, 'query', all, note, rejectedParameters);
    }),
  ];
}

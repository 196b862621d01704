import type { Api, ResourceType } from '@linkage/core';
import { type ActionDefinition, memberOf, nameTable, readActions, splitPath } from '@linkage/core/internal';

import { readByType } from '../../internal/read-by-type.ts';
import { readSettings } from '../../internal/read-settings.ts';
import { routeTemplate } from '../../request/route-template.ts';
import type { AnySource } from '../../sources/port/any-source.ts';
import type { Awaitable } from '../../sources/port/data-source.ts';
import type { ServedPlaces } from '../extensions-by-place.ts';
import type { SettledEndpoint } from '../find-endpoint.ts';
import type { ServedAction } from './served-action.ts';

/** The segment between a resource, or a collection, and the name of an action: a hyphen cannot begin the name of a relationship. */
const ACTIONS = '-actions';

function assertServed(
  { type, name, on }: { type: string; name: string } & Pick<ActionDefinition, 'on'>,
  source: AnySource,
): void {
  const needed = on === 'collection' ? [] : on === 'filter' ? (['list', 'find'] as const) : (['find'] as const);
  const missing = needed.find((method) => source[method] === undefined);
  if (missing !== undefined)
    throw new TypeError(
      `createServer: the action "${name}" of "${type}" requires a source with the method \`${missing}\`, which finds its resources.`,
    );
}

function endpointOf(places: ServedPlaces, type: ResourceType, action: ServedAction): SettledEndpoint {
  const { name, on, output } = action;
  const collection = routeTemplate(places, { kind: 'collection', type });
  const id = on === 'resource' ? ['{id}'] : [];
  const rest = [...id, ACTIONS, name];
  return {
    extension: undefined,
    action,
    endpoint: {
      name: `${name}-${type.name}`,
      method: 'POST',
      path: [collection, ...id, ACTIONS, encodeURIComponent(name)].join('/'),
      statuses: on === 'resource' ? [200, 204] : [output === undefined ? 204 : 200],
      ...(on === 'resource' ? { versionOf: type.name } : {}),
      run: () => {
        throw new Error(`The action "${name}" runs with its own function.`);
      },
    },
    segments: [...(splitPath(collection) ?? []), ...rest],
  };
}

/**
 * Returns the endpoints of the declared actions: `/issues/{id}/-actions/close`, or `/issues/-actions/close` for an action on the
 * collection or on a filter. A type without a source has none.
 *
 * @throws {TypeError} If an action does not have a function, a function does not have an action, or the source of a type cannot find
 * the resources of an action.
 */
export function settleActions(api: Api, places: ServedPlaces, given: object | undefined): readonly SettledEndpoint[] {
  const functions = readByType<object>(api, 'createServer: actions', given);
  return [...api.types.values()].flatMap((type) => {
    const { name } = type;
    const actions = readActions(name, api.declaration[name] ?? {});
    const names = nameTable(
      actions.map((action) => action.name),
      'action',
    );
    const runs = readSettings(`createServer: actions.${name}`, functions.get(name) ?? {}, names);
    const source = places.sourceOf(name);
    if (source === undefined) return [];
    return actions.map((action) => {
      const run = memberOf(runs, action.name) as ((request: object) => Awaitable<unknown>) | undefined;
      if (typeof run !== 'function')
        throw new TypeError(
          `createServer: the action "${action.name}" of "${name}" needs a function: \`actions: { ${name}: { ${action.name}: … } }\`.`,
        );
      assertServed({ type: name, name: action.name, on: action.on }, source);
      const served: ServedAction['run'] = (about, parts) => run.call(runs, Object.freeze({ ...about, ...parts }));
      return endpointOf(places, type, { ...action, type: name, run: served });
    });
  });
}

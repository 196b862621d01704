import type { Api, ResourceType } from '@linkage/core';
import type { AccessControl } from './access-control.ts';
import type { RuledServer } from './context.ts';
import { guardSource } from './guard-source.ts';
import { narrowApi } from './narrow-api.ts';
import type { View, VisibleSource } from './permitted.ts';
import type { ReadFields } from './read-fields.ts';

const MAX_VIEWS = 128;
/** The key of the view of users who can read all fields. */
export const WHOLE_VIEW = '';

function createView({ api, gatewayOf }: Pick<RuledServer, 'api' | 'gatewayOf'>, visible: Api): View {
  const sources = new Map<string, VisibleSource>();
  for (const [name, type] of api.types) {
    const source = gatewayOf(name);
    if (source !== undefined) sources.set(name, guardSource(type, visible.types.get(name) as ResourceType, source));
  }
  return Object.freeze({ api: visible, sourceOf: sources.get.bind(sources) });
}

/** Returns the view of the users who can read these fields. Creates it once for each choice of fields. */
export function viewOf(
  server: Pick<RuledServer, 'api' | 'gatewayOf'>,
  { views }: Pick<AccessControl, 'views'>,
  readable: ReadonlyMap<string, ReadFields>,
): View {
  const key = readable.size === 0 ? WHOLE_VIEW : keyOf(readable);
  let view = views.get(key);
  if (view === undefined) {
    view = createView(server, key === WHOLE_VIEW ? server.api : narrowApi(server.api, readable));
    if (views.size >= MAX_VIEWS) views.clear();
    views.set(key, view);
  }
  return view;
}

function keyOf(readable: ReadonlyMap<string, ReadFields>): string {
  const sorted = [...readable].sort(([left], [right]) => (left < right ? -1 : 1));
  return JSON.stringify(
    sorted.map(([type, { names, undecided }]) => [type, [...names].sort(), [...undecided.keys()].sort()]),
  );
}

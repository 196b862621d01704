import type { Api, ResourceType } from '@linkage/core';

const MOST = 128;

function only<Value>(fields: ReadonlyMap<string, Value>, shown: ReadonlySet<string> | undefined): [string, Value][] {
  return [...fields].filter(([name]) => shown === undefined || shown.has(name));
}

/**
 * An API with these fields alone, for the types that are named. Whoever reads a request by it, or writes a response, does
 * not know the other fields at all.
 *
 * Every definition is a new one. Core keeps its plans by definitions, and a plan leads to the plans of related types: one
 * that two APIs share would show to one caller what the other may read.
 */
function narrowed(api: Api, readable: ReadonlyMap<string, ReadonlySet<string>>): Api {
  const types = new Map<string, ResourceType>();
  for (const type of api.types.values()) {
    const shown = readable.get(type.name);
    const relationships = only(type.relationships, shown).map(
      ([name, definition]) => [name, Object.freeze({ ...definition })] as const,
    );
    types.set(
      type.name,
      Object.freeze({
        ...type,
        attributes: new Map(only(type.attributes, shown)),
        relationships: new Map(relationships),
      }),
    );
  }
  return Object.freeze({ declaration: api.declaration, types });
}

/** The API that a caller sees, made once for each choice of fields. */
export function narrowApi(views: Map<string, Api>, api: Api, readable: ReadonlyMap<string, ReadonlySet<string>>): Api {
  if (readable.size === 0) return api;
  const key = JSON.stringify([...readable].map(([type, names]) => [type, ...[...names].sort()]));
  let view = views.get(key);
  if (view === undefined) {
    view = narrowed(api, readable);
    if (views.size >= MOST) views.clear();
    views.set(key, view);
  }
  return view;
}

import type { ResourceType } from '@linkage/core';
import { openApiDocument } from '@linkage/openapi';
import type { ServerDescription } from '@linkage/server';

type Members = Readonly<Record<string, unknown>>;

/** Returns the references in a part of the document: `#/components/schemas/Article`. */
function referencesIn(part: unknown): readonly string[] {
  const text = JSON.stringify(part) ?? '';
  return [...text.matchAll(/"#\/components\/([^"]+)"/g)].map(([, path = '']) => path);
}

function componentAt(components: Readonly<Record<string, Members>>, path: string): unknown {
  const [section = '', name = ''] = path.split('/');
  const members = Object.hasOwn(components, section) ? components[section] : undefined;
  return members !== undefined && Object.hasOwn(members, name) ? members[name] : undefined;
}

/** Returns the OpenAPI document of a server as JSON: the paths of one type, and the components that they reference. */
export function openApiPart(description: ServerDescription, type: ResourceType): string {
  const info = { title: 'Playground', version: '1' };
  const document = openApiDocument(description, { info }) as {
    readonly openapi: string;
    readonly paths: Members;
    readonly components?: Readonly<Record<string, Members>>;
  };
  const { paths, components = {}, ...others } = document;
  const endpointPaths = new Set(description.types[type.name]?.endpoints.map(({ path }) => path));
  const shownPaths = Object.fromEntries(Object.entries(paths).filter(([path]) => endpointPaths.has(path)));
  const used = new Set(referencesIn(shownPaths));
  for (const path of used) for (const next of referencesIn(componentAt(components, path))) used.add(next);
  const sections = Object.entries(components).flatMap(([section, members]): [string, Members][] => {
    const kept = Object.entries(members).filter(([name]) => used.has(`${section}/${name}`));
    return kept.length === 0 ? [] : [[section, Object.fromEntries(kept)]];
  });
  return JSON.stringify({ ...others, paths: shownPaths, components: Object.fromEntries(sections) }, null, 2);
}

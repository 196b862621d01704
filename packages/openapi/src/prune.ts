/** The components of a document by kind and name. */
export type Components = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

function referencesIn(value: unknown, found: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if (name === '$ref' && typeof member === 'string') found.add(member);
    else referencesIn(member, found);
  }
}

/** Returns the components to which references lead, from the paths or from other components. */
export function usedComponents(paths: object, components: Components): Components {
  const used = new Set<string>();
  referencesIn(paths, used);
  for (const reference of used) {
    const [, kind = '', name = ''] = /^#\/components\/([^/]+)\/([^/]+)/.exec(reference) ?? [];
    referencesIn(components[kind]?.[name], used);
  }
  const isUsed = (kind: string, name: string): boolean => {
    const reference = `#/components/${kind}/${name}`;
    return [...used].some((one) => one === reference || one.startsWith(`${reference}/`));
  };
  const kept = Object.entries(components).map(([kind, members]) => [
    kind,
    Object.fromEntries(Object.entries(members).filter(([name]) => isUsed(kind, name))),
  ]);
  return Object.fromEntries(kept.filter(([, members]) => Object.keys(members as object).length > 0));
}

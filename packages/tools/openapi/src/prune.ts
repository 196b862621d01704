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
  // A reference can also lead into a component.
  const kept = new Set([...used].map((reference) => reference.split('/', 4).join('/')));
  const all = Object.entries(components).map(([kind, members]) => [
    kind,
    Object.fromEntries(Object.entries(members).filter(([name]) => kept.has(`#/components/${kind}/${name}`))),
  ]);
  return Object.fromEntries(all.filter(([, members]) => Object.keys(members as object).length > 0));
}

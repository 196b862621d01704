import type { ServerDescription } from '@linkage/server';

/** Returns the records with the new names of attributes that were renamed. */
export function renamedRecords(records: string, description: ServerDescription | undefined): string {
  const byType: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>> = JSON.parse(records);
  const renamed = Object.entries(byType).map(([type, list]) => {
    const fields = description?.types[type]?.fields;
    if (fields === undefined) return [type, list];
    const names = Object.keys(fields);
    const rename = (record: Readonly<Record<string, unknown>>): object => {
      const free = names.filter((name) => !Object.hasOwn(record, name));
      const entries = Object.entries(record).flatMap(([name, value]) => {
        const next = name === 'id' || names.includes(name) ? name : free.shift();
        return next === undefined ? [] : [[next, value] as const];
      });
      return Object.fromEntries(entries);
    };
    return [type, list.map(rename)];
  });
  return JSON.stringify(Object.fromEntries(renamed), null, 2);
}
